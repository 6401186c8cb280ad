"""The middleware through which every request and response passes."""
