"""What a club publishes outside this site. There are frames, JSON and a feed for the club's own
website, and the same content as files in a zip or a folder.
"""
