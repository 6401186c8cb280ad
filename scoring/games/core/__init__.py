"""The building blocks that all games share: cards, tiles, contracts, rows, fields and options.
Nothing here reads files, the database or the clock.
"""
