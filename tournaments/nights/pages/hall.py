import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import get_language

from scoring.sheets.progress import Progress
from tournaments.members import members
from tournaments.models import Night, NightLogEntry, Round
from tournaments.models.member import MAIN
from tournaments.names import Label, NameDetail, fold, split_search
from tournaments.nights import draw_rounds, entrants
from tournaments.nights.pages import agenda, door, shown_scores
from tournaments.nights.pages.room import NightTable, find_current_round, list_tables
from tournaments.nights.round_clock import Clock, read_clock
from tournaments.nights.signing_up import GONE
from tournaments.standings import calculate
from tournaments.standings.pages import standing_texts
from tournaments.standings.pages.standing_texts import format_points
from tournaments.standings.rules.breakdown import Division, Row

State = Night.State
SHOWN_AFTER_CLOSING = timedelta(days=1)  # how long after closing the result is shown


def keep_whole(name: str) -> str:
    """Break no short double name at its hyphen."""
    whole = r"(?<!\S)\S{3,12}(?!\S)"
    return re.sub(whole, lambda word: word[0].replace("-", "\N{NON-BREAKING HYPHEN}"), name)


class PersonInHall(NamedTuple):
    label: Label  # the name, as detailed as the member wants to be known in the hall
    table: int | None  # None: sits out

    @property
    def name(self) -> str:
        return keep_whole(self.label.listed)

    @property
    def sought(self) -> str:
        return fold(self.label.name.full)

    @property
    def outer_words(self) -> list[str]:
        words = self.sought.split()
        return words[:1] + words[-1:]

    def begins_with(self, typed: Sequence[str]) -> bool:
        """A single letter begins the first or last word only, so as not to find every "van"."""
        whole, outer = self.sought.split(), self.outer_words
        where = {part: whole if len(part) > 1 else outer for part in typed}
        return all(any(word.startswith(part) for word in words) for part, words in where.items())


class Sitting(NamedTuple):
    number: int
    people: list[PersonInHall]
    letters: list[str]  # first letters of the names


class Score(NamedTuple):
    place: str
    name: str
    points: str
    more: str  # marks of the place, such as a prize


class Part(NamedTuple):
    number: int | None  # of the division
    scores: list[Score]
    uneven: bool  # tables are not equally far, so points are averages


class View(StrEnum):
    NOW = "now"
    NIGHT = "night"
    SEASON = "season"
    NEXT = "next"


class Hall(NamedTuple):
    state: str
    day: str
    signed_up: int
    present: int
    tables: str  # in words, at the door
    rounds: list[int]  # the rounds drawn
    view: View
    views: list[View]  # all that can be shown now
    turns: list[View]  # the views that a big screen shows in turn
    current: int  # the round whose progress is shown
    count_in: int  # its approved tables
    count_of: int  # all its tables
    sitting: Sitting | None
    parts: list[Part]
    nights: int  # nights of the season that are closed
    coming: str  # the night after this one
    clock: Clock | None  # of the round that is being played

    def seal(self) -> str:
        """The page's script reloads it only if this changed."""
        return sha256(repr((self, get_language())).encode()).hexdigest()[:32]

    @property
    def after(self) -> View:
        at = self.turns.index(self.view) + 1 if self.view in self.turns else 0
        return self.turns[at % len(self.turns)]


class HallQuery(NamedTuple):
    round: int = 0
    sought: str = ""
    show: str = ""  # a view to stay on
    turn: str = ""  # a view to begin with, before the others


def build_hall(night: Night, wanted: HallQuery) -> Hall:
    counts = night.attendances.aggregate(
        signed_up=Count(MAIN, Q(said="on") & ~GONE, distinct=True),
        present=Count(MAIN, Q(present=True), distinct=True),
    )
    tables, following = list_tables(night), agenda.find_next_night(night)
    now = find_current_round(tables)
    drawn = sorted({table.round for table in tables})
    nights = night.season.nights.filter(state=State.CLOSED).count()
    views = list(_views(night, tables, nights, following, now + 1 in drawn))
    turns = _turns(night, views, [table.how for table in tables if table.round == now])
    view = _choose_view(night, wanted, views, turns)
    number = wanted.round if wanted.round in drawn else now
    if view == View.NEXT:
        number = now + 1
    seats = view in (View.NOW, View.NEXT) and night.state != State.CLOSED and number in drawn
    here = [table.how for table in tables if table.round == number]
    return Hall(
        state=night.state,
        day=str(night),
        tables=door.tables_in_words(night, entrants.count_entrants(night, counts["present"])),
        view=view,
        views=views,
        turns=turns,
        rounds=drawn,
        current=number,
        count_in=sum(how.approved for how in here),
        count_of=len(here),
        sitting=_sitting(night, number, wanted.sought) if seats else None,
        parts=_parts(night, view),
        nights=nights,
        coming=str(following) if following else "",
        clock=read_clock(night.rounds.filter(number=now).first()),
        **counts,
    )


def _choose_view(
    night: Night, wanted: HallQuery, views: Sequence[View], turns: Sequence[View]
) -> View:
    if wanted.turn:
        return View(wanted.turn) if wanted.turn in turns else turns[0]
    first = View.NIGHT if night.state == State.CLOSED and View.NIGHT in views else View.NOW
    return View(wanted.show) if wanted.show in views else first


def _views(
    night: Night, tables: Sequence[NightTable], nights: int, following: Night | None, drawn: bool
) -> Iterator[View]:
    """The standings go a day after closing: many phones still have the link."""
    yield View.NOW
    lately = timezone.now() - SHOWN_AFTER_CLOSING
    closings = night.log_entries.filter(kind=NightLogEntry.Kind.CLOSED, time__gt=lately)
    if night.state == State.CLOSED and not closings.exists():
        return
    if any(stand.how.played for stand in tables):
        yield View.NIGHT
    if nights and not night.season.open_evening:
        yield View.SEASON
    if night.state == State.PLAYING and (drawn or following):
        yield View.NEXT


def _turns(night: Night, views: Sequence[View], here: Sequence[Progress]) -> list[View]:
    """Return what a big screen shows in turn: first the seating alone, not once all play."""
    others: list[View] = [view for view in views if view != View.NOW]
    if night.state == State.CLOSED:
        return [*others, View.NOW]
    begun = [bool(how.played) for how in here]
    if begun and not any(begun):
        return [View.NOW]
    return others if begun and all(begun) else list(views)


def _parts(night: Night, view: View) -> list[Part]:
    """Players without a place come last, and who never came is left out."""
    if view not in (View.NIGHT, View.SEASON):
        return []
    season, is_night = night.season, view == View.NIGHT
    divisions: Sequence[Division] = (
        [shown_scores.read_night_standing(night, NameDetail.FELLOW)]
        if is_night
        else calculate.compute_season_standing(season)
    )
    names = standing_texts.load_names(season, divisions, NameDetail.FELLOW)
    marked = is_night and night.state == State.CLOSED
    return [
        Part(
            division.number,
            [
                _score(row, division, names, marked=marked)
                for row in standing_texts.sort_equals_by_name(division.rows, names)
                if row.nights
            ],
            division.uneven,
        )
        for division in divisions
    ]


def _score(row: Row, division: Division, names: dict[int, str], *, marked: bool) -> Score:
    more = ", ".join(standing_texts.list_marks(row, division)) if marked else ""
    points = row.pace if division.uneven else row.points
    words = "–" if points is None else format_points(points, decimals=division.uneven)
    return Score(str(row.rank or "–"), keep_whole(names[row.player]), words, more)


def _sitting(night: Night, number: int, sought: str) -> Sitting:
    people = sorted(_people(night, number), key=lambda line: (line.label.order, line.table or 0))
    letters = {word[0] for line in people for word in line.outer_words}
    found = [line for line in people if line.begins_with(split_search(sought))]
    return Sitting(number, found, sorted(letters))


def _people(night: Night, number: int) -> list[PersonInHall]:
    drawn = Round.objects.select_related("draw_record", "night__season")
    this = drawn.filter(night=night, number=number).first()
    if this is None:  # taken back since the page looked which rounds there are
        return []
    seats = this.seats.filter(until=None).select_related("member", "table")
    out = draw_rounds.list_drawn_out(this) - {seat.member.main_id for seat in seats}
    places = [
        *((seat.member.main_id, seat.table.number) for seat in seats),
        *((pk, None) for pk in out),
    ]
    labels = members.load_labels([pk for pk, _table in places], NameDetail.FELLOW)
    return [PersonInHall(labels[pk], table) for pk, table in places]
