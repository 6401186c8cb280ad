"""Two prepared files that make the first start of a site fast: the empty tables and the recorded
demo. After a change of a migration or of the demo, `python3 -m clubsite.ready.make` must write both
again.
"""
