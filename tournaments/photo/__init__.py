"""Reads filled-in paper forms from pictures. What is read is only a proposal, and the person who
checks it is asked about each doubtful cell. Nothing is written into a sheet here.
"""
