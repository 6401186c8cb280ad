"""What a page of a sheet shows, before its template."""
