from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from statistics import median
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext

from scoring.games.core.meld_options import contract_words, parse_contract
from scoring.toolkit.translation import translate
from tournaments.club import season_texts
from tournaments.club.reglementen import build_game, is_lowest_best
from tournaments.members import couples, members
from tournaments.models import Member, Season
from tournaments.names import NOBODY, Label, NameDetail, fold
from tournaments.standings import season_history
from tournaments.standings.chart_shapes import PlaceLine
from tournaments.standings.inputs import build_season_rules
from tournaments.standings.pages import charts
from tournaments.standings.pages.charts import ChartWithTable
from tournaments.standings.pages.places import Near, Number, as_number, find_above, find_second
from tournaments.standings.pages.player_all_seasons import (
    Career,
    Fact,
    PlayerNight,
    build_career,
    find_own_row,
    list_ends,
)
from tournaments.standings.pages.standing_texts import (
    Called,
    choose_columns,
    codes_in_words,
    count_places_moved,
    format_points,
)
from tournaments.standings.rules.breakdown import NEW, PLAYED, Division, Row
from tournaments.standings.rules.head_to_head import HeadToHead, count_head_to_head, list_tables_of
from tournaments.standings.rules.points import PlayedNight, Points
from tournaments.standings.season_history import History


class Met(NamedTuple):
    player: int  # 0: everybody whose name is hidden, together
    name: str
    tried: HeadToHead


class Contract(NamedTuple):
    words: str
    games: int
    average: Fraction
    said: str = ""  # set on the best and the worst contract


class Elsewhere(NamedTuple):
    """A place in the standing of the last period, or in a further one."""

    key: str
    name: str
    place: int
    points: Number | None


@dataclass(frozen=True)
class PlayerPage:
    player: int  # who stands for the couple in a season of couples
    season: int
    season_name: str
    partner: Called | None  # in a season of couples; None if the name is hidden
    by_average: bool  # the total is one
    season_end: date
    least_nights: int
    division: int | None
    place: int | None
    leaders: Sequence[str]  # who have the first place
    ranked: int  # how many have a place
    moved: int | None  # places up since the last night
    is_new: bool
    above: Near | None
    second: Near | None  # behind who leads
    elsewhere: Sequence[Elsewhere]
    came: int
    total: Number | None
    nights: Sequence[PlayerNight]  # the latest first
    career: Career
    facts: Sequence[Fact]
    charts: Sequence[ChartWithTable]
    met: Sequence[Met]
    contracts: Sequence[Contract]

    @property
    def is_over(self) -> bool:
        return self.season_end < timezone.localdate()

    @property
    def last(self) -> PlayerNight | None:
        return next(iter(self.nights), None)

    @property
    def seasons(self) -> list[tuple[int, str]]:
        return [(line.season, line.name) for line in self.career.seasons]

    @property
    def fell(self) -> int:
        return -(self.moved or 0)


def list_seasons(member: Member) -> list[Season]:
    """The latest comes first."""
    seasons = season_history.list_seasons_played(member.club)
    return [season for season, _ in _list_own(member, seasons)]


def read_player(member: Member, asked: int, detail: NameDetail) -> PlayerPage | None:
    """Return a player's season: the one with the id `asked`, or the latest in which they played.
    `member.club` must have been read before anything else.
    """
    seasons = season_history.list_seasons_played(member.club)
    chosen = asked if asked in {season.pk for season in seasons} else 0
    return _read(member, seasons, chosen, detail)


def _list_own(member: Member, seasons: Sequence[Season]) -> list[tuple[Season, History]]:
    return [
        (season, history)
        for season, history in season_history.load_histories(seasons).items()
        if history.ended and couples.find_entrant(season, member) in history.came
    ]


@season_history.keep_until(lambda member: member.club.results_version)
def _read(
    member: Member, seasons: Sequence[Season], chosen: int, detail: NameDetail
) -> PlayerPage | None:
    own = _list_own(member, seasons)
    if not own:
        return None
    season, history = next((pair for pair in own if pair[0].pk == chosen), own[0])
    player = couples.find_entrant(season, member)
    for division in history.standing:
        if row := find_own_row(division.rows, player):
            break
    else:
        return None
    around = members.label_all(members.load_known([member.pk]), detail)
    both = couples.label_both(season, around)
    labels = {pk: label for pk, label in both.items() if label.full != NOBODY}
    nights = _list_nights(season, history, row, labels)
    low = build_season_rules(season).low
    moved = count_places_moved(row) if division.since else None

    def name(pk: int) -> str:
        return labels[pk].full if pk in labels else NOBODY

    return PlayerPage(
        player=player,
        season=season.pk,
        season_name=str(season),
        partner=_name_partner(season, member, around),
        by_average=not choose_columns(season).average,
        season_end=season.last,
        least_nights=season.least_nights,
        division=division.number,
        place=row.rank,
        leaders=[name(other.player) for other in division.rows if other.rank == 1],
        ranked=sum(other.rank is not None for other in division.rows),
        moved=moved if isinstance(moved, int) else None,
        is_new=moved == NEW,
        above=find_above(division.rows, row, name),
        second=find_second(division.rows, row, name),
        elsewhere=list(_list_elsewhere(season, history, player)),
        came=row.nights,
        total=as_number(row.points),
        nights=nights,
        career=build_career(own, member, seasons),
        facts=list(_list_facts(season, history, row, nights, low=low)),
        charts=_draw_charts(history, division, row, nights, labels, low=low),
        met=_list_met(season, history, player, labels),
        contracts=list_contracts(
            history.played, player, low=build_game(season.reglement).lowest_wins
        ),
    )


def _name_partner(season: Season, member: Member, around: Mapping[int, Label]) -> Called | None:
    couple = couples.find_couple(season, member)
    label = around.get(other := couple.find_other(member.pk)) if couple else None
    if label is None or label.full == NOBODY:
        return None
    return Called(label.full, reverse("tournaments:player", args=[season.club.slug, other]))


def _draw_charts(
    history: History,
    division: Division,
    row: Row,
    nights: Sequence[PlayerNight],
    labels: Mapping[int, Label],
    *,
    low: bool,
) -> list[ChartWithTable]:
    lines = []
    ended = history.ended
    for each in division.rows:
        kind = "own" if each is row else "leads" if each.rank == 1 else "hair"
        label = None if kind == "hair" else labels.get(each.player)
        names = (label.full, label.first) if label else ("", "")
        after = zip(history.steps, history.list_places(each.player), strict=True)
        places = [place for number, place in after if number in ended]
        lines.append(PlaceLine(places, kind, names))
    ranked = sum(other.rank is not None for other in division.rows)
    points: dict[int, list[Fraction]] = defaultdict(list)  # of who was there for all of a night
    for tally in (tally for part in history.standing for row in part.rows for tally in row.tallies):
        if tally.state == PLAYED and tally.points is not None:
            points[history.ids[tally.night]].append(Fraction(tally.points))
    middles = {night: median(scores) for night, scores in points.items()}
    drawn = (
        charts.draw_nights(nights, middles, low=low),
        charts.draw_places(nights, ranked, lines),
    )
    return [chart for chart in drawn if chart]


def _list_elsewhere(season: Season, history: History, player: int) -> Iterator[Elsewhere]:
    periods = [key for key in history.inputs.parts if key.startswith("p")]
    for key in history.inputs.parts:
        if key in periods[:-1]:
            continue
        for division in season_history.rank_part(history.inputs, key):
            row = find_own_row(division.rows, player)
            if row and row.rank:
                name = season_texts.name_standing(season, key)
                yield Elsewhere(key, name, row.rank, as_number(row.points))


def _list_nights(
    season: Season, history: History, row: Row, labels: Mapping[int, Label]
) -> list[PlayerNight]:
    tables = {night.number: list_tables_of(night, row.player) for night in history.played}
    has_dashes, words = build_game(season.reglement).dash, codes_in_words()
    names, somebody = {pk: label.full for pk, label in labels.items()}, gettext("somebody")
    nights = []
    for tally in reversed(row.tallies):
        alone = find_own_row(history.nights[tally.night].rows, row.player)
        after = history.steps[tally.night].get(row.player)
        codes = [code for code in (tally.state, tally.how) if code in words]
        nights.append(
            PlayerNight(
                id=history.ids[tally.night],
                day=history.days[tally.night],
                place=alone.rank if alone else None,
                place_after=after.rank if after else None,
                total_after=as_number(after.points) if after else None,
                points=as_number(tally.points),
                rounds=tuple(as_number(part.points) for part in tally.slices),
                dashes=tally.dashes if has_dashes else 0,
                said=", ".join(words[code] for code in codes),
                is_dropped=tally.dropped,
                is_whole=tally.state == PLAYED,
                met=tuple(
                    get_text_list([names.get(pk, somebody) for pk in others], gettext("and"))
                    for others in tables[tally.night]
                    if others
                ),
            )
        )
    return nights


# Figures


def _list_facts(
    season: Season, history: History, row: Row, nights: Sequence[PlayerNight], *, low: bool
) -> Iterator[Fact]:
    came = [tally for tally in row.tallies if tally.came]
    yield Fact(gettext("Nights won"), str(sum(night.place == 1 for night in nights)))
    known = [tally.dashes for tally in came if not tally.untold]
    label = gettext("Dashes") if build_game(season.reglement).dash else gettext("Won games")
    if known or not came:
        average = format_points(Fraction(sum(known), len(known))) if known else ""
        said = gettext("%(average)s a night") % {"average": average} if known else ""
        more = "+" if len(known) < len(came) else ""
        yield Fact(label, f"{sum(known)}{more}", said)
    on = {number: (pk, history.days[number]) for number, pk in history.ids.items()}
    whole = [
        (tally.points, *on[tally.night])
        for tally in came
        if tally.state == PLAYED and tally.points is not None
    ]
    yield from list_ends((gettext("Best night"), gettext("Worst night")), whole, low)
    labels = gettext("Best round"), gettext("Worst round")
    shares = [(part.share, on[tally.night]) for tally in came for part in tally.slices]
    rounds = [(share.points, *night) for share, night in shares if share and not share.counts]
    if any(len(tally.slices) > 1 for tally in came):  # more than one round a night
        yield from list_ends(labels, rounds, is_lowest_best(season.reglement))


def _list_met(
    season: Season, history: History, player: int, labels: Mapping[int, Label]
) -> list[Met]:
    """Return whom this player sat with; those whose names are hidden are added up."""
    by_player: dict[int, Met] = {}
    tries = count_head_to_head(history.played, is_lowest_best(season.reglement), player)
    for (first, other), tried in tries.items():
        if first != player:
            continue
        who, name = (other, labels[other].full) if other in labels else (0, NOBODY)
        before = by_player[who].tried if who in by_player else HeadToHead()
        both = HeadToHead(*(a + b for a, b in zip(before, tried, strict=True)))
        by_player[who] = Met(who, name, both)
    return sorted(
        by_player.values(),
        key=lambda item: (not item.player, -item.tried.together, fold(item.name), item.player),
    )


def list_contracts(nights: Iterable[PlayedNight], player: int, *, low: bool) -> list[Contract]:
    scores: dict[str, list[Points]] = defaultdict(list)
    shares = (share for night in nights for item in night.rounds for share in item.shares)
    for share in shares:
        if share.player == player and share.contracts:
            for contract, score in zip(share.contracts, share.games, strict=True):
                scores[contract].append(score)
    results = [
        Contract(_words(code), len(found), Fraction(sum(found), len(found)))
        for code, found in scores.items()
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
