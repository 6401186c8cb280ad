"""What people fill in about clubs, a module each. What is refused is told beside its field."""
