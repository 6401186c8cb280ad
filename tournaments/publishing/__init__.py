"""What a club shows outside this site: pages to embed in frames, JSON, a feed and letters."""
