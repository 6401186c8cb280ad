"""Programs for who develops the reader: they make its network and measure it. None runs on a
club's computer.
"""
