"""A club night, from the list at the door until it is closed. The draw's algorithm is in `draw`."""
