"""The web forms of a club, with one module for each subject. Errors are shown beside their
field.
"""
