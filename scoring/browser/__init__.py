"""What the browser's scripts receive and send."""
