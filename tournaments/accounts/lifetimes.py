"""How long links and log-ins work, and are kept on record."""

from datetime import timedelta

LINK_WORKS = timedelta(hours=24)  # to log in, handed by an organiser
LETTER_MINUTES = 10  # to log in, by e-mail
LETTER_WORKS = timedelta(minutes=LETTER_MINUTES)
LETTER_KNOWN = timedelta(hours=1)  # how long a link that is over still offers another letter
CONFIRMATION_WORKS = timedelta(hours=24)
INVITATION_WORKS = timedelta(days=14)
# A log-in. Not two weeks: who logged in at a weekly club night is not logged out at one.
USED = timedelta(days=13)
UNUSED = timedelta(days=8)  # it ends if not used for so long: docs/security.md
ON_RECORD = timedelta(days=366)  # the log of invitations and links
