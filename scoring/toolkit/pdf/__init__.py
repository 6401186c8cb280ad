"""Draw text, tables and pages of any PDF."""
