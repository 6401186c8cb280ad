"""Files that people take along: lists as text, and workbooks. Nothing here reads a request."""
