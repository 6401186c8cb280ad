"""Lists and workbooks that people download."""
