"""Middleware: what happens to every request and response."""
