"""The messages that users read when something goes wrong with the whole site: a back-up, a full
disk, a lost database.
"""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NO_BACK_UP = ProblemCode(
    160, _("The back-up did not get onto the disk: make room there, and try again.")
)
DISK_FULL = ProblemCode(
    210, _("The disk of this site is full or broken, so nothing can be kept on it.")
)
WRITES_LONG = ProblemCode(211, _("Something else keeps the site busy for very long."))
DATABASE_AWAY = ProblemCode(212, _("The database of this site does not answer."))
READ_ONLY = ProblemCode(
    213, _("The database of this site can be read, but takes nothing just now.")
)

# The second place for the copies of a night.
PLACE_GONE = ProblemCode(
    240,
    _(
        "There is no such folder on the computer of the site. Is the stick in it? Write the whole"
        " name, such as /media/ans/STICK or E:\\"
    ),
)
PLACE_FULL = ProblemCode(241, _("That place is full: make room there, or take another."))
PLACE_LOCKED = ProblemCode(
    242, _("Nothing may be written there. Does the stick have a switch against writing?")
)
PLACE_SLOW = ProblemCode(243, _("That place does not answer. Try again, or take another."))
PLACE_FAILED = ProblemCode(244, _("Writing there goes wrong: take another stick or folder."))
PLACE_OURS = ProblemCode(
    245, _("That is a folder of Streepje itself, which would be lost with it: take another.")
)
