"""The messages that users read when something about members or a list of names is refused."""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

WRONG_NAME = ProblemCode(20, _("Use ordinary characters only, none of them invisible."))
NO_FIRST_NAME = ProblemCode(21, _("Write the first name."))
LONG_NAME = ProblemCode(22, _("The whole name has more than %(most)s characters: shorten it."))
SAME_NAME = ProblemCode(
    23, _("%(name)s is on the list already. Tick below if this is somebody else.")
)
SAME_NUMBER = ProblemCode(24, _("%(name)s has this member number already."))
NO_TABLE = ProblemCode(25, _("Tables are numbered from 1 to %(most)s."))
LONG_LIST = ProblemCode(26, _("This list has %(count)s lines; at most %(most)s fit in one go."))
EMPTY_LIST = ProblemCode(27, _("There is nobody to add in this list."))
WRONG_LIST = ProblemCode(
    28, _("Some lines can't be read, so nobody is added yet: mend or remove them.")
)
SELF_MERGE = ProblemCode(29, _("Choose another member than this one."))
MERGED = ProblemCode(30, _("%(name)s is part of a merge already: undo that one first."))
SELF_PAIR = ProblemCode(31, _("Choose two different members."))
SAME_PAIR = ProblemCode(32, _("These two are a pair already: take that away first."))
COLUMNS = ProblemCode(
    33, _("This line has too many columns: first name, tussenvoegsel, family name.")
)
TWO_PEOPLE = ProblemCode(
    92, _("%(name)s and %(other)s sat at the tables at once, on %(day)s: these are two people.")
)
HAS_PLAYED = ProblemCode(
    259, _("%(name)s has played, or stands in a draw: who did that can be archived, not deleted.")
)

# Couples: members/couples.py, nights/entrants.py.
NO_SIDES = ProblemCode(290, _("This game has no partners, so couples can't play it."))
COUPLES_STAY = ProblemCode(
    291, _("This season has draws already, so who plays stays: people by themselves, or couples.")
)
NO_COUPLES = ProblemCode(292, _("In this season everybody plays for themselves."))
HAS_PARTNER = ProblemCode(293, _("%(name)s plays with %(other)s already: split these two first."))
COUPLE_PLAYED = ProblemCode(294, _("%(names)s have played together, so this couple stays."))
NOBODY_AWAY = ProblemCode(
    295, _("%(names)s: a substitute is for a couple of whom one is here and one is not.")
)
NO_SUBSTITUTE = ProblemCode(
    296, _("%(name)s plays tonight already: choose somebody who is here and free.")
)
