"""Build the data and texts that the site sends to its scripts in the browser, and read what those
scripts send back.
"""
