"""CSV and Excel in and out, and a club to another site."""
