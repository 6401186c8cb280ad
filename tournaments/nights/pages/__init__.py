"""What the pages about a night show. These modules collect it, and templates turn it into HTML."""
