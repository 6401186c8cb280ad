"""Everything that happens to a sheet: entries, approvals, verdicts on hands with jokers, and the
chain of events that records it all.
"""
