"""What every game is made of: cards, tiles, contracts, rows, fields and options. Pure."""
