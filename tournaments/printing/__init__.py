"""The PDFs that a club prints: `sheets` for all sheets of a night, `hall` for lists and cards in
the hall, `standings` for results of nights and seasons, `reglement` for the rules.
"""
