"""One player's season, for the player and the club: recent results, best and worst results, and
opponents. Only what counts in the standing is included.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from scoring.games.core.meld_rules import contract_words, parse_contract
from scoring.toolkit.cache import LRU
from scoring.toolkit.translation import translate
from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.members import couples
from tournaments.models import Member, Season
from tournaments.names import NOBODY, Label, fold
from tournaments.standings import rules as standings
from tournaments.standings import season_history
from tournaments.standings.pages import charts as drawn
from tournaments.standings.pages import member_results
from tournaments.standings.pages.career import (
    Career,
    Fact,
    build_career,
    days_in_words,
    find_own_row,
)
from tournaments.standings.pages.charts import ChartWithTable
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.standing_rows import format_points
from tournaments.standings.rules import NightPoints, Points, head_to_head
from tournaments.standings.rules.breakdown import PLAYED
from tournaments.standings.rules.head_to_head import HeadToHead
from tournaments.standings.season_history import History

FORM = 5  # nights


class Lately(NamedTuple):
    """A player's place on one of the latest nights."""

    night: int  # its id
    day: date
    place: int | None  # on that night alone; None: absent for at least part of it


class Met(NamedTuple):
    """Another player with whom this player sat at one table, and how often each of the two finished
    ahead.
    """

    player: int  # 0: everybody whose name is hidden, together
    name: str
    tried: HeadToHead

    @property
    def sorted_by(self) -> str:
        return fold(self.name)

    @property
    def equal(self) -> int:
        return self.tried.equal


class Contract(NamedTuple):
    words: str
    games: int
    average: Fraction
    said: str = ""  # set on the best and the worst contract

    @property
    def points(self) -> str:
        return format_points(self.average)


class Player(NamedTuple):
    own: Results
    career: Career
    form: list[Lately]
    facts: list[Fact]
    charts: list[ChartWithTable]
    met: list[Met]
    contracts: list[Contract]


# Cached by whole season: one season's players are viewed often.
MOST_KEPT = 20
_known = LRU[tuple[int, str], dict[int, dict[int, HeadToHead]]](MOST_KEPT)


def build_player(member: Member, season: int, labels: Mapping[int, Label]) -> Player | None:
    """Return the content of a player's page for the season with the id `season`. If the player did
    not play in it, take their latest season. `labels` has the names of the club's members as the
    viewer may see them.
    """
    own = member_results.build_member_results(member, season)
    if own is None:
        return None
    histories = season_history.load_histories(own.seasons)
    pk = couples.find_entrant(own.season, member)
    history = histories[list(own.seasons).index(own.season)]
    places = {
        number: row.rank if (row := find_own_row(division.rows, pk)) else None
        for number, division in history.nights.items()
    }
    charts = (
        drawn.draw_places(history, pk, own.ranked),
        drawn.draw_nights(history, own),
    )
    return Player(
        own,
        career=build_career(own.seasons, histories, member),
        form=[
            Lately(history.ids[number], history.days[number], place)
            for number, place in list(places.items())[-FORM:]
        ],
        facts=list(_facts(own, history, list(places.values()).count(1))),
        charts=[chart for chart in charts if chart],
        met=_met(own.season, history, pk, labels),
        contracts=list_contracts(
            history.played, pk, low=build_game(own.season.reglement).lowest_wins
        ),
    )


# Figures


def _facts(own: Results, went: History, won: int) -> Iterator[Fact]:
    row, rules = own.row, own.season.reglement
    came = [tally for tally in row.tallies if tally.came]
    yield Fact(gettext("Nights played"), str(row.nights))
    yield Fact(gettext("Nights won"), str(won))
    dashes_by_night = [tally.dashes for tally in came if not tally.untold]
    label = gettext("Dashes") if build_game(rules).dash else gettext("Games won")
    if dashes_by_night or not came:
        yield Fact(
            label, str(sum(dashes_by_night)), _each(sum(dashes_by_night), len(dashes_by_night))
        )
    whole = [tally for tally in came if tally.state == PLAYED]
    nights = [(tally.points, tally.night) for tally in whole if tally.points is not None]
    yield from _ends((gettext("Best night"), gettext("Worst night")), nights, own.low, went)
    rounds = list(_rounds(came))
    yield from _ends(
        (gettext("Best round"), gettext("Worst round")), rounds, is_lowest_best(rules), went
    )


def _each(dashes: int, nights: int) -> str:
    if not nights:
        return ""
    return gettext("%(average)s a night") % {"average": format_points(Fraction(dashes, nights))}


ByNight = tuple[Points, int]  # points, and the number of the night


def _ends(
    labels: Sequence[str], results: Sequence[ByNight], low: bool, went: History
) -> Iterator[Fact]:
    """Yield two facts for a player's page: the best of the results and, if it differs, the worst.
    Each of the `results` has points and the number of the night. `labels` has the labels of the two
    facts, and `went` the season's history, which has the dates. `low` means that the lowest points
    are the best.
    """
    distinct = sorted({points for points, _night in results}, reverse=not low)
    for label, points in zip(labels, dict.fromkeys([*distinct[:1], *distinct[-1:]]), strict=False):
        nights = [number for other, number in results if other == points]
        said = days_in_words([went.days[number] for number in nights])
        yield Fact(label, format_points(points), said, went.ids[nights[0]])


def _rounds(came: Iterable[NightPoints]) -> Iterator[ByNight]:
    """Yield the points of each round that the player finished, with the number of the night. Rounds
    of imported nights are left out.
    """
    for tally in came:
        for part in tally.slices:
            if part.share and not part.share.counts:
                yield part.share.points, tally.night


# Against whom


def _met(season: Season, went: History, player: int, labels: Mapping[int, Label]) -> list[Met]:
    """Return the players with whom this player sat at one table, the most frequent first. Those
    whose names are hidden are added up in one entry.
    """
    key = (season.pk, season.club.results_version)
    tries = _known.get_or_make(key, lambda: _tries_by_player(season, went)).get(player, {})
    called = couples.label_both(season, labels)
    by_player: dict[int, Met] = {}
    for other, tried in tries.items():
        name = called[other].full if other in called else NOBODY
        who = 0 if name == NOBODY else other
        before = by_player[who].tried if who in by_player else HeadToHead()
        both = HeadToHead(*(a + b for a, b in zip(before, tried, strict=True)))
        by_player[who] = Met(who, name, both)
    return sorted(
        by_player.values(),
        key=lambda item: (not item.player, -item.tried.together, item.sorted_by, item.player),
    )


def _tries_by_player(season: Season, went: History) -> dict[int, dict[int, HeadToHead]]:
    tries: dict[int, dict[int, HeadToHead]] = defaultdict(dict)
    counted = head_to_head.count_head_to_head(went.played, is_lowest_best(season.reglement))
    for (player, other), tried in counted.items():
        tries[player][other] = tried
    return dict(tries)


# Contracts


def list_contracts(
    nights: Iterable[standings.PlayedNight], player: int, *, low: bool
) -> list[Contract]:
    """Return the player's average score in each contract (the melds that a game requires), the best
    first. `low` means that the lowest score is the best.
    """
    scores: dict[str, list[Points]] = defaultdict(list)
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
