"""The public part of a club as JSON and as an Atom feed: docs/website.md."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.club.time_and_place import find_start, find_venue
from tournaments.models import Night
from tournaments.publishing.public_club import Placed, Played, PublicClub
from tournaments.standings.rules import Points, round_points

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
        "standing": [
            {"division": board.division, "players": [_player(row) for row in board.rows]}
            for board in public.boards
        ],
        "nights": [
            {
                "day": night.day.isoformat(),
                "starts": (start := find_start(night)) and start.isoformat(),
                "venue": find_venue(night),
                "address": night_address(night),
            }
            for night, _when in public.coming
        ],
        "result": last and _result(last, night_address),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _player(row: Placed) -> dict[str, Any]:
    player = {"place": row.place, "name": row.name, "points": _number(row.points)}
    return player | {"nights": row.nights}


def _result(result: Played, night_address: NightAddress) -> dict[str, Any]:
    return {
        "day": result.night.day.isoformat(),
        "address": night_address(result.night),
        "players": [
            {"place": row.place, "name": row.name, "points": _number(row.points)}
            for row in result.rows
        ],
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


def write_title(result: Played) -> str:
    """Only the day if nobody won, or if all winners hide their names."""
    day = date_format(result.night.day)
    if not result.winners:
        return day
    return gettext("%(day)s: first %(names)s") % {"day": day, "names": result.winners}


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")


def _add(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = text
