"""Pages of the whole site, of no club."""
