"""Invented clubs, and the demo: a second site that shows them. Somebody whose own site is still
empty can open it from there.
"""
