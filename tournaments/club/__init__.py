"""A club: its rules, seasons, calendar, front page, and how a new one begins."""
