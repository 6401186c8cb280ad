"""Programs for the developers of the form reader: they train its neural network and measure how
well it reads. None of them runs on a club's computer.
"""
