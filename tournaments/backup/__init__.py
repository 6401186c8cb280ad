"""Backs up the whole site in one file and restores it, on any machine and in either database
(SQLite or PostgreSQL).

`archive` reads and writes the back-up file, and `database_tables` reads and fills the tables of a
database. `create` makes a back-up, and `restore` makes the site from one. `after_night` makes a
back-up after each night, and `retention` says how long back-ups are kept. `copies` makes copies
during a night, and `second_place` writes them to a second place, such as a USB stick.
docs/decisions/0016-back-ups.md has the reasons.
"""
