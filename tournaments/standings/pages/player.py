"""One player's season for who takes part with them, and for themselves: form, best and worst,
against whom. What is counted is what the standing counts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.games.core.contracts import contract_words, parse_contract
from scoring.toolkit.cache import LRU
from scoring.toolkit.translation import translate
from tournaments.club.reglementen import lowest_wins, system_of
from tournaments.members import members
from tournaments.models import Club, Member, Night, Season
from tournaments.names import NOBODY, NameDetail, fold
from tournaments.standings import history
from tournaments.standings import rules as standings
from tournaments.standings.history import History
from tournaments.standings.pages import charts as drawn
from tournaments.standings.pages import member_results
from tournaments.standings.pages.charts import ChartWithTable
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.standing_rows import figure
from tournaments.standings.rules import NightPoints, Points, head_to_head
from tournaments.standings.rules.breakdown import PLAYED
from tournaments.standings.rules.head_to_head import HeadToHead

FORM = 5  # nights


class Fact(NamedTuple):
    label: str
    value: str
    said: str = ""


class Lately(NamedTuple):
    """One of the last nights."""

    day: date
    place: int | None  # on that night alone; None: not there, or not for all of it


class Met(NamedTuple):
    """Somebody with whom this player sat at one table."""

    player: int  # 0: those who show no name, together
    name: str
    tried: HeadToHead

    @property
    def sorted_by(self) -> str:
        return fold(self.name)

    @property
    def equal(self) -> int:
        return self.tried.together - self.tried.ahead - self.tried.behind


class Contract(NamedTuple):
    words: str
    games: int
    average: Fraction
    said: str = ""  # where it is the best, or the worst

    @property
    def points(self) -> str:
        return figure(self.average)


class Player(NamedTuple):
    own: Results
    form: list[Lately]
    facts: list[Fact]
    charts: list[ChartWithTable]
    met: list[Met]
    contracts: list[Contract]


# Of whole seasons: many look at the players of one.
MOST_KEPT = 20
_known = LRU[tuple[int, str], head_to_head.Tries](MOST_KEPT)


def build_player(member: Member, asked: int, seen: NameDetail) -> Player | None:
    """In the season that is asked for, else the last one. `seen`: how the others are called."""
    own = member_results.build_member_results(member, asked)
    if own is None:
        return None
    went = history.load_history(own.season)
    charts = drawn.curve(went, member.pk, own.ranked), drawn.nights(went, own)
    return Player(
        own,
        form=_form(went, member.pk),
        facts=list(_facts(own, went)),
        charts=[one for one in charts if one],
        met=_met(own.season, went, member.pk, seen),
        contracts=contracts(
            went.played, member.pk, low=system_of(own.season.reglement).lowest_wins
        ),
    )


def everybody(club: Club, seen: NameDetail) -> tuple[Season | None, list[tuple[int, str]]]:
    """Who played in the last season that has a night, by name; but who shows none."""
    closed = Season.objects.filter(club=club, nights__state=Night.State.CLOSED).distinct()
    season = closed.select_related("reglement").order_by("-first", "-pk").first()
    if season is None:
        return None, []
    season.club = club
    went = history.load_history(season)
    came = {row.player for one in went.nights.values() for row in one.rows}
    named = [one for one in members.names_by_id(came, seen).items() if one[1] != NOBODY]
    return season, sorted(named, key=lambda one: (fold(one[1]), one[0]))


def _form(went: History, player: int) -> list[Lately]:
    """The last nights, the last one last."""
    last = list(went.days.items())[-FORM:]
    return [Lately(day, went.places(number).get(player)) for number, day in last]


# Figures


def _facts(own: Results, went: History) -> Iterator[Fact]:
    row, rules = own.row, own.season.reglement
    came = [one for one in row.tallies if one.came]
    won = sum(went.places(number).get(row.player) == 1 for number in went.days)
    yield Fact(gettext("Nights played"), str(row.nights))
    yield Fact(gettext("Nights won"), str(won))
    told = [one.dashes for one in came if not one.untold]
    label = gettext("Dashes") if system_of(rules).dash else gettext("Games won")
    if told or not came:
        yield Fact(label, str(sum(told)), _each(sum(told), len(told)))
    whole = [one for one in came if one.state == PLAYED]
    nights = [(one.points, went.days[one.night]) for one in whole if one.points is not None]
    yield from _ends((gettext("Best night"), gettext("Worst night")), nights, own.low)
    rounds = list(_rounds(came, went))
    yield from _ends((gettext("Best round"), gettext("Worst round")), rounds, lowest_wins(rules))


def _each(dashes: int, nights: int) -> str:
    if not nights:
        return ""
    return gettext("%(average)s a night") % {"average": figure(Fraction(dashes, nights))}


On = tuple[Points, date]


def _ends(labels: Sequence[str], found: Sequence[On], low: bool) -> Iterator[Fact]:
    """The best, and the worst where it is another."""
    every = sorted({points for points, _day in found}, reverse=not low)
    for label, points in zip(labels, dict.fromkeys([*every[:1], *every[-1:]]), strict=False):
        yield Fact(label, figure(points), _when([day for each, day in found if each == points]))


def _when(days: Sequence[date]) -> str:
    """The first time, and how many more."""
    words = date_format(days[0])
    if not (more := len(days) - 1):
        return words
    times = ngettext("and %(count)s more time", "and %(count)s more times", more)
    return f"{words}, {times % {'count': more}}"


def _rounds(came: Iterable[NightPoints], went: History) -> Iterator[On]:
    """Those that were played to their end at one of our tables."""
    for tally in came:
        for one in tally.slices:
            if one.share and not one.share.counts:
                yield one.share.points, went.days[tally.night]


# Against whom


def _met(season: Season, went: History, player: int, seen: NameDetail) -> list[Met]:
    """Who was met most stands first; who shows no name is counted with the others who don't."""
    key = (season.pk, season.club.stamp)
    every = _known.get_or_make(
        key, lambda: head_to_head.count_head_to_head(went.played, lowest_wins(season.reglement))
    )
    tries = {other: tried for (one, other), tried in every.items() if one == player}
    names = members.names_by_id(tries, seen)
    found: dict[int, Met] = {}
    for other, tried in tries.items():
        name = names[other]
        who = 0 if name == NOBODY else other
        before = found[who].tried if who in found else HeadToHead()
        both = HeadToHead(*(a + b for a, b in zip(before, tried, strict=True)))
        found[who] = Met(who, name, both)
    return sorted(
        found.values(),
        key=lambda one: (not one.player, -one.tried.together, one.sorted_by, one.player),
    )


# Contracts


def contracts(nights: Iterable[standings.PlayedNight], player: int, *, low: bool) -> list[Contract]:
    """What this player came to in the games of each, the best first."""
    scores: dict[str, list[int]] = defaultdict(list)
    shares = (share for night in nights for one in night.rounds for share in one.shares)
    for share in shares:
        if share.player == player and share.contracts:
            for contract, score in zip(share.contracts, share.games, strict=True):
                scores[contract].append(score)
    found = [
        Contract(_words(code), len(each), Fraction(sum(each), len(each)))
        for code, each in scores.items()
        if code
    ]
    found.sort(key=lambda one: (one.average if low else -one.average, one.words))
    if len({one.average for one in found}) < 2:
        return found
    ends = {found[0].average: gettext("best"), found[-1].average: gettext("worst")}
    return [one._replace(said=ends.get(one.average, "")) for one in found]


def _words(code: str) -> str:
    contract = parse_contract(code)
    assert contract is not None, "options were checked"
    return translate(contract_words(contract))
