"""Prepares what web pages show about photos of paper forms."""
