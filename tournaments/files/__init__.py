"""Read and write CSV and Excel files, and move a club to another site."""
