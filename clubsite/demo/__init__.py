"""Invented clubs, and the server that shows them beside an empty site."""
