from functools import partial

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

DrawCode = partial(ProblemCode, letter="D")


NOT_JSON = DrawCode(1, _("%(file)s: this is not JSON that can be read (%(why)s)."))
NOT_UTF8 = DrawCode(1, _("%(file)s: this is not UTF-8 text."))
TWICE = DrawCode(2, _("%(file)s: %(given)s is written twice in one object: keep one."))
PLAYERS = DrawCode(3, _("%(given)s players is not possible: 0 to %(most)s is."))
ROUNDS = DrawCode(4, _("%(given)s rounds is not possible: 1 to %(most)s is."))
UNKNOWN = DrawCode(5, _("%(given)s is not known here: use %(right)s."))
SHAPE = DrawCode(6, _("%(file)s: %(given)s can't be read here: write %(right)s."))
NO_PLAYER = DrawCode(7, _("%(file)s: there is no player %(given)s: they are 0 to %(last)s."))
SAME_PLAYER = DrawCode(8, _("%(file)s: %(given)s names one player twice."))
SAME_PAIR = DrawCode(9, _("%(file)s: players %(one)s and %(other)s stand there twice."))
PLACES = DrawCode(10, _("%(file)s: %(count)s places for %(players)s players: write one for each."))
NO_TABLE = DrawCode(11, _("%(file)s: there is no table %(given)s: they are 1 to %(last)s."))
NO_STANDING = DrawCode(12, _("Drawing by the standing needs the standing."))
EFFORT = DrawCode(13, _("%(given)s seconds is not possible: more than 0 to %(most)s is."))
NO_ALGORITHM = DrawCode(14, _("This was drawn by %(given)s, which is not known here."))
HIDDEN = DrawCode(15, _("%(file)s: its constraints are private: the organiser can draw it again."))

MOVES = DrawCode(16, _("Drawing by %(given)s needs tables of %(right)s."))
ONE_ROUND = DrawCode(17, _("Drawing by %(given)s is one round at a time, for everybody."))
NO_EARLIER = DrawCode(18, _("Drawing by %(given)s needs the round before it."))
NO_FINAL = DrawCode(19, _("A final of %(count)s needs as many players."))

TOO_FEW = DrawCode(20, _("%(players)s at the door: a draw takes at least %(least)s."))
FIVE = DrawCode(21, _("Five players: one table of three and one of two."), "warning")
SAT_OUT = DrawCode(22, _("Sitting out each round, in turn: %(count)s."), "warning")

APART_UNMET = DrawCode(30, _("Players %(one)s and %(other)s could not be kept apart."))
TOGETHER_UNMET = DrawCode(31, _("Players %(one)s and %(other)s could not be kept together."))
TABLE_UNMET = DrawCode(32, _("Player %(one)s could not be kept at table %(table)s."))

SEATED_TWICE = DrawCode(40, _("Round %(round)s: player %(one)s sits in two places."))
NOT_SEATED = DrawCode(41, _("Round %(round)s: player %(one)s has no place."))
TABLE_SIZE = DrawCode(42, _("Round %(round)s, table %(table)s: this can't be played by %(count)s."))
OTHER_DRAW = DrawCode(
    43, _("Drawn again, this is another draw: what is kept is not what was drawn.")
)
