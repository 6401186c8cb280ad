"""The whole site in one file, and back: on any machine, in either database.

`archive` is the file, `tables` what a database holds, `writing` and `restoring` go between the two,
`keeping` makes one by itself and lets old ones go, `copies` are those of a night, which `stick`
carries elsewhere. docs/decisions/0016-back-ups.md says why so.
"""
