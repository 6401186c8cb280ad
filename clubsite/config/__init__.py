"""How the site is set up: database, mail, logs, secret key."""
