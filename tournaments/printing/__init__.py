"""The PDFs that a club prints. `sheets` prints the sheets of a night, and `hall` prints lists and
cards for the hall. `standings` prints results of nights and seasons, and `reglement` prints the
rules.
"""
