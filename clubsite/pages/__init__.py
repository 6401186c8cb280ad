"""Pages of the site as a whole."""
