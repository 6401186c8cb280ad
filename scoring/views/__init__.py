"""The pages of a sheet, one module for each. A view fetches the sheet, reads the form, calls the
function that saves the change (called a verb in this program), and returns the response.
"""
