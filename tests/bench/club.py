"""A club of 60 members: forty closed nights of a season, and one that is played."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import connections
from django.db.utils import load_backend
from django.utils import timezone

from clubsite.config import databases
from clubsite.demo.dealing import play
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw.engine.request import LOTS
from tournaments.members import members
from tournaments.models import Night, Season
from tournaments.nights import at_the_door, closing, draw_rounds, nights

MEMBERS, NIGHTS, GAMES = 60, 40, 4
AWAY = 12  # members, each night
PLAYED = 2  # games at each table of the night that is played
PASSWORD = "drie losse woorden"  # for a club that lives for seconds


@contextmanager
def own_database() -> Iterator[None]:
    """Use a new SQLite database in this block; the site's own is not touched."""
    site = connections["default"]
    with TemporaryDirectory() as folder:
        config = databases.build_sqlite(Path(folder) / "bench.sqlite3")
        config = connections.configure_settings({"default": config})["default"]
        connections["default"] = load_backend(config["ENGINE"]).DatabaseWrapper(config, "default")
        try:
            call_command("migrate", verbosity=0)
            yield
        finally:
            connections["default"].close()
            connections["default"] = site


def make_season(count: int, days: int) -> Season:
    """Return a season with this many planned nights, of a new club with this many members."""
    club, _ = clubs.create_club_with_owner(
        name="De Hoop", slug="de-hoop", owner_name="Ans", login="ans", password=PASSWORD
    )
    members.add_many(club=club, text="\n".join(f"Speler Nummer{n}" for n in range(count)))
    first = timezone.localdate()
    season = seasons.plan(
        club=club,
        name="2026",
        reglement=reglementen.make(
            club=club, game="jokeren", name="Jokeren", options={"games": GAMES}, approval="one"
        ),
        first=first,
        last=first + timedelta(days),
        rounds=1,
        signed_off="worst",
        no_show="worst",
        before_joining="absent",
    )
    nights.plan(season=season, days=[first + timedelta(day) for day in range(days)])
    return season


def play_night(night: Night, games: int, chance: Random, away: int = 0) -> Night:
    """Let all members come but `away` of them, seat them, and play so many games at each table."""
    nights.set_state(night=night, to=Night.State.CHECK_IN)
    at_the_door.check_in_all(night=night)
    for missing in chance.sample([*night.attendances.all()], away):
        at_the_door.check_in(night=night, member=missing.member, present=False)
    night = nights.set_state(night=night, to=Night.State.PLAYING)
    draw_rounds.draw_rounds(night=night, rounds=1, method=LOTS)
    for sheet in list_sheets(night):
        play(sheet, games, chance)
    return night


def play_season() -> Season:
    season, chance = make_season(MEMBERS, NIGHTS + 1), Random(NIGHTS)
    *earlier, last = season.nights.order_by("day")
    for night in earlier:
        played = play_night(night, GAMES, chance, AWAY)
        closing.close(night=played, reason="-")
    play_night(last, PLAYED, chance)
    return season


def list_sheets(night: Night) -> list[Sheet]:
    return [table.sheet for table in night.rounds.get().tables.select_related("sheet")]


def correct(sheet: Sheet) -> None:
    """Enter the last game of those that were played once more, with other figures."""
    number = sheet.rows.count()
    names = [seat.name for seat in sheet.seats.all()]
    row = {"entries": dict.fromkeys(names, sheet.events.count()) | {names[0]: "-"}}
    lifecycle.record(sheet=sheet, number=number, row=row)
