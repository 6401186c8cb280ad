"""The forms of a sheet, a module each. A refusal is shown beside its field."""
