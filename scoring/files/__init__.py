"""A sheet as CSV and as a workbook."""
