"""Members and earlier results from files that a club had before."""
