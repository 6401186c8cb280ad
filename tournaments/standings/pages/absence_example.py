"""The example in the web form for a season's rules: how many points each choice about missed nights
would give to a player.
"""

from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import find_system, is_lowest_best
from tournaments.club.seasons import is_skipping_best
from tournaments.models import Season
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules import (
    Missed,
    NightPoints,
    Person,
    PlayedNight,
    PlayedRound,
    PlayerRound,
    Points,
    Row,
    SeasonRules,
    rank_season,
)
from tournaments.standings.rules.points import BEST_ONLY, FIXED, OWN, PLACES, SKIP, WORST

ELS, BEA = 1, 2


class Figures(NamedTuple):
    """The scores in the example that shows what a missed night costs: those of the player on three
    other nights, the worst score of anybody on the missed night, and the fixed number that a
    season may give for a missed night.
    """

    own: tuple[int, int, int]
    worst: int
    fixed: int


LOW = Figures((300, 420, 360), worst=560, fixed=500)
HIGH = Figures((420, 300, 360), worst=140, fixed=200)
MATCHES = Figures((6, 4, 5), worst=1, fixed=2)
OWN_PLACES, WORST_PLACE, FIXED_PLACE = (2, 1, 3), 4, 1
USUAL_PLACES = (Fraction(4), Fraction(2), Fraction(1), Fraction(1, 2))


class Answer(NamedTuple):
    total: str
    note: str
    refused: bool = False  # staying away would win


class Example(NamedTuple):
    low: bool
    nights: tuple[str, ...]  # the points of the nights that Els played
    answers: dict[str, dict[str, Answer]]  # by question, then by answer


def build_absence_example(season: Season) -> Example:
    """Return an example for the web form with a season's rules: how many points an imaginary player
    would end up with under each choice about missed nights. The other rules are those of `season`,
    which may be incomplete and unsaved.
    """
    terms, figures = _terms(season), _figures(season)
    answers: dict[str, dict[str, Answer]] = {}
    for question in ("signed_off", "no_show"):
        said = getattr(season, f"{question}_points")
        answers[question] = {
            how: _missed_the_last(terms, _rule(how, said, figures), figures, season)
            for how in Season.Absence.values
        }
    answers["before_joining"] = {
        how: _joined_later(terms, how, figures, season) for how in Season.Joining.values
    }
    row = _row(terms, figures, missed=3)
    played = [format_points(tally.points or 0) for tally in row.tallies[:3]]
    return Example(terms.low, tuple(played), answers)


def _terms(season: Season) -> SeasonRules:
    """Return the season's rules, for the example that shows what a missed night costs. Where no
    choice is made yet, a usual value is used.
    """
    terms = build_season_rules(season)
    if not season.counted:
        terms = terms._replace(counted=3 if terms.counting in BEST_ONLY else 1)
    if not terms.place_points:
        terms = terms._replace(place_points=USUAL_PLACES)
    figures = _figures(season)
    return terms._replace(
        signed_off=_rule(season.signed_off or WORST, season.signed_off_points, figures),
        no_show=_rule(season.no_show or WORST, season.no_show_points, figures),
    )


def _figures(season: Season) -> Figures:
    if season.counting == PLACES:
        return LOW._replace(fixed=FIXED_PLACE)
    if is_lowest_best(season.reglement):
        return LOW
    return MATCHES if find_system(season.reglement).lowest_wins else HIGH


def _rule(how: str, points: int | None, figures: Figures) -> Missed:
    if how == FIXED:
        return Missed(how, figures.fixed if points is None else points)
    return Missed(how, points if how == OWN else None)


def _missed_the_last(terms: SeasonRules, rule: Missed, figures: Figures, season: Season) -> Answer:
    row = _row(terms._replace(no_show=rule), figures, missed=3)
    return _answer(row, row.tallies[3], rule.how == SKIP and is_skipping_best(season))


def _joined_later(terms: SeasonRules, how: str, figures: Figures, season: Season) -> Answer:
    row = _row(terms._replace(before_joining=how), figures, missed=0, nights=3)
    return _answer(row, row.tallies[0], how == SKIP and is_skipping_best(season))


def _row(terms: SeasonRules, figures: Figures, *, missed: int, nights: int = 4) -> Row:
    """Return the standing row of Els, the player in the example, after this many nights. `missed`
    is the index of the night that she missed, and `figures` has the scores of the example.
    """
    played = [_night(number, figures, plays=number != missed) for number in range(nights)]
    joined = 2 if missed == 0 else 1
    people = [Person(ELS, joined=joined), Person(BEA)]
    (division,) = rank_season(terms, people, played, moves=False)
    return next(row for row in division.rows if row.player == ELS)


def _night(number: int, figures: Figures, *, plays: bool) -> PlayedNight:
    """Return one night of the example, with the scores in `figures`. Els, the player whom the
    example is about, plays only if `plays` is set. The other player, Bea, always plays, and has the
    worst score.
    """
    shares = [PlayerRound(BEA, figures.worst, places=(WORST_PLACE,))]
    if plays:
        shares.append(PlayerRound(ELS, figures.own[number], places=(OWN_PLACES[number],)))
    return PlayedNight(number + 1, (PlayedRound(tuple(shares)),))


def _answer(row: Row, tally: NightPoints, refused: bool) -> Answer:
    total: Points = row.points or 0
    return Answer(format_points(total), _note(row, tally, refused), refused)


def _note(row: Row, tally: NightPoints, refused: bool) -> str:
    if refused:
        return gettext("not possible: staying away would win")
    if tally.points is None:
        words = ngettext("over %(count)s night", "over %(count)s nights", row.counted)
        return words % {"count": row.counted}
    if tally.dropped:
        return gettext("that night is left out")
    return gettext("%(points)s that night") % {"points": format_points(tally.points)}
