"""What happens to every request and response."""
