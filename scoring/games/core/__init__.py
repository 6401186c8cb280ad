"""The parts of every game: cards, tiles, contracts, rows, fields and options. Nothing here
reads files, the database or the clock.
"""
