"""A sheet and what happens to it: entries, verdicts, approvals, the chain of events."""
