"""Daily work, upgrades, and replacing a broken laptop by another one."""
