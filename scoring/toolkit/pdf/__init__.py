"""Text, tables and pages of any PDF."""
