"""Reads a filled form from a picture. It proposes and asks, and saves nothing."""
