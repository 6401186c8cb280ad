"""What scripts of the browser are given, and what they send."""
