"""The people of a club and their privacy."""
