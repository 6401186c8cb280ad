"""The parts of every game: cards, tiles, contracts, rows, fields and options. Pure."""
