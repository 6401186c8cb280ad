"""Build the data that the templates show on the pages of a standing and of players."""
