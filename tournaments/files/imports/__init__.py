"""Members, results and a corrected night workbook: previewed, then applied."""
