"""The forms of a club, a module for each subject. A refusal is shown beside its field."""
