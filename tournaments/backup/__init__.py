"""The whole site in one file, and back: docs/decisions/0016-back-ups.md."""
