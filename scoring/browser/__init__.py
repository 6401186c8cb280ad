"""The data and texts that the site and the browser's scripts exchange."""
