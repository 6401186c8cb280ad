"""Tests of the pages in a real browser. docs/testing.md tells how to add to them."""
