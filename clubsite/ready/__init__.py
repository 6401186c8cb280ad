"""What a first start finds ready: the empty tables and the demo. `python3 -m clubsite.ready.make`
makes both anew, which a change of a migration, or of the demo, asks for.
"""
