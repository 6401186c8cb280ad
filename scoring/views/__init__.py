"""The pages of a sheet, one module for each. A view fetches the sheet, reads the form, calls the
function that saves (the verb), and returns the response.
"""
