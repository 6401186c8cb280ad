"""What is done daily, at an upgrade, and when a laptop breaks down."""
