"""Everything that happens to a sheet: entries, verdicts, approvals and the chain of events."""
