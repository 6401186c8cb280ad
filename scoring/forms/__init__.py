"""The forms of a sheet, one module for each. Errors are shown beside their field."""
