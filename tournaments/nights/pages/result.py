"""The result page of a night, provisional or final: the standing and each table."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import connection
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.sheets.progress import Progress
from tournaments.club import season_texts
from tournaments.club.reglementen import find_system
from tournaments.members import couples
from tournaments.members.name_lookup import Enrolled, find_known, read_roll
from tournaments.models import Night, NightLogEntry, Season, Table, TieRuling
from tournaments.names import NameDetail
from tournaments.nights.pages import finished, headline, incomplete, result_cards, tables_overview
from tournaments.nights.pages.headline import Winners
from tournaments.nights.pages.incomplete import Incomplete
from tournaments.nights.pages.tables_overview import NightTable
from tournaments.standings import calculate as counted
from tournaments.standings import corrections as corrected
from tournaments.standings.pages import standing
from tournaments.standings.pages.standing import Called
from tournaments.standings.pages.standing_rows import StandingRow, format_points
from tournaments.standings.played_nights import PlayedSheet
from tournaments.standings.rules import Division

# Raw SQL, since everybody who follows a night runs it again after every game.
DRAWS_AND_REOPENINGS = """SELECT
    (SELECT COUNT(*) FROM tournaments_drawrecord WHERE night_id = %s),
    (SELECT COUNT(*) FROM tournaments_nightlogentry WHERE night_id = %s AND kind = 'reopened')
"""


class Written(NamedTuple):
    """The sheet of a table, and the name to show for each name written on it."""

    round: int
    table: int
    form: PlayedSheet
    names: dict[str, str]


class Win(NamedTuple):
    names: str
    round: int
    table: int
    ahead: str


class Prize(NamedTuple):
    place: int | str
    names: str
    shared: bool
    how: str  # how a tie for it was settled; empty if there was none


class FillIn(NamedTuple):
    """A round in which a player finished at their own table and then also played at another one, as
    a fill-in. The result at the other table counts instead of that at their own.
    """

    name: str
    round: int
    points: str
    instead_of: str


class Correction(NamedTuple):
    """A correction on the page of a night's result: when the closed night was reopened, why, and
    whether for all tables or for one.
    """

    time: datetime
    round: int | None
    table: int | None  # None: all of the night
    reason: str


class Result(NamedTuple):
    lines: Sequence[StandingRow]
    how: Mapping[int, Progress]  # by sheet; empty for a closed night
    rounds: Sequence[int]  # rounds that somebody played to the end
    dashes: bool
    places: bool  # points are for places; the points of the game are shown beside them
    uneven: str  # how places are decided while tables are not equally far
    every: Sequence[int]  # all rounds drawn
    shown: int
    cards: Sequence[result_cards.Scored]
    prizes: Sequence[Prize]
    wins: Sequence[Win]
    corrections: Sequence[Correction]
    incomplete: Sequence[Incomplete]
    missed: str  # how such a round counts in the season
    fill_ins: Sequence[FillIn]
    won: Winners | None  # only on a closed night
    hidden: bool  # the scores of a round in play are for who organises
    busy: int  # players who still play the round, and are not in `lines` yet
    draws: int  # draws of the night, with those undone

    @property
    def other_prizes(self) -> list[Prize]:
        """Return the prizes to list on the page. An ordinary first prize is left out, because the
        headline already names the winner.
        """
        return [prize for prize in self.prizes if prize.place != 1 or prize.shared or prize.how]

    @property
    def count_in(self) -> int:
        return sum(card.how.approved for card in self.cards)


class _Played(NamedTuple):
    """The tables, standing and sheets of a night for its result page, with only the scores that
    this viewer may see. Also the members of the club.
    """

    stands: Sequence[NightTable]  # all tables of the night
    until: int | None  # the last round whose scores are shown; None: all of a closed night
    division: Division
    rounds: Sequence[int]
    forms: Mapping[int, PlayedSheet]  # by the id of the sheet
    roll: Mapping[int, Enrolled]  # the members of the club


def build_result(night: Night, names: NameDetail, *, requested: int = 0, opened: int = 0) -> Result:
    """Build the result page of a night. `names` tells how names are shown, `requested` is the round
    whose tables are shown, and `opened` is the table whose games are shown.
    """
    closed = night.state == Night.State.CLOSED
    played = _read_played(night, names)
    stands, until, division, rounds, forms, roll = played
    people = _people(division, forms.values())
    called = standing.call_players(night.season, people, names, find_known(roll, people))
    links = LinkedNames(called)
    busy = set() if until is None else finished.find_busy(stands, until, forms)
    division = division if closed else finished.leave_out(division, busy)
    guests = {pk for pk, member in roll.items() if member.guest}
    lines = list(_lines(division, called, guests, closed=closed))
    dashes = find_system(night.season.reglement).dash
    drawn = sorted({stand.round for stand in stands})
    shown = requested if requested in drawn else tables_overview.find_current_round(stands)
    draws, reopened = _count_draws_and_reopenings(night)
    return Result(
        lines=lines,
        how={} if closed else {stand.sheet: stand.how for stand in stands},
        rounds=rounds,
        dashes=dashes,
        places=is_by_places(night),
        uneven=describe_uneven(division, night),
        every=drawn,
        shown=shown,
        cards=_build_cards(played, shown, called, opened),
        prizes=list_prizes(division, links, join_links) if closed else [],
        wins=_find_biggest_wins(stands, forms, links),
        corrections=_corrections(night, names) if reopened else [],
        incomplete=incomplete.describe_incomplete(night, division, rounds, links),
        missed=season_texts.missed_round_in_words(night.season),
        fill_ins=list(_fill_ins(division, rounds, links)),
        won=headline.tell_winners(lines, dashes=dashes) if closed else None,
        busy=len(busy),
        hidden=_are_some_hidden(night, played, names),
        draws=draws,
    )


def _read_played(night: Night, names: NameDetail) -> _Played:
    stands = tables_overview.list_tables(night)
    until = finished.find_last_shown(night, stands, names)
    roll = read_roll(night.season.club)
    division, rounds, forms = counted.compute_night_in_full(night, stands, roll, until)
    if finished.has_hidden_scores(night, names):
        forms = _up_to(until or 0, stands, forms)
    return _Played(stands, until, division, rounds, forms, roll)


def _are_some_hidden(night: Night, played: _Played, names: NameDetail) -> bool:
    last = played.until or 0
    return finished.has_hidden_scores(night, names) and any(
        stand.round > last for stand in played.stands
    )


def _build_cards(
    played: _Played, number: int, called: Mapping[int, Called], opened: int
) -> list[result_cards.Scored]:
    """Return a card for each table of round `number`. `called` has the name to show for each
    player, and the address of the player's page. `opened` is the id of the table whose games are
    shown, or EVERY_TABLE.
    """
    names = {pk: player.name for pk, player in called.items()}
    addresses = {player.name: player.address for player in called.values() if player.address}
    return [
        result_cards.build_card(stand, played.forms.get(stand.sheet), names, addresses, opened)
        for stand in played.stands
        if stand.round == number
    ]


def _up_to(
    last: int, stands: Iterable[NightTable], forms: Mapping[int, PlayedSheet]
) -> dict[int, PlayedSheet]:
    """Return those of the sheets `forms` that belong to round `last` or an earlier round. Both
    `forms` and the result are keyed by the id of the sheet. `stands` has the tables of the night,
    which tell the round of each sheet.
    """
    there = {stand.sheet for stand in stands if stand.round <= last}
    return {pk: form for pk, form in forms.items() if pk in there}


def _fill_ins(
    division: Division, rounds: Sequence[int], names: Mapping[int, str]
) -> Iterator[FillIn]:
    for row in division.rows:
        for number, part in zip(rounds, row.tallies[0].slices, strict=True):
            if part.instead_of is not None and part.points is not None:
                points, own = format_points(part.points), format_points(part.instead_of)
                yield FillIn(names[row.player], number, points, own)


def is_by_places(night: Night) -> bool:
    return night.season.counting == Season.Counting.PLACES


def describe_uneven(division: Division, night: Night) -> str:
    """Return a sentence on how places are decided while some tables have played more games than
    others. It is empty if all have played the same number.
    """
    if not division.uneven:
        return ""
    if night.season.counting == Season.Counting.PLACES:
        return gettext(
            "Not all tables are equally far: until they are, places go by the average of a round."
        )
    return gettext(
        "Not all tables are equally far: until they are, places go by the average of a game."
    )


def _lines(
    division: Division, called: Mapping[int, Called], guests: Collection[int], *, closed: bool
) -> Iterator[StandingRow]:
    names = {pk: player.name for pk, player in called.items()}
    rows = standing.sort_equals_by_name(division.rows, names)
    for place, row in enumerate(rows, 1):
        marks = standing.list_marks(row, division) if closed else []
        if row.player in guests and not row.rank:
            marks.append(gettext("guest"))
        player = called[row.player]
        yield StandingRow(
            place=row.rank or place,
            name=player.name,
            remarks=", ".join(marks),
            moved=None,
            row=row,
            address=player.address,
            anchor=f"p{place}",
        )


def _people(division: Division, forms: Iterable[PlayedSheet]) -> set[int]:
    seated = {stint.member for form in forms for stint in form.stints}
    return seated | {row.player for row in division.rows}


def list_sheets(night: Night, names: NameDetail) -> Iterator[Written]:
    """Yield the sheet of every table that has begun to play on this night, in order of round and
    table. `names` tells how names are shown.
    """
    played = _read_played(night, names)
    people = {stint.member for form in played.forms.values() for stint in form.stints}
    labels = couples.load_labels(night.season, people, names, find_known(played.roll, people))
    names_shown = {pk: labels[pk].full for pk in people}
    for stand in played.stands:
        if form := played.forms.get(stand.sheet):
            shown = {
                seat: seated.names
                for seat, seated in result_cards.list_seated(form, names_shown).items()
            }
            yield Written(stand.round, stand.number, form, shown)


class LinkedNames(dict[int, SafeString]):
    """The names of players as HTML. Each is a link to the player's page, if this viewer may see
    that page. A link is made only when it is looked up, because most pages need few of them.
    """

    def __init__(self, called: Mapping[int, Called]) -> None:
        self.called = called

    def __missing__(self, player: int) -> SafeString:
        label = self.called[player]
        if not label.address:
            return format_html("{}", label.name)
        return format_html('<a href="{}">{}</a>', label.address, label.name)


def join_links(links: Iterable[str]) -> SafeString:
    return format_html_join(", ", "{}", ((link,) for link in links))


def list_prizes(
    division: Division,
    names: Mapping[int, str],
    join: Callable[[Iterable[str]], str] = ", ".join,
) -> list[Prize]:
    return [
        Prize(
            prize.place,
            join(names[who] for who in prize.players),
            len(prize.players) > 1,
            str(TieRuling.How(prize.how).label) if prize.how else "",
        )
        for prize in division.prizes
    ]


# Biggest wins and corrections


def _find_biggest_wins(
    stands: Iterable[NightTable], forms: Mapping[int, PlayedSheet], names: Mapping[int, str]
) -> list[Win]:
    """Return the tables at which the winner was furthest ahead of the second player. Only tables
    with a final result are compared. `stands` has the tables of the night, `forms` their sheets,
    keyed by the id of the sheet, and `names` the players' names to show.
    """
    over = [
        final for final in stands if final.how.over and (final.how.approved or final.how.closed)
    ]
    leads = [
        (win[1], stand, form, win[0])
        for stand in over
        if (form := forms.get(stand.sheet)) and (win := form.outcome.win)
    ]
    most = max((ahead for ahead, *_rest in leads), default=0)
    return [
        Win(_join_names(form, who, names), stand.round, stand.number, format_points(ahead))
        for ahead, stand, form, who in leads
        if ahead == most
    ]


def _join_names(form: PlayedSheet, seats: Sequence[str], names: Mapping[int, str]) -> str:
    """Return the names of the people who sat on these seats of the sheet at the end."""
    stays = result_cards.list_stays(form.stints)
    return join_links(names[stays[seat][-1].member] for seat in seats if seat in stays)


def _count_draws_and_reopenings(night: Night) -> tuple[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(DRAWS_AND_REOPENINGS, [night.pk, night.pk])
        draws, reopened = cursor.fetchone()
    return draws, reopened


def _corrections(night: Night, names: NameDetail) -> list[Correction]:
    log_entries = list(night.log_entries.filter(kind=NightLogEntry.Kind.REOPENED))
    tables = Table.objects.filter(
        round__night=night, pk__in=[_table(entry) for entry in log_entries]
    )
    where = {entry.pk: entry for entry in tables.select_related("round")}
    reasons = corrected.redact_reasons([entry.reason for entry in log_entries], night.season, names)
    return [
        _correction(entry, where.get(_table(entry)), reason)
        for entry, reason in zip(log_entries, reasons, strict=True)
    ]


def _correction(entry: NightLogEntry, table: Table | None, reason: str) -> Correction:
    if table is None:
        return Correction(entry.time, None, None, reason)
    return Correction(entry.time, table.round.number, table.number, reason)


def _table(entry: NightLogEntry) -> int:
    return int(entry.body.get("table", 0))
