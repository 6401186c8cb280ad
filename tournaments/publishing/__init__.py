"""What a club publishes outside this site: frames, JSON and a feed for its own website, and the
same as files in a zip or a folder.
"""
