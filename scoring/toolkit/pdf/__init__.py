"""Tools to make any PDF: text, tables and pages."""
