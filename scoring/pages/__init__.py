"""Build the data that the templates of a sheet's pages show."""
