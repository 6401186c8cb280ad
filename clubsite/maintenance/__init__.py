"""Daily work, upgrades, and a laptop that replaces a broken one."""
