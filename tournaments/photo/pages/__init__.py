"""What pages show of photos of forms."""
