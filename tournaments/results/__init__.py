"""What nights and seasons came to, and every page that shows it. The counting is `standings`."""
