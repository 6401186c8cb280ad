"""Read and write CSV and Excel files."""
