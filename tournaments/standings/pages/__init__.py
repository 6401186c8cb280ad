"""Build the data that the templates of the standing's and the players' pages show."""
