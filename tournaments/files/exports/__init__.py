"""What a club takes along as files: its lists and workbooks. Nothing here reads a request."""
