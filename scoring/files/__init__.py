"""Files made from a sheet: CSV and a workbook."""
