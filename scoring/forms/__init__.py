"""What people fill in about a sheet, a module each. What is refused is told beside its field."""
