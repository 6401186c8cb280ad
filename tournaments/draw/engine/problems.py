from scoring.toolkit.problems import Problem, ProblemCode, Problems, UserError
from scoring.toolkit.texts import _

LETTER = "D"

NOT_JSON = ProblemCode(1, _("%(file)s: this is not JSON that can be read (%(why)s)."))
NOT_UTF8 = ProblemCode(1, _("%(file)s: this is not UTF-8 text."))
TWICE = ProblemCode(2, _("%(file)s: %(given)s is written twice in one object: keep one."))
PLAYERS = ProblemCode(3, _("%(given)s players is not possible: 0 to %(most)s is."))
ROUNDS = ProblemCode(4, _("%(given)s rounds is not possible: 1 to %(most)s is."))
UNKNOWN = ProblemCode(5, _("%(given)s is not known here: use %(right)s."))
SHAPE = ProblemCode(6, _("%(file)s: %(given)s can't be read here: write %(right)s."))
NO_PLAYER = ProblemCode(7, _("%(file)s: there is no player %(given)s: they are 0 to %(last)s."))
SAME_PLAYER = ProblemCode(8, _("%(file)s: %(given)s names one player twice."))
SAME_PAIR = ProblemCode(9, _("%(file)s: players %(one)s and %(other)s stand there twice."))
PLACES = ProblemCode(
    10, _("%(file)s: %(count)s places for %(players)s players: write one for each.")
)
NO_TABLE = ProblemCode(11, _("%(file)s: there is no table %(given)s: they are 1 to %(last)s."))
NO_STANDING = ProblemCode(12, _("Drawing by the standing needs the standing."))
EFFORT = ProblemCode(13, _("%(given)s seconds is not possible: more than 0 to %(most)s is."))
NO_ALGORITHM = ProblemCode(14, _("This was drawn by %(given)s, which is not known here."))
HIDDEN = ProblemCode(
    15, _("%(file)s: its constraints are private: the organiser can draw it again.")
)

MOVES = ProblemCode(16, _("Drawing by %(given)s needs tables of %(right)s."))
ONE_ROUND = ProblemCode(17, _("Drawing by %(given)s is one round at a time, for everybody."))
NO_EARLIER = ProblemCode(18, _("Drawing by %(given)s needs the round before it."))
NO_FINAL = ProblemCode(19, _("A final of %(count)s needs as many players."))

TOO_FEW = ProblemCode(20, _("%(players)s at the door: a draw takes at least %(least)s."))
FIVE = ProblemCode(21, _("Five players: one table of three and one of two."), "warning")
SAT_OUT = ProblemCode(22, _("Sitting out each round, in turn: %(count)s."), "warning")

APART_UNMET = ProblemCode(30, _("Players %(one)s and %(other)s could not be kept apart."))
TOGETHER_UNMET = ProblemCode(31, _("Players %(one)s and %(other)s could not be kept together."))
TABLE_UNMET = ProblemCode(32, _("Player %(one)s could not be kept at table %(table)s."))

SEATED_TWICE = ProblemCode(40, _("Round %(round)s: player %(one)s sits in two places."))
NOT_SEATED = ProblemCode(41, _("Round %(round)s: player %(one)s has no place."))
TABLE_SIZE = ProblemCode(
    42, _("Round %(round)s, table %(table)s: this can't be played by %(count)s.")
)
OTHER_DRAW = ProblemCode(
    43, _("Drawn again, this is another draw: what is kept is not what was drawn.")
)


def problem(check: ProblemCode, /, **params: object) -> Problem:
    problems = Problems(LETTER)
    problems.refuse(check, **params)
    return problems.found[0]


def user_error(check: ProblemCode, /, **params: object) -> UserError:
    return UserError([problem(check, **params)])
