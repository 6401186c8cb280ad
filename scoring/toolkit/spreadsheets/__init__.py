"""Write any list or workbook as CSV or XLSX."""
