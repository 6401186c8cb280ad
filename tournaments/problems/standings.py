"""The messages that users read when something about divisions, or about ties in a standing, is
refused.
"""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NO_DIVISIONS = ProblemCode(95, _("This season has no divisions: say first how many it has."))
NO_DIVISION = ProblemCode(96, _("There is no division %(given)s: choose 1 to %(most)s."))
NOT_OURS = ProblemCode(97, _("Choose members of this club."))
STILL_THERE = ProblemCode(
    98, _("%(name)s is in division %(number)s: choose another one there first.")
)
NO_TIE = ProblemCode(
    180, _("These players no longer share a place: look at the standing as it is now.")
)
SETTLED = ProblemCode(181, _("This tie is settled already: undo that first."))
NOT_SHARED = ProblemCode(182, _("A place in a division can't be shared: choose another way."))
NO_TURNS = ProblemCode(183, _("Give each of them a place of their own below: 1 to %(count)s."))
NO_WAY = ProblemCode(184, _("Choose how it is settled."))
