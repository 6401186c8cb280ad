"""Accounts, what part somebody takes, members, their own data, and letters to them."""
