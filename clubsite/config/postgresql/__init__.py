"""The PostgreSQL backend for Django. Every wait in it has a time limit:
docs/decisions/0027-a-hung-database.md.
"""
