"""Moves a club to another site, in one file with everything about it.

`export` writes the file. `waiting_file` keeps an uploaded file for a day, `import_club` previews it
and then creates the club. `values` turns JSON into objects. `read_club`, `read_nights`,
`read_sheets` and `read_log` read the parts of the file and check that they make sense.
docs/decisions/0020-clubs-that-move.md has the reasons.
"""
