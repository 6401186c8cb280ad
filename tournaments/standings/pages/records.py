from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournaments.club.reglementen import build_game, is_lowest_best, name_game
from tournaments.members import couples, members
from tournaments.models import Club, Season
from tournaments.names import NOBODY, NameDetail
from tournaments.standings import season_history
from tournaments.standings.pages.places import Number, as_number
from tournaments.standings.rules import records as feats
from tournaments.standings.rules.breakdown import Division
from tournaments.standings.rules.points import Points
from tournaments.standings.rules.records import Evening, Extreme, Holder
from tournaments.standings.season_history import History

NAMED = 5  # players; who share a record with more of them are counted


class Named(NamedTuple):
    player: int  # whose page is linked; 0: that of nobody, as the name is hidden
    name: str
    day: date | None  # None: no particular night
    night: int = 0  # id


@dataclass(frozen=True)
class Record:
    words: str
    points: Number
    holders: Sequence[Named]  # none: so many share it that they are counted
    more: int  # how many more share it, unnamed
    is_worst: bool = False
    bests: Mapping[int, Points] = field(default_factory=dict)  # by player
    own: Number | None = None  # of whoever looks, if that is another

    @property
    def count(self) -> str:
        """Of those who are not named, in words."""
        if not self.holders and self.more:
            return gettext("shared by %(count)s") % {"count": self.more}
        words = ngettext("and %(count)s more", "and %(count)s more", self.more)
        return words % {"count": self.more} if self.more else ""


@dataclass(frozen=True)
class Champions:
    season: int
    season_name: str
    division: int | None
    points: Number | None
    holders: Sequence[Named]  # everybody on the first place


@dataclass(frozen=True)
class Records:
    seasons: Sequence[tuple[int, str]]  # to choose from
    season: int  # 0: all
    season_name: str
    games: Sequence[tuple[str, Sequence[Record]]]  # by game system
    everything: Sequence[Record]
    champions: Sequence[Champions]

    @property
    def has_hidden(self) -> bool:
        held = [record.holders for _game, records in self.games for record in records]
        held += [line.holders for line in self.everything]
        held += [line.holders for line in self.champions]
        return any(NOBODY in holder.name for holders in held for holder in holders)


class Group(NamedTuple):
    """Scores are compared only within such a group."""

    name: str
    dash: bool
    fixed: bool
    feats: list[Extreme]


class First(NamedTuple):
    season: Season
    division: int | None
    points: Points | None
    players: list[int]


class ClubRecords(NamedTuple):
    games: list[Group]
    everything: list[Extreme]
    course: list[Extreme]  # of a single season's standing
    firsts: list[First]
    days: dict[int, date]  # keyed by the id of a night
    seasons: dict[int, Season]  # likewise
    by_couple: Season | None  # the only one, if couples play it


def read_records(club: Club, asked: int, detail: NameDetail, own: Collection[int] = ()) -> Records:
    seasons = season_history.list_seasons_played(club)
    chosen = next((season for season in seasons if season.pk == asked), None)
    found = _name(club, seasons, chosen, detail)
    if not own:
        return found
    of = [chosen] if chosen else seasons
    entrants = {*own}
    if all(each.by_couple for each in of):  # else the figures may be those of a partner alone
        entrants = entrants.union(*(couples.find_entrants(each, own) for each in of))

    def add_own(records: Sequence[Record], own: Collection[int]) -> list[Record]:
        """Only where one person looks, as a household has several bests."""
        mine = [[best for who, best in each.bests.items() if who in own] for each in records]
        return [
            replace(each, own=as_number(best[0])) if len(set(best)) == 1 else each
            for each, best in zip(records, mine, strict=True)
        ]

    return replace(
        found,
        games=[(game, add_own(records, entrants)) for game, records in found.games],
        everything=add_own(found.everything, entrants if len(of) == 1 else own),
    )


@season_history.keep_until(lambda club: (club.results_version, timezone.localdate()))
def _name(
    _club: Club, seasons: Sequence[Season], chosen: Season | None, detail: NameDetail
) -> Records:
    of = [chosen] if chosen else seasons
    found = _read(of)
    say = Sayer(found, detail)
    return Records(
        seasons=[(season.pk, str(season)) for season in seasons],
        season=chosen.pk if chosen else 0,
        season_name=str(chosen or ""),
        games=[
            (group.name, [say.describe_record(feat, group) for feat in group.feats])
            for group in found.games
            if group.feats
        ],
        everything=[
            *(say.describe_record(feat, season=found.by_couple) for feat in found.everything),
            *(say.describe_record(feat, season=of[0]) for feat in found.course),
        ],
        champions=[
            Champions(
                first.season.pk,
                str(first.season),
                first.division,
                as_number(first.points),
                [say.name_holder(Holder(player), first.season) for player in first.players],
            )
            for first in found.firsts
        ],
    )


def _read(of: Sequence[Season]) -> ClubRecords:
    histories = season_history.load_histories(of)
    days: dict[int, date] = {}
    seasons: dict[int, Season] = {}
    all_evenings: list[Evening] = []
    games: dict[tuple[str, bool], tuple[Season, list[Evening]]] = {}
    by_couple = of[0] if len(of) == 1 and of[0].by_couple else None
    for season, history in histories.items():
        key = (name_game(season.reglement), build_game(season.reglement).value("games") is not None)
        _first, evenings = games.setdefault(key, (season, []))
        pairs = [] if by_couple else couples.list_couples(season)
        partners = {couple.first: couple.second for couple in pairs}
        for number, division in history.nights.items():
            evening = Evening(history.days[number], history.ids[number], division)
            evenings.append(evening)
            all_evenings.append(evening._replace(division=_add_second_members(division, partners)))
            days[evening.id], seasons[evening.id] = evening.day, season
    groups = [_group(season, evenings) for season, evenings in games.values()]
    firsts = [first for each in histories.items() for first in _firsts(*each)]
    course: list[Extreme] = []
    only = histories[of[0]] if len(of) == 1 else None
    if only and len(only.standing) == 1:
        ended = only.ended
        steps = [
            (only.ids[number], {player: step.rank for player, step in steps.items()})
            for number, steps in only.steps.items()
            if number in ended
        ]
        course = feats.list_season_records(steps)
    everything = feats.list_general_records(all_evenings)
    return ClubRecords(groups, everything, course, firsts, days, seasons, by_couple)


def _add_second_members(division: Division, partners: Mapping[int, int]) -> Division:
    """Thus the nights of who plays alone in one season and in a couple in another add up."""
    rows = division.rows
    seconds = [row._replace(player=partners[row.player]) for row in rows if row.player in partners]
    return division._replace(rows=(*rows, *seconds))


def _group(season: Season, evenings: Sequence[Evening]) -> Group:
    rules, game = season.reglement, build_game(season.reglement)
    fixed = game.value("games") is not None
    records = feats.list_game_records(evenings, lowest_wins=is_lowest_best(rules), fixed=fixed)
    return Group(name_game(rules), game.dash, fixed, records)


def _firsts(season: Season, went: History) -> Iterator[First]:
    if not season.is_over:
        return
    for division in went.standing:
        best = [row for row in division.rows if row.rank == 1]
        if best:
            players = [row.player for row in best]
            yield First(season, division.number, best[0].points, players)


class Sayer:
    def __init__(self, records: ClubRecords, detail: NameDetail) -> None:
        self.days, self.seasons = records.days, records.seasons
        holders = [holder.player for feat in records.everything for holder in feat.holders]
        together = [(records.by_couple, holders)] if records.by_couple else []
        groups = couples.group_by_names([*_players(records), *together])
        alone = set() if together else {*holders}
        if 0 in groups:
            alone |= groups.pop(0)[1]
        known = members.load_known(alone.union(*(ids for _season, ids in groups.values())))
        people = members.label_all(known, detail)
        openly = NameDetail.PUBLIC if detail == NameDetail.FELLOW else detail
        shown = people if openly == detail else members.label_all(known, openly)
        self.hidden = {pk for pk, label in shown.items() if label.full == NOBODY}
        self.names = {0: members.select_labels(people, alone)}
        for key, (season, ids) in groups.items():
            self.names[key] = couples.load_labels(season, ids, detail, known)

    def describe_record(
        self, feat: Extreme, group: Group | None = None, season: Season | None = None
    ) -> Record:
        players = {holder.player for holder in feat.holders}
        named = [
            self.name_holder(holder, self.seasons[holder.night] if group else season)
            for holder in feat.holders[: NAMED if len(players) <= NAMED else 0]
        ]
        more = len(feat.holders) - len(named) if named else len(players)
        value = as_number(feat.value) or 0
        return Record(_words(feat, group), value, named, more, feat.is_worst, feat.bests)

    def name_holder(self, holder: Holder, season: Season | None = None) -> Named:
        """In a season for couples, the name is that of both."""
        name = self.names[couples.find_name_key(season) if season else 0][holder.player].full
        player = 0 if holder.player in self.hidden else holder.player
        return Named(player, name, self.days.get(holder.night), holder.night)


def _players(records: ClubRecords) -> Iterator[tuple[Season, list[int]]]:
    for found in (*(group.feats for group in records.games), records.course):
        for feat in found:
            yield from ((records.seasons[who.night], [who.player]) for who in feat.holders)
    yield from ((first.season, first.players) for first in records.firsts)


def _words(feat: Extreme, group: Group | None) -> str:
    length = feat.length if group and group.fixed else 0
    words = {
        feats.LOW_FORM: gettext("Lowest total on a form"),
        feats.HIGH_FORM: gettext("Highest total on a form"),
        feats.LOW_NIGHT: gettext("Lowest total of a night"),
        feats.HIGH_NIGHT: gettext("Highest total of a night"),
        feats.WIN: gettext("Biggest win at a table"),
        feats.DASHES: gettext("Most dashes on a night")
        if group and group.dash
        else gettext("Most games won on a night"),
        feats.ROEM_ROUND: gettext("Most roem in a round"),
        feats.ROEM_NIGHT: gettext("Most roem on a night"),
        feats.PIT_NIGHT: gettext("Most pits on a night"),
        feats.ROW: gettext("Most nights won one after the other"),
        feats.WON: gettext("Most nights won"),
        feats.CAME: gettext("Most nights played"),
        feats.LED: gettext("On top for most nights in a row"),
        feats.ROSE: gettext("Biggest jump in the standing"),
    }[feat.kind]
    if length:
        games = ngettext("%(count)s game", "%(count)s games", length)
        return f"{words}, {games % {'count': length}}"
    if feat.length:
        rounds = ngettext("%(count)s round", "%(count)s rounds", feat.length)
        return f"{words}, {rounds % {'count': feat.length}}"
    return words
