"""Any list or workbook as CSV or XLSX."""
