"""What the pages of a sheet show: data for the templates."""
