"""One player's season, for themselves and the club: form, best and worst, opponents. It counts what
the standing counts.
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
    """The player's place on one of the latest nights."""

    day: date
    place: int | None  # on that night alone; None: absent for at least part of it


class Met(NamedTuple):
    """Somebody who sat at one table with the player, and the results of these two."""

    player: int  # 0: everybody whose name is hidden, together
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
    said: str = ""  # set on the best and the worst contract

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


# Cached by whole season: one season's players are viewed often.
MOST_KEPT = 20
_known = LRU[tuple[int, str], head_to_head.Tries](MOST_KEPT)


def build_player(member: Member, asked: int, seen: NameDetail) -> Player | None:
    """Return the page of a player in the season `asked`, else in the latest. `seen` tells how the
    names of others are shown.
    """
    own = member_results.build_member_results(member, asked)
    if own is None:
        return None
    season_history = history.load_history(own.season)
    charts = drawn.curve(season_history, member.pk, own.ranked), drawn.nights(season_history, own)
    return Player(
        own,
        form=_form(season_history, member.pk),
        facts=list(_facts(own, season_history)),
        charts=[chart for chart in charts if chart],
        met=_met(own.season, season_history, member.pk, seen),
        contracts=contracts(
            season_history.played, member.pk, low=system_of(own.season.reglement).lowest_wins
        ),
    )


def everybody(club: Club, seen: NameDetail) -> tuple[Season | None, list[tuple[int, str]]]:
    """Return the latest season with a closed night, and its players sorted by name. Players with
    hidden names are left out.
    """
    closed = Season.objects.filter(club=club, nights__state=Night.State.CLOSED).distinct()
    season = closed.select_related("reglement").order_by("-first", "-pk").first()
    if season is None:
        return None, []
    season.club = club
    season_history = history.load_history(season)
    came = {row.player for item in season_history.nights.values() for row in item.rows}
    named = [item for item in members.names_by_id(came, seen).items() if item[1] != NOBODY]
    return season, sorted(named, key=lambda item: (fold(item[1]), item[0]))


def _form(went: History, player: int) -> list[Lately]:
    """Return the player's places on the latest nights. The last night comes last."""
    last = list(went.days.items())[-FORM:]
    return [Lately(day, went.places(number).get(player)) for number, day in last]


# Figures


def _facts(own: Results, went: History) -> Iterator[Fact]:
    row, rules = own.row, own.season.reglement
    came = [tally for tally in row.tallies if tally.came]
    won = sum(went.places(number).get(row.player) == 1 for number in went.days)
    yield Fact(gettext("Nights played"), str(row.nights))
    yield Fact(gettext("Nights won"), str(won))
    dashes_by_night = [tally.dashes for tally in came if not tally.untold]
    label = gettext("Dashes") if system_of(rules).dash else gettext("Games won")
    if dashes_by_night or not came:
        yield Fact(
            label, str(sum(dashes_by_night)), _each(sum(dashes_by_night), len(dashes_by_night))
        )
    whole = [tally for tally in came if tally.state == PLAYED]
    nights = [(tally.points, went.days[tally.night]) for tally in whole if tally.points is not None]
    yield from _ends((gettext("Best night"), gettext("Worst night")), nights, own.low)
    rounds = list(_rounds(came, went))
    yield from _ends((gettext("Best round"), gettext("Worst round")), rounds, lowest_wins(rules))


def _each(dashes: int, nights: int) -> str:
    if not nights:
        return ""
    return gettext("%(average)s a night") % {"average": figure(Fraction(dashes, nights))}


On = tuple[Points, date]


def _ends(labels: Sequence[str], found: Sequence[On], low: bool) -> Iterator[Fact]:
    """Yield the best value. Then yield the worst value, if there is a different one."""
    distinct = sorted({points for points, _day in found}, reverse=not low)
    for label, points in zip(labels, dict.fromkeys([*distinct[:1], *distinct[-1:]]), strict=False):
        yield Fact(label, figure(points), _when([day for other, day in found if other == points]))


def _when(days: Sequence[date]) -> str:
    """Return the first date, and how many more dates there are."""
    words = date_format(days[0])
    if not (more := len(days) - 1):
        return words
    times = ngettext("and %(count)s more time", "and %(count)s more times", more)
    return f"{words}, {times % {'count': more}}"


def _rounds(came: Iterable[NightPoints], went: History) -> Iterator[On]:
    """Yield the points and the day of each round that the player finished. Rounds that came from a
    file are left out.
    """
    for tally in came:
        for part in tally.slices:
            if part.share and not part.share.counts:
                yield part.share.points, went.days[tally.night]


# Against whom


def _met(season: Season, went: History, player: int, seen: NameDetail) -> list[Met]:
    """Return the opponents, the most frequent first. Players with hidden names are counted
    together.
    """
    key = (season.pk, season.club.results_version)
    all_tries = _known.get_or_make(
        key, lambda: head_to_head.count_head_to_head(went.played, lowest_wins(season.reglement))
    )
    tries = {other: tried for (item, other), tried in all_tries.items() if item == player}
    names = members.names_by_id(tries, seen)
    by_player: dict[int, Met] = {}
    for other, tried in tries.items():
        name = names[other]
        who = 0 if name == NOBODY else other
        before = by_player[who].tried if who in by_player else HeadToHead()
        both = HeadToHead(*(a + b for a, b in zip(before, tried, strict=True)))
        by_player[who] = Met(who, name, both)
    return sorted(
        by_player.values(),
        key=lambda item: (not item.player, -item.tried.together, item.sorted_by, item.player),
    )


# Contracts


def contracts(nights: Iterable[standings.PlayedNight], player: int, *, low: bool) -> list[Contract]:
    """Return the player's average score with each contract, the best first."""
    scores: dict[str, list[int]] = defaultdict(list)
    shares = (share for night in nights for item in night.rounds for share in item.shares)
    for share in shares:
        if share.player == player and share.contracts:
            for contract, score in zip(share.contracts, share.games, strict=True):
                scores[contract].append(score)
    results = [
        Contract(
            _words(code), len(contract_scores), Fraction(sum(contract_scores), len(contract_scores))
        )
        for code, contract_scores in scores.items()
        if code
    ]
    results.sort(key=lambda item: (item.average if low else -item.average, item.words))
    if len({item.average for item in results}) < 2:
        return results
    ends = {results[0].average: gettext("best"), results[-1].average: gettext("worst")}
    return [item._replace(said=ends.get(item.average, "")) for item in results]


def _words(code: str) -> str:
    contract = parse_contract(code)
    assert contract is not None, "options were checked"
    return translate(contract_words(contract))
