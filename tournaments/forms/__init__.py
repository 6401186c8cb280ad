"""The forms of a club, one module for each subject. Errors are shown beside their field."""
