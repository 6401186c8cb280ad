"""The forms (input pages) for a sheet, one module for each. Errors are shown beside their field."""
