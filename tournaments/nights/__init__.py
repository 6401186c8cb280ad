"""A club night, from the check-in at the door until the night is closed. The algorithm of the draw
is in `draw`.
"""
