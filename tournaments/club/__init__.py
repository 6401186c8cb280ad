"""A club: its sets of rules (“reglementen”), seasons and logo."""
