"""The views of clubs' pages, with one module for each subject."""
