"""How long links and log-ins work; of a log-in that is used also `SESSION_COOKIE_AGE`."""

from datetime import timedelta

LINK_WORKS = timedelta(hours=24)  # to log in, handed by an organiser
LETTER_WORKS = timedelta(minutes=10)  # to log in, by e-mail
LETTER_KNOWN = timedelta(hours=1)  # how long a link that is over still offers another letter
CONFIRMATION_WORKS = timedelta(hours=24)
INVITATION_WORKS = timedelta(days=14)
UNUSED = timedelta(days=8)  # a log-in that is not used for so long ends: docs/security.md
