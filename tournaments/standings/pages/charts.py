"""What is drawn, its news in words, and the same in a table. Hair-thin is everybody, gold leads,
green is who it is about, dashed whom they are compared with.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from tournaments.names import shorten_names
from tournaments.standings import chart_shapes
from tournaments.standings.chart_shapes import Dot, Drawing, PlaceLine
from tournaments.standings.pages.places import Number
from tournaments.standings.pages.player_all_seasons import PlayerNight
from tournaments.standings.pages.standing import DivisionStanding
from tournaments.standings.pages.standing_texts import format_points


class ChartWithTable(NamedTuple):
    title: str
    news: str
    drawings: Sequence[Drawing]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


def draw_places(
    nights: Sequence[PlayerNight], ranked: int, lines: Sequence[PlaceLine]
) -> ChartWithTable | None:
    """`nights` has the latest first, `lines` the first night first. A single place is no line."""
    nights = nights[::-1]
    places = [night.place_after for night in nights]
    known = [place for place in places if place]
    if len(known) < 2:
        return None
    last = max(ranked, *(place for line in lines for place in line.places if place))
    days = [short_day_in_words(night.day) for night in nights]
    rows = [
        (date_format(night.day), str(night.place_after or "–"), _points(night.total_after))
        for night in nights
    ]
    return ChartWithTable(
        gettext("Place after each night"),
        tell_way(known),
        chart_shapes.draw_places(lines, days, last),
        (gettext("Night"), gettext("Place"), gettext("Total")),
        rows,
    )


def tell_way(known: Sequence[int]) -> str:
    """Return such as "from 5 down to 18, now 7": the last turn, if there are more."""
    turns, least = [known[0]], max(1, (max(known) - min(known)) * 0.4)  # of all places it had
    for place in known[1:]:
        if turns[1:] and min(turns[-2], place) <= turns[-1] <= max(turns[-2], place):
            turns[-1] = place
        elif abs(place - turns[-1]) >= least:
            turns.append(place)
    said = {"first": turns[-3:][0], "turn": turns[-2:][0], "last": known[-1]}
    if turns[2:] and said["turn"] > said["first"]:
        return gettext("from %(first)s down to %(turn)s, now %(last)s") % said
    if turns[2:]:
        return gettext("from %(first)s up to %(turn)s, now %(last)s") % said
    words = gettext("from %(first)s to %(last)s")
    return (words if turns[1:] else gettext("always in place %(first)s")) % said


def draw_nights(
    nights: Sequence[PlayerNight], middles: Mapping[int, Fraction], *, low: bool
) -> ChartWithTable | None:
    """`middles` has the median of everybody's points, by the id of the night."""
    nights = nights[::-1]
    if all(night.points is None for night in nights):
        return None
    dots = [
        Dot(
            None if night.points is None else Fraction(night.points),
            middles.get(night.id),
            missed=not night.is_whole,
        )
        for night in nights
    ]
    notes = [gettext("Better is above. The line is the middle score of each night.")]
    known = [dot.middle for dot in dots if dot.middle is not None]
    if known and max(known) > UNLIKE * max(min(known), 1):
        dots = [_from_middle(dot) for dot in dots]
        notes.append(gettext("The figures are the points away from it."))
    gaps = [
        dot.value - dot.middle
        for dot in dots
        if not (dot.value is None or dot.middle is None or dot.missed)
    ]
    better = sum(gap < 0 if low else gap > 0 for gap in gaps)
    if any(dot.missed and dot.value is not None for dot in dots):
        notes.append(gettext("An open ring: not there, or not for all of it."))
    title = gettext("Points of each night")
    news = ngettext(
        "%(better)s of %(count)s night was better than the middle of the club",
        "%(better)s of %(count)s nights were better than the middle of the club",
        len(gaps),
    )
    last = nights[-1]
    points = _points(last.points)
    said = gettext("%(points)s: place %(place)s") % {"points": points, "place": last.place}
    return ChartWithTable(
        title,
        news % {"better": better, "count": len(gaps)} if gaps else title,
        chart_shapes.draw_dots(
            dots,
            [short_day_in_words(night.day) for night in nights],
            low=low,
            labels=(gettext("the middle"), said if last.place else points, points),
            write=format_points,
        ),
        (gettext("Night"), gettext("Points"), gettext("Remarks")),
        [(date_format(night.day), _points(night.points), night.remarks) for night in nights],
        note=" ".join(notes),
    )


UNLIKE = 3  # times: nights of such different sizes are no line, such as imported and played ones


def _from_middle(dot: Dot) -> Dot:
    if dot.value is None or dot.middle is None:
        return dot._replace(value=None, middle=None if dot.middle is None else 0)
    return dot._replace(value=dot.value - dot.middle, middle=0)


def draw_everybody(
    days: Sequence[date], division: DivisionStanding, own: Collection[int] = ()
) -> ChartWithTable | None:
    """A single night is no line."""
    rows = [row for row in division.rows if any(row.places)]
    if len(days) < 2 or not rows:
        return None
    short = shorten_names([(row.name, row.first_name) for row in rows])
    mine = [[place for place in row.places if place] for row in rows if row.player in own]
    lines = [
        PlaceLine(
            row.places,
            "own" if row.player in own else "leads" if row.place == 1 else "hair",
            (first if " & " in first else row.name, first),
        )
        for row, first in zip(rows, short, strict=True)
    ]
    title = gettext("Places after each night")
    if division.number is not None:
        title += f" · {gettext('division %(number)s') % {'number': division.number}}"
    last = max(place for line in lines for place in line.places if place)
    names = [short_day_in_words(day) for day in days]
    news, led = _tell_lead(days, lines)
    if len(mine) == 1 and len({*mine[0]}) > 1:
        both = next(" & " in row.name for row in rows if row.player in own)
        words = gettext("The two of you went %(way)s") if both else gettext("You went %(way)s")
        news, led = words % {"way": tell_way(mine[0])}, ""
    lines = [
        line._replace(kind="led") if (line.kind, line.names[0]) == ("hair", led) else line
        for line in lines
    ]
    return ChartWithTable(
        title,
        news,
        chart_shapes.draw_places(lines, names, last, named=True),
        (gettext("Name"), *names),
        [(row.name, *(str(place or "–") for place in row.places)) for row in rows],
    )


def _tell_lead(days: Sequence[date], lines: Sequence[PlaceLine]) -> tuple[str, str]:
    """Return who leads since when, and who led longest before; that name again, or none."""
    after = [[line.names[0] for line in lines if line.places[n] == 1] for n in range(len(days))]
    stretches = [(names, len(list(nights))) for names, nights in groupby(after)]
    leaders, long = stretches[-1]
    if len(leaders) != 1:
        names = get_text_list(leaders, gettext("and"))
        return gettext("%(names)s share the first place") % {"names": names}, ""
    if len(stretches) == 1:
        return gettext("%(name)s leads from the first night on") % {"name": leaders[0]}, ""
    since = {"name": leaders[0], "day": short_day_in_words(days[-long])}
    nights = Counter(name for names in after[:-long] for name in names)
    nights.pop(leaders[0], None)
    if not nights:
        return gettext("%(name)s leads since %(day)s") % since, ""
    other, count = nights.most_common(1)[0]
    words = ngettext(
        "%(other)s led for %(count)s night; since %(day)s it is %(name)s",
        "%(other)s led for %(count)s nights; since %(day)s it is %(name)s",
        count,
    )
    return words % {**since, "other": other, "count": count}, other


class TwoPlayers(NamedTuple):
    """Two players of one division, after each of at least two nights of a season."""

    season: str
    days: Sequence[date]
    places: tuple[Sequence[int | None], Sequence[int | None]]
    won: Sequence[Sequence[int]]  # tables, on each night
    gap: Number | None  # points between them


def draw_two(
    two: TwoPlayers, names: Sequence[str], short: Sequence[str], own: int | None = None
) -> ChartWithTable | None:
    """`own` is which of them the viewer is."""
    ends = [next((place for place in reversed(places) if place), None) for places in two.places]
    if None in ends:
        return None
    lines = [
        PlaceLine(places, kind, (name, first), won, _count_tables(won))
        for places, kind, name, first, won in zip(
            two.places, ("own", "other"), names, short, two.won, strict=True
        )
    ]
    last = max(place for places in two.places for place in places if place)
    return ChartWithTable(
        two.season,
        _tell_two(two, short, own),
        chart_shapes.draw_places(lines, [short_day_in_words(day) for day in two.days], last),
        (gettext("Night"), *short),
        [
            (date_format(day), *(str(place or "–") for place in after))
            for day, after in zip(two.days, zip(*two.places, strict=True), strict=True)
        ],
        note=gettext("Place after each night. Below, a dash for each table won."),
    )


def _count_tables(won: Sequence[int]) -> str:
    many = sum(won)
    return ngettext("%(count)s table", "%(count)s tables", many) % {"count": many}


def _tell_two(two: TwoPlayers, short: Sequence[str], own: int | None) -> str:
    """Who is ahead, and by how much."""
    first, second = (places[-1] for places in two.places)
    now = second - first if first and second else 0
    if not now:
        if own is not None:
            return gettext("You and %(name)s are equal") % {"name": short[1 - own]}
        both = {"first": short[0], "second": short[1]}
        return gettext("%(first)s and %(second)s are equal") % both
    ahead, after = short if now > 0 else short[::-1]
    said = {"ahead": ahead, "after": after, "count": abs(now)}
    if own == int(now < 0):
        news = ngettext(
            "You are %(count)s place ahead of %(after)s",
            "You are %(count)s places ahead of %(after)s",
            abs(now),
        )
    elif own == int(now > 0):
        news = ngettext(
            "%(ahead)s is %(count)s place ahead of you",
            "%(ahead)s is %(count)s places ahead of you",
            abs(now),
        )
    else:
        news = ngettext(
            "%(ahead)s is %(count)s place ahead of %(after)s",
            "%(ahead)s is %(count)s places ahead of %(after)s",
            abs(now),
        )
    if two.gap is not None:
        points = ngettext("%(points)s point", "%(points)s points", 1 if two.gap == 1 else 2)
        news += f", {points % {'points': format_points(Fraction(two.gap))}}"
    return news % said


def _points(points: Number | None) -> str:
    return "–" if points is None else format_points(points)


def short_day_in_words(day: date) -> str:
    return date_format(day, "DAY_AND_MONTH_FORMAT")
