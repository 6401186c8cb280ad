import json
from collections.abc import Callable, Iterable
from datetime import datetime, time
from itertools import chain, islice
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.club import season_texts
from tournaments.models import Club, Night, NightLogEntry, Season
from tournaments.names import NameDetail
from tournaments.nights.pages import agenda
from tournaments.nights.pages.result import Prize, list_prizes
from tournaments.standings import calculate, season_history
from tournaments.standings.pages.standing_texts import Called, format_points, load_names
from tournaments.standings.rules.breakdown import Division, round_points
from tournaments.standings.rules.points import Points

RESULTS = 10  # closed nights, the last one first
UNFINISHED = 10  # closed nights at most that are passed over, as no round of theirs was over


class Placed(NamedTuple):
    place: int | None  # None: too few nights for a place
    name: str
    points: Points
    nights: int  # on which the player came

    @property
    def figure(self) -> str:
        return format_points(self.points)


class Board(NamedTuple):
    division: int | None
    rows: list[Placed]


class PublishedNight(NamedTuple):
    night: Night
    rows: list[Placed]
    prizes: list[Prize]
    changed: datetime  # the last time, for example when it was closed or corrected

    @property
    def winners(self) -> str:
        return ", ".join(row.name for row in self.rows if row.place == 1)


class PublicClub(NamedTuple):
    club: Club
    season: Season | None  # whose standing it is
    boards: list[Board]
    others: dict[str, list[Board]]  # by key: those of periods, and further standings
    coming: list[Night]
    results: list[PublishedNight]


def read_public_club(club: Club, most: int = RESULTS) -> PublicClub:
    nights = agenda.build_agenda(club)
    season = next(iter(season_history.list_seasons_played(club)), None)
    closed = Night.objects.filter(season__club=club, state=Night.State.CLOSED)
    last = closed.select_related("season__reglement").order_by("-day", "-pk")[: most + UNFINISHED]
    standing = calculate.compute_season_standing(season) if season else ()
    names = load_names(season, standing, NameDetail.PUBLIC) if season else {}
    return PublicClub(
        club,
        season,
        _boards(standing, names),
        dict(_list_others(season)) if season else {},
        [*(night for night in nights.now if night.day >= timezone.localdate()), *nights.coming],
        list(_results(last, most)),
    )


def _list_others(season: Season) -> Iterable[tuple[str, list[Board]]]:
    if not (season.periods or season.further):
        return
    inputs = season_history.load_history(season).inputs
    standings = {key: season_history.rank_part(inputs, key) for key in inputs.parts}
    names = load_names(season, [*chain(*standings.values())], NameDetail.PUBLIC)
    for key, divisions in standings.items():
        yield key, _boards(divisions, names)


def _boards(divisions: Iterable[Division], names: dict[int, str]) -> list[Board]:
    return [Board(part.number, list(_rows(part, names))) for part in divisions]


def _rows(division: Division, names: dict[int, str]) -> Iterable[Placed]:
    for row in division.rows:
        if row.points is not None:
            yield Placed(row.rank, names[row.player], row.points, row.nights)


def _results(closed: Iterable[Night], most: int) -> Iterable[PublishedNight]:
    """Of nights on which a round was played to its end."""
    every = ((night, calculate.compute_night_standing(night)) for night in closed)
    ended = (each for each in every if any(row.points is not None for row in each[1].rows))
    last = dict(islice(ended, most))
    entries = NightLogEntry.objects.filter(night__in=last)
    changed = dict(entries.values_list("night").annotate(Max("time")))
    for night, division in last.items():
        names = load_names(night.season, [division], NameDetail.PUBLIC)
        prizes = list_prizes(division, {pk: Called(name) for pk, name in names.items()})
        played = datetime.combine(night.day, time.min, timezone.get_current_timezone())
        rows = list(_rows(division, names))
        yield PublishedNight(night, rows, prizes, changed.get(night.pk, played))


VERSION = 1
ATOM = "http://www.w3.org/2005/Atom"

NightAddress = Callable[[Night], str]


def write_json(public: PublicClub, address: str, night_address: NightAddress) -> str:
    last = public.results[0] if public.results else None
    data = {
        "format": "streepje-club",
        "version": VERSION,
        "club": {"name": public.club.name, "address": address},
        "season": public.season and public.season.name,
        "standing": _standing(public.boards),
        **_others(public),
        "nights": [
            {
                "day": night.day.isoformat(),
                "starts": night.begins and night.begins.isoformat(),
                "venue": night.held_at,
                "address": night_address(night),
            }
            for night in public.coming
        ],
        "result": last and _result(last, night_address),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _standing(boards: Iterable[Board]) -> list[dict[str, Any]]:
    return [
        {
            "division": board.division,
            "players": [_player(row) | {"nights": row.nights} for row in board.rows],
        }
        for board in boards
    ]


def _others(public: PublicClub) -> dict[str, Any]:
    if not public.season or not public.others:
        return {}
    return {
        "standings": [
            {
                "key": key,
                "name": season_texts.name_standing(public.season, key),
                "standing": _standing(boards),
            }
            for key, boards in public.others.items()
        ]
    }


def _player(row: Placed) -> dict[str, Any]:
    return {"place": row.place, "name": row.name, "points": _number(row.points)}


def _result(result: PublishedNight, night_address: NightAddress) -> dict[str, Any]:
    return {
        "day": result.night.day.isoformat(),
        "address": night_address(result.night),
        "players": [_player(row) for row in result.rows],
        "prizes": [{"place": prize.place, "names": prize.names} for prize in result.prizes],
    }


def _number(points: Points) -> int | float:
    """At most two decimals, as all pages show them."""
    shown = round_points(points)
    return int(shown) if shown.denominator == 1 else float(shown)


def write_atom(public: PublicClub, address: str, night_address: NightAddress) -> str:
    feed = Element("feed", xmlns=ATOM)
    _add(feed, "id", public.club.public_id.urn)
    _add(feed, "title", gettext("Results of %(club)s") % {"club": public.club.name})
    changed = max((result.changed for result in public.results), default=public.club.created)
    _add(feed, "updated", _moment(changed))
    _add(SubElement(feed, "author"), "name", public.club.name)
    SubElement(feed, "link", href=address)
    for result in public.results:
        entry = SubElement(feed, "entry")
        _add(entry, "id", result.night.public_id.urn)
        _add(entry, "title", write_title(result))
        _add(entry, "updated", _moment(result.changed))
        SubElement(entry, "link", href=night_address(result.night))
        rows = [f"{row.place}. {row.name}: {row.figure}" for row in result.rows if row.place]
        _add(entry, "summary", "; ".join(rows))
    text = tostring(feed, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def write_title(result: PublishedNight) -> str:
    """Only the day if nobody won, or if all winners hide their names."""
    day = date_format(result.night.day)
    if not result.winners:
        return day
    return gettext("%(day)s: first %(names)s") % {"day": day, "names": result.winners}


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text
