"""PostgreSQL with an end to every wait: docs/decisions/0027-a-hung-database.md."""
