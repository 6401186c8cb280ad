"""A club: its reglementen, seasons and logo."""
