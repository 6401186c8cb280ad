"""Pages of clubs, a module for each part."""
