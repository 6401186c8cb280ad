"""Standings: from played sheets to places, prizes and records."""
