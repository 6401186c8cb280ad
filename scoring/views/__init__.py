"""The pages of a sheet, a module each. A view fetches the sheet, reads the form, calls the function
that saves (the verb), and answers.
"""
