"""What a club publishes outside this site. For the club's own website there are pages to embed in
frames, JSON and a feed. The same content is also written as files, in a zip or a folder.
"""
