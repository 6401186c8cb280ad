"""Compute standings from what was played, without a database and without texts."""
