from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from tournaments import links
from tournaments.access import Viewer
from tournaments.accounts.rights import HELPER, ORGANISER, has_rights
from tournaments.club.reglementen import name_game
from tournaments.members import couples
from tournaments.models import Club, Night, Season, TableSeat
from tournaments.models.night import AHEAD
from tournaments.names import NO_BREAK, NOBODY, NameDetail
from tournaments.nights import signing_up
from tournaments.nights.money import fees_in_words
from tournaments.nights.pages import club_bar, shown_scores
from tournaments.nights.pages.agenda import Agenda
from tournaments.nights.pages.club_bar import Mark
from tournaments.standings import calculate, season_history
from tournaments.standings.pages.standing_texts import call_players, format_points
from tournaments.standings.rules.breakdown import Row
from tournaments.standings.rules.points import Points

MOST = 5  # places
LEAD = 3  # places of the night that is going on
State = Night.State


class Ranked(NamedTuple):
    player: int
    rank: int
    points: Points


class Placed(NamedTuple):
    rank: int
    name: str
    address: str  # of the player's page; empty if the name is hidden there
    points: str
    own: bool  # whether the viewer is this player


class Tonight(NamedTuple):
    """The night that is going on."""

    mark: Mark
    players: int  # at the tables of the round
    leaders: list[Placed]  # only those who finished the round

    @property
    def dashes(self) -> list[bool]:
        """Return as many times true as tables approved their sheet, then false for the others."""
        return [number < self.mark.count_in for number in range(self.mark.count_of)]


class Leaders(NamedTuple):
    """Of the viewer's own division or, if there is none, of the first."""

    division: int | None
    several: bool  # divisions
    nights: int  # that were closed
    lines: list[Placed]


class NightWinners(NamedTuple):
    night: Night
    winners: list[Placed]


class Then(NamedTuple):
    """What this viewer can do next in the club: the page's only button."""

    words: str
    address: str


class Front(NamedTuple):
    night: Night | None  # the one going on, else the next
    tonight: Tonight | None
    also: list[Night]  # others that go on, and those that come after
    season: Season | None  # whose standing it is
    standing: Leaders | None
    last: Night | None  # the last one closed
    winners: list[Placed]
    played: list[NightWinners]

    @property
    def has_hidden(self) -> bool:
        lists = [self.winners, *(played.winners for played in self.played)]
        lists += [self.standing.lines] if self.standing else []
        lists += [self.tonight.leaders] if self.tonight else []
        return any(NOBODY in line.name for lines in lists for line in lines)


def build_front(nights: Agenda, detail: NameDetail, own: Collection[int]) -> Front:
    """`own` has the ids of the viewer's own member records."""
    night = next(iter(nights.now), nights.lead)
    also = [other for other in (*nights.now, *nights.coming) if other != night]
    now = read_tonight(nights.now[0], detail) if nights.now else None
    if not nights.closed:
        return Front(night, now, also, None, None, None, [], [])
    last = nights.closed[0]
    season = next(iter(season_history.list_seasons_played(last.season.club)), None)
    mine = couples.find_entrants(season, own) if season else set()
    days, divisions = _read_places(season) if season else (0, [])
    filled = [(number, places) for number, places in divisions if places]
    own_one = [item for item in filled if any(place.player in mine for place in item[1])]
    number, places = next(iter((*own_one, *filled)), (None, []))
    standings = calculate.compute_night_standings(nights.closed)
    by_night = {pk: _list_places(standing.rows) for pk, standing in standings.items()}
    lists = [
        (season or last.season, _select_first(places, MOST, mine)),
        (last.season, _select_first(by_night[last.pk], MOST)),
        *((closed.season, _select_first(by_night[closed.pk], 1)) for closed in nights.closed),
    ]
    leading, winners, *won = _add_names(lists, detail, own)
    leaders = Leaders(number, len(filled) > 1, days, leading)
    played = [NightWinners(*pair) for pair in zip(nights.closed, won, strict=True)]
    return Front(night, now, also, season, leaders, last, winners, played)


@season_history.keep_until(lambda season: season.club.results_version)
def _read_places(season: Season) -> tuple[int, list[tuple[int | None, list[Ranked]]]]:
    """Kept, because the front page is opened most and the season's history is large."""
    divisions = calculate.compute_season_standing(season)
    places = [(division.number, _list_places(division.rows)) for division in divisions]
    return len(season_history.load_history(season).days), places


def _list_places(rows: Iterable[Row]) -> list[Ranked]:
    return [
        Ranked(row.player, row.rank, row.points)
        for row in rows
        if row.rank and row.points is not None
    ]


def read_tonight(night: Night, detail: NameDetail) -> Tonight:
    if night.state != State.PLAYING:
        return Tonight(club_bar.make_mark(night.pk, night.state, []), 0, [])
    scores = shown_scores.read_scores(night, detail)
    mark = club_bar.make_mark(night.pk, night.state, scores.tables)
    first = _select_first(_list_places(scores.division.rows), LEAD)
    (leaders,) = _add_names([(night.season, first)], detail)
    here = [table.id for table in scores.tables if table.round == mark.round]
    return Tonight(mark, TableSeat.objects.filter(table__in=here, until=None).count(), leaders)


def _select_first(places: Iterable[Ranked], most: int, own: Collection[int] = ()) -> list[Ranked]:
    """Return the first `most` places, with all who share the last, and the viewer's."""
    return [place for place in places if place.rank <= most or place.player in own]


def _add_names(
    lists: Sequence[tuple[Season, Sequence[Ranked]]], detail: NameDetail, own: Collection[int] = ()
) -> list[list[Placed]]:
    """Name the players of lists of rows, each of its season's standing or of one of its nights."""
    groups = couples.group_by_names(
        (season, {row.player for row in rows}) for season, rows in lists
    )
    called = {key: call_players(season, ids, detail) for key, (season, ids) in groups.items()}
    mine = {key: couples.find_entrants(season, own) for key, (season, _ids) in groups.items()}
    places = []
    for season, rows in lists:
        key = couples.find_name_key(season)
        players = [called[key][row.player] for row in rows]
        places.append(
            [
                Placed(
                    row.rank,
                    player.name,
                    player.address,
                    format_points(row.points),
                    row.player in mine[key],
                )
                for row, player in zip(rows, players, strict=True)
            ]
        )
    return places


def find_next_step(reader: Viewer, front: Front) -> Then | None:
    if has_rights(reader.role, HELPER) and front.night:
        return _at_work(front.night, organises=has_rights(reader.role, ORGANISER))
    if front.tonight and front.tonight.mark.round and front.night:
        follow = reverse("tournaments:night-result", args=[reader.club.slug, front.night.pk])
        return Then(gettext("Follow the night"), follow)
    if hall := find_hall_address(reader, front):
        return Then(gettext("Where everybody sits"), hall)
    if front.season is None or not has_rights(reader.role, ORGANISER):
        return None
    plan = reverse("tournaments:season-nights", args=[reader.club.slug, front.season.pk])
    return Then(gettext("Plan the nights"), plan)


def find_hall_address(reader: Viewer, front: Front) -> str:
    """Only those who belong to the club may know the address, while a night is played."""
    if not (reader.fellow and front.night and front.night.state == State.PLAYING):
        return ""
    return reverse("tournaments:hall", args=[links.make_key(front.night)])


def _at_work(night: Night, *, organises: bool) -> Then:
    where = {State.CHECK_IN: ("door", gettext("Check in"))}
    if night.rounds.exists():
        where[State.PLAYING] = ("room", gettext("The room"))
    elif organises:
        where[State.PLAYING] = ("draw", gettext("Draw the tables"))
    if organises:
        where[State.CLOSING] = ("closing", gettext("Close the night"))
    name, words = where.get(State(night.state), ("night", gettext("To this night")))
    return Then(words, reverse(f"tournaments:{name}", args=[night.season.club.slug, night.pk]))


def describe_night(club: Club, night: Night | None, season: Season | None = None) -> dict[str, Any]:
    priced = night or season
    fees = priced.fees if priced else None
    venue = night.held_at if night else club.venue
    on_map = f"https://www.openstreetmap.org/search?{urlencode({'query': venue})}"
    words = {"club": club, "night": night, "map": on_map if venue else ""}
    words["about"] = club.tell_time_and_place()
    if night:
        how = gettext("by couple").replace(" ", NO_BREAK) if night.season.by_couple else ""
        about = [night.time_and_place, name_game(night.season.reglement), how]
        words["about"] = f"{NO_BREAK}· ".join(filter(None, about))
        together = gettext("Come as two, or ask the club whether it has a partner for you.")
        words["guests"] = together if club.guests and night.season.by_couple else club.guests
    is_full = bool(night and night.state in AHEAD and not signing_up.has_room(night))
    is_free = night is not None and night.member_fee == 0
    costs = fees_in_words(fees) if fees and (any(fees) or is_free) else club.costs
    return words | {"full": is_full, "costs": costs}
