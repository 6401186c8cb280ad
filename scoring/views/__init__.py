"""The pages of a sheet: a view fetches the sheet, reads the form and calls a verb."""
