"""A club that comes from another site, in the file with everything that was taken along there.

`keeping` holds the file for a day, `taking` looks at all of it and then makes the club. `reading`
turns what is told into objects; `club`, `nights`, `forms` and `deeds` know what they are.
docs/decisions/0020-clubs-that-move.md says why so.
"""
