import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.club.amounts import euros_in_words
from tournaments.club.reglementen import build_game, find_table_kind, has_sides, is_lowest_best
from tournaments.draw.engine import table_sizes
from tournaments.models import Season
from tournaments.models.season import (
    AVERAGES,
    EVERY,
    LAST,
    MOST_PRIZES,
    PARTS,
    PER,
    POINTS,
    Explanation,
    Option,
)

Counting, Absence = Season.Counting, Season.Absence
PLACES_OF_SIDES = _("points for the place of each side at its table")


def make_unbroken(text: object) -> str:
    """No line ends within a date, before an initial, or behind the hyphen or dash of 2026-2027."""
    dated = re.sub(r"(\d\.?) ([^\W\d]+) (?=\d{4}\b)", "\\1\xa0\\2\xa0", str(text))
    return re.sub(r"(?<=\d[-–])(?=\d)", "\u2060", re.sub(r" (?=[^\W\d]\.)", "\xa0", dated))


class Term(NamedTuple):
    label: str
    words: str


def describe_season(season: Season) -> list[Term]:
    days = {"first": date_format(season.first), "last": date_format(season.last)}
    terms = [Term(gettext("When"), gettext("%(first)s to %(last)s") % days)]
    explained = [
        (option, option.explained)
        for option in Season.list_options()
        if option.explained and (option.kept or option.is_asked(season))
    ]
    terms += [
        Term(str(explanation.label or option.label), words)
        for part in PARTS
        for option, explanation in explained
        if explanation.part == part and (words := _explain(season, option, explanation))
    ]
    return terms


def _explain(season: Season, option: Option, explanation: Explanation) -> str:
    """Return "" where there is nothing to explain."""
    if option.name in IN_WORDS:
        return IN_WORDS[option.name](season)
    value = getattr(season, option.name)
    if option.kind == "places":
        return places_in_words(value)
    if option.column.choices:
        return str(dict(option.column.flatchoices)[value])
    if isinstance(value, bool):
        return str(explanation.words if value else explanation.otherwise)
    is_usual = value == option.column.get_default()
    return "" if is_usual else explanation.words % {"count": value}


def name_standing(season: Season, key: str) -> str:
    """`key` is that of a period's or a further standing; empty: the season's own."""
    if key.startswith("p"):
        return gettext("Period %(number)s") % {"number": key[1:]}
    return str(season.further[int(key[1:]) - 1]["name"]) if key else gettext("Season")


def describe_counting(season: Season, key: str = "") -> str:
    if season.by_period and not key:
        return _count_periods(season)
    counting, count = find_counting(season, key)
    return _count_nights(season, counting, count)


def find_counting(season: Season, key: str) -> tuple[str, int]:
    if key.startswith("f"):
        further = season.further[int(key[1:]) - 1]
        return further["counting"], further["counted"] or 0
    if not key or season.counting == Counting.PLACES:
        return season.counting, season.counted or 0
    averages = season.counting in AVERAGES
    if season.period_best:
        return Counting.BEST_AVERAGE if averages else Counting.BEST, season.period_best
    of_all = Counting.AVERAGE if averages else Counting.SUM
    return Counting.ROUNDS if season.counting == Counting.ROUNDS else of_all, 0


def _count_nights(season: Season, counting: str, count: int) -> str:
    if counting == Counting.BEST:
        words = ngettext("the best night only", "the best %(count)s nights", count)
        return words % {"count": count}
    if counting == Counting.BEST_AVERAGE:
        return gettext("the average of the best nights (%(count)s)") % {"count": count}
    if counting == Counting.DROP:
        words = ngettext("all but the worst night", "all but the worst %(count)s nights", count)
        return words % {"count": count}
    if counting == Counting.PLACES and has_sides(season.reglement):
        return str(PLACES_OF_SIDES)
    return str(Counting(counting).label)


def _count_periods(season: Season) -> str:
    words = {
        Counting.AVERAGE: gettext("the average of all periods"),
        Counting.ROUNDS: gettext("the average of all periods"),
        Counting.BEST: gettext("the totals of the best periods (%(count)s)"),
        Counting.BEST_AVERAGE: gettext("the average of the best periods (%(count)s)"),
        Counting.DROP: gettext("the totals of all but the worst periods (%(count)s)"),
    }
    counts = words.get(Counting(season.counting), gettext("the totals of all periods"))
    return counts % {"count": season.counted}


def periods_in_words(periods: Sequence[int | str]) -> str:
    days = (part if isinstance(part, int) else date.fromisoformat(part) for part in periods)
    return ", ".join(f"{part:%d-%m-%Y}" if isinstance(part, date) else str(part) for part in days)


def _periods(season: Season) -> str:
    if season.periods and isinstance(nights := season.periods[0], int):
        words = ngettext("%(count)s night each", "%(count)s nights each", nights)
        return words % {"count": nights}
    days = [date_format(date.fromisoformat(day), "DAY_AND_MONTH_FORMAT") for day in season.periods]
    return gettext("a next one begins on %(days)s") % {"days": ", ".join(days)} if days else ""


def _further(season: Season) -> str:
    keys = [f"f{number}" for number in range(1, len(season.further) + 1)]
    return " · ".join(
        f"{name_standing(season, key)}: {describe_counting(season, key)}" for key in keys
    )


def _drop_at(season: Season) -> str:
    if not season.drop_at:
        return ""
    nights = get_text_list([*map(number_format, season.drop_at)], gettext("and"))
    return gettext("after %(nights)s nights played, one more at each") % {"nights": nights}


def _sizes(season: Season) -> str:
    kind = find_table_kind(season)
    return str(Season.Sizes(kind).label) if kind in table_sizes.MIXED else ""


def _five(season: Season) -> str:
    fours = find_table_kind(season) == table_sizes.THREES_AND_FOURS
    return season.get_five_display() if fours else ""


def _fees(season: Season) -> str:
    if not season.member_fee and not season.guest_fee:
        return ""
    member, guest = euros_in_words(season.member_fee), euros_in_words(season.guest_fee)
    return gettext("%(member)s, guests %(guest)s") % {"member": member, "guest": guest}


def _sit_out(season: Season) -> str:
    if season.counting == Counting.PLACES:
        return ""
    if season.sit_out is None:
        return str(season.get_sitting_out_display())
    points = POINTS % {"count": season.sit_out}
    return gettext("%(points)s, once a night; then the own average round") % {"points": points}


def no_show_in_words(season: Season) -> str:
    words = _absence(season.no_show, season.no_show_points)
    always = gettext("%(points)s, and it always counts") % {"points": words}
    return always if season.no_show_always else words


def _absence(kind: str, points: Sequence[float]) -> str:
    in_turn = {"points": points_in_turn(points)}
    if kind == Absence.FIXED:
        is_one = len(points) == 1 and isinstance(points[0], int)
        return POINTS % {"count": points[0]} if is_one else gettext("%(points)s points") % in_turn
    if kind == Absence.OWN and points:
        return gettext("the player's own average, at most %(points)s") % in_turn
    if kind == Absence.LESS:
        return gettext("the player's own average, less %(points)s") % in_turn
    return str(Absence(kind).label)


def points_in_turn(points: Sequence[float]) -> str:
    """Of the first night missed, the second and so on."""
    return gettext(", then ").join(map(number_format, points))


def _tie_break(season: Season) -> str:
    if season.tie_break == Season.TieBreak.BEST_GAME:
        if build_game(season.reglement).lowest_wins:
            return gettext("the smaller worst game first")
        return gettext("the greater best game first")
    return str(season.get_tie_break_display())


def _divisions(season: Season) -> str:
    if season.divisions == 1:
        return ""
    words = ngettext(
        "%(divisions)s; %(count)s goes up and %(count)s down",
        "%(divisions)s; %(count)s go up and %(count)s down",
        season.moving,
    )
    return words % {"divisions": number_format(season.divisions), "count": season.moving}


IN_WORDS: dict[str, Callable[[Season], str]] = {  # options whose words depend on more than one
    "counting": describe_counting,
    "periods": _periods,
    "further": _further,
    "place_points": lambda season: " · ".join(map(number_format, season.place_points)),
    "bonus": lambda season: number_format(season.bonus),
    "sizes": _sizes,
    "five": _five,
    "member_fee": _fees,
    "drop_at": _drop_at,
    "signed_off": lambda season: _absence(season.signed_off, season.signed_off_points),
    "no_show": no_show_in_words,
    "sitting_out": _sit_out,
    "tie_break": _tie_break,
    "divisions": _divisions,
}


def missed_round_in_words(season: Season) -> str:
    kind, points = season.signed_off, points_in_turn(season.signed_off_points)
    if season.missed_round is not None:
        return POINTS % {"count": season.missed_round}
    if kind == Absence.SKIP:
        low = is_lowest_best(season.reglement) and season.counting != Counting.PLACES
        if low and season.counting not in (Counting.AVERAGE, Counting.ROUNDS):
            return gettext("nothing, and with it the whole night does not count")
        return gettext("nothing")
    if kind == Absence.WORST:
        return gettext("its part of the worst score of the night, rounded up")
    if kind == Absence.FIXED:
        words = gettext("its part of the %(count)s points that a night missed counts, rounded up")
        return words % {"count": points}
    if not points:
        return gettext("the player's own average of a round")
    capped = gettext("the player's own average of a round, at most its part of %(count)s points")
    less = gettext("the player's own average of a round, less its part of %(count)s points")
    return (less if kind == Absence.LESS else capped) % {"count": points}


def places_in_words(places: Sequence[int | str]) -> str:
    return ", ".join(map(name_prize, places))


def name_prize(place: int | str) -> str:
    if place == LAST:
        return gettext("last")
    if place in MOST_PRIZES:
        return str(MOST_PRIZES[place])
    if isinstance(place, str) and place.startswith(PER):
        return " ".join(["1", gettext("per"), place.removeprefix(PER), gettext("players")])
    if isinstance(place, str):
        return f"{gettext('every')} {place.removeprefix(EVERY)}"
    return str(place)
