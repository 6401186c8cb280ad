"""The messages that users read when drawing a round or seating people is refused."""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

TOO_FEW = ProblemCode(61, _("There are too few people for a table: let them in at the door first."))
ALL_DRAWN = ProblemCode(62, _("All rounds of this night are drawn."))
PLAYED = ProblemCode(63, _("Something was written in all its rounds already, so this draw stays."))
NOT_THE_LAST = ProblemCode(65, _("Only the last draw can be taken back."))
CLASH = ProblemCode(85, _("Not all of these can be had: %(wishes)s. Take one away."))
FULL_TABLE = ProblemCode(86, _("Table %(table)s is full: %(names)s sit there."))
NO_SEAT = ProblemCode(87, _("Still without a table: %(names)s."))
ODD_TABLE = ProblemCode(
    88, _("People at table %(table)s: %(count)s. It takes %(low)s to %(high)s.")
)
NO_WISH = ProblemCode(89, _("Choose two different people who are here, or one and a table."))
OTHER_TABLE = ProblemCode(90, _("Choose a table of tonight: 1 to %(count)s."))
CHANGED = ProblemCode(91, _("People came and went while it was drawn: draw once more."))
NOT_HERE = ProblemCode(152, _("Not here any more: %(names)s. Draw anew."))
GONE = ProblemCode(153, _("Somebody else took this away meanwhile: look at what there is now."))
DRAWN = ProblemCode(154, _("Somebody else drew meanwhile: look at who sits where now."))
STILL_OPEN = ProblemCode(
    246, _("Round %(round)s is not over. Not in, or not approved: table %(tables)s.")
)
