"""States of pages, a file for each part of the site."""
