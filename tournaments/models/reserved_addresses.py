"""The words that no club may have as its slug (the short name in its pages' addresses), because the
site uses them in its own addresses or may do so later.
"""

# A club's page is /<slug>/, so no club may take these words, which the site uses or may use later.
RESERVED = frozenset(
    [
        *("account", "admin", "api", "backup", "club", "demo", "games", "hall", "healthz", "help"),
        *("i18n", "join", "log-in", "login", "logout", "look-around", "m", "media", "new"),
        *("new-club", "nieuw", "privacy", "robots", "s", "season", "sheets", "site", "static"),
        "test",
    ]
)
