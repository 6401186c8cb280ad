"""The messages that users read when something about a night, or a change at one of its tables, is
refused.
"""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NOT_NOW = ProblemCode(56, _("This can't be done now: the night is %(state)s."))
OTHER_DAY = ProblemCode(57, _("%(day)s is outside this season."))
SAME_DAY = ProblemCode(58, _("There is a night on %(day)s already."))
MANY_NIGHTS = ProblemCode(59, _("These are %(count)s nights; a season has at most %(most)s."))
NO_REASON = ProblemCode(64, _("Write why, in a few words."))
NOT_ALL_IN = ProblemCode(
    66, _("Not everything is in: finish it, or write why you close all the same.")
)
ONE_FORM = ProblemCode(69, _("At one table seats are exchanged before the first game only."))
NOT_THERE = ProblemCode(75, _("%(name)s does not sit at table %(table)s now."))
SEATED = ProblemCode(76, _("%(name)s sits at table %(table)s in this round."))
NO_CHAIR = ProblemCode(77, _("No seat is free at table %(table)s."))
FIXED = ProblemCode(78, _("This game takes %(count)s at each table: let somebody else take over."))
ALL_PLAYED = ProblemCode(79, _("All games of table %(table)s are played."))
BUILT_ON = ProblemCode(80, _("Something that was done since builds on it: undo that first."))
UNDONE = ProblemCode(81, _("This was undone already."))
FROM_GAME = ProblemCode(82, _("From game %(given)s on can't be: choose %(low)s to %(high)s."))
TOO_SMALL = ProblemCode(83, _("Every table needs %(count)s people at least."))
MOVED_ON = ProblemCode(
    84, _("Game %(number)s was changed in the meantime: look at the form first.")
)
UNEVEN = ProblemCode(
    151,
    _(
        "Table %(table)s goes on with game %(next)s, table %(there)s with game %(then)s. In this"
        " round %(fewer)s would play fewer games than the others (%(count)s), and %(more)s as many"
        " more."
        " Tick below if they swap all the same."
    ),
)
LARGER = ProblemCode(
    265,
    _("Table %(table)s is full: %(count)s sit there, and at a table of tonight at most %(most)s."),
)
