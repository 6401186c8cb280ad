"""Logging in, passwords, sessions, roles and e-mail."""
