"""Standings: turn played sheets into places, prizes and records."""
