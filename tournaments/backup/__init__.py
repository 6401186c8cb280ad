"""Backs up the whole site in one file and restores it, on any machine and in either database
(SQLite or PostgreSQL).

`archive` is the file, `tables` the content of a database; `create` and `restore` go between the
two. `after_night` makes a back-up after each night and `retention` says how long it is kept.
`copies` are made during a night, and `second_place` carries them elsewhere.
docs/decisions/0016-back-ups.md has the reasons.
"""
