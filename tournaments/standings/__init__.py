"""From played sheets to places, prizes and records."""
