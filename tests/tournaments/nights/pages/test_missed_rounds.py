import re
from datetime import timedelta

import pytest

from tests.tournaments import evenings
from tests.tournaments.nights.test_seating_history import sit
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Member, Night, Season, Table, TableSeat, User
from tournaments.names import NameDetail
from tournaments.nights import at_the_door, changes_at_tables, draw_rounds, signing_up
from tournaments.nights.pages import missed_rounds
from tournaments.standings.pages.standing import read_standing
from tournaments.standings.who_played import load_if_closed


@pytest.fixture
def who(season):
    return evenings.people(season, 4)


@pytest.fixture
def night(season, who):
    """The first of four has all dashes, the next lose 10, 20 and 30 a round; the last leaves after
    two of three rounds, with 60, as much as the worst has after all three.
    """
    night = evenings.playing(season, who, rounds=2)
    at_the_door.check_in(night=night, member=who[3], present=False)
    evenings.drawn(night, 1)
    for table in Table.objects.filter(round__night=night):
        play(table, who)
    return night


def play(table, who):
    evenings.fill(table, [[who.index(member) for member in evenings.here(table)]] * 10)


def rules(season, how, points=None, counting="sum", **more):
    in_turn = [points] if points else []
    said = {"signed_off": how, "signed_off_points": in_turn, "counting": counting, **more}
    Season.objects.filter(pk=season.pk).update(**said)
    season.refresh_from_db()
    clubs.lock_and_invalidate(season.club)


def list_incomplete(night):
    night = type(night).objects.get(pk=night.pk)
    every = missed_rounds.read_incomplete(night, load_if_closed(night), NameDetail.FULL)
    return [
        (line.player.name, line.missed.rounds, line.missed.counts.replace("\xa0", " "), line.night)
        for line in every
    ]


def test_what_a_round_missed_counts_tonight(season, who, night):
    """Before closing, and after it."""
    for close in (False, True):
        if close:
            evenings.shut(night)
        for rule, words in (
            (("worst", None, "sum"), ("telt als 20 (60 ÷ 3)", "80")),
            (("fixed", 100, "sum"), ("telt als 34 (100 ÷ 3)", "94")),
            (("own", None, "sum"), ("telt als 30", "90")),
            (("own", 40, "sum"), ("telt als 14 (40 ÷ 3)", "74")),
            (("skip", None, "average"), ("telt niets", "60")),
            (("skip", None, "best"), ("telt niets", "niets")),
        ):
            rules(season, *rule, counted=1 if "best" in rule else None)
            assert list_incomplete(night) == [(str(who[3]), [3], *words)], (rule, close)


def test_average_is_of_the_other_nights_too(season, who, night):
    rules(season, "own")
    evenings.shut(night)
    later = evenings.playing(season, who, evenings.THURSDAY.replace(day=10), rounds=1)
    play(Table.objects.get(round__night=later), who[::-1])
    evenings.shut(later)
    assert list_incomplete(night) == [(str(who[3]), [3], "telt als 20", "80")]


def test_who_played_no_round_to_its_end_missed_the_night(season, who):
    night = evenings.playing(season, who, rounds=1)
    table = Table.objects.get()
    play(table, who)
    TableSeat.objects.filter(member=who[3]).update(until=6)
    assert list_incomplete(night) == [(str(who[3]), [1], "", "20")]


def test_table_that_did_not_end_is_told_what_closing_will_make_of_it(season):
    """Two tables of three are at the end; who sat at the third has missed it then."""
    night = evenings.playing(season, evenings.people(season, 12), rounds=2)
    *others, last = Table.objects.filter(round__night=night).order_by("round__number", "number")
    evenings.play_by_seat(*others)
    evenings.fill(last, [range(4)] * 3)
    told = []
    for close in (False, True):
        if close:
            evenings.shut(night)
        for how in ("worst", "own"):
            rules(season, how)
            told.append(list_incomplete(night))
    assert told[:2] == told[2:]
    assert [len(lines) for lines in told] == [4] * 4
    assert {tuple(rounds) for lines in told for _name, rounds, *_counts in lines} == {(2,)}


@pytest.mark.parametrize("for_member", [False, True])
def test_seat_that_somebody_took_over_counts_as_the_season_says(season, who, for_member):
    (other,) = members.add_many(club=season.club, text="Zwaan, Zoë")
    Season.objects.update(for_member=for_member)
    night = evenings.playing(season, who, rounds=2)
    for table in Table.objects.all():
        play(table, who)
    seat = TableSeat.objects.get(member=who[3], round__number=2)
    TableSeat.objects.filter(pk=seat.pk).update(until=6)
    sit(seat, other.pk, since=7)
    words = ("telt als 20 (40 ÷ 2)", "50")
    if for_member:
        words = ("telt helemaal mee: wie overnam speelt voor dit lid", "")
    assert (str(who[3]), [2], *words) in list_incomplete(night)


def test_guest_who_has_no_place_in_the_season_is_told_so(season, who, night):
    Member.objects.filter(pk=who[3].pk).update(guest=True)
    assert list_incomplete(night) == [(str(who[3]), [3], "niet in de stand van het seizoen", "")]
    Season.objects.update(guests_ranked=True)
    assert list_incomplete(night) == [(str(who[3]), [3], "telt als 20 (60 ÷ 3)", "80")]


def test_legend_of_the_standing_says_what_a_round_missed_counted(season, night):
    evenings.shut(night)
    words = dict(read_standing(season, NameDetail.FULL).legend)["°"]
    assert words.endswith("de slechtste score van de avond gedeeld door de ronden (3-9: 20)")


def test_both_pages_show_it(client, season, who, night):
    client.force_login(User.objects.get())
    (new,) = members.add_many(club=season.club, text="Zwaan, Zoë")
    for joined, lines in ((night.day, 1), (night.day + timedelta(1), 0)):
        Member.objects.filter(pk=new.pk).update(joined=joined)
        away = missed_rounds.list_away(night, NameDetail.FULL, load_if_closed(night))
        uncounted = [line[1:] for line in away if not line.counts]
        assert uncounted == [("geen bericht", "", False)] * lines
    signing_up.sign_for(night=night, member=new, said="off")
    away = missed_rounds.list_away(night, NameDetail.FULL, load_if_closed(night))
    assert away[-1][1:] == ("afgemeld", "", False)
    counts = "telt als 20 (60 ÷ 3)"
    told = f"Ronde 3 niet uitgespeeld: {counts}. Hun hele avond telt:"
    for page, words in (
        ("closing", f'<p>{told}</p><ul class="due"><li><span translate="no">{who[3]}<'),
        ("result", f"{who[3]}</a></span><small>ronde 3</small>{counts}, de hele avond 80</li>"),
    ):  # a result leads on to the player
        answer = client.get(f"/de-hoop/nights/{night.pk}/{page}/").content.decode()
        told = re.sub(r"\s+(?=<)|(?<=>)\s+", "", answer.replace("\xa0", " "))
        assert words in told


def test_who_goes_home_before_the_first_game_is_named_as_away(client, season):
    client.force_login(User.objects.get())
    night = evenings.playing(season, evenings.people(season, 8), rounds=2)
    table = Table.objects.get(round__number=1, number=1)
    gone = evenings.here(table)[3]
    seats = TableSeat.objects.filter(member=gone)
    entry = changes_at_tables.leave(table=table, member=gone)
    assert not seats.count()
    changes_at_tables.undo(entry=entry)
    assert (seats.count(), signing_up.find_answer(night, gone)) == (2, "")
    entry = changes_at_tables.leave(table=table, member=gone)
    second = night.rounds.get(number=2).draw_record
    draw_rounds.undo_draw(draw_record=second, reason="somebody left", since=2)
    changes_at_tables.undo(entry=entry)
    assert seats.count() == 1
    changes_at_tables.leave(table=table, member=gone)
    for other in Table.objects.all():
        evenings.finish(other)
    away = f'<span translate="no">{gone}</span> <small>afgemeld ·'
    assert away in client.get(f"/de-hoop/nights/{night.pk}/closing/").content.decode()
    evenings.shut(night)
    assert away in client.get(f"/de-hoop/nights/{night.pk}/").content.decode()
    again = evenings.playing(
        season, [gone, *evenings.here(table)], evenings.THURSDAY.replace(day=10), rounds=1
    )
    evenings.play_by_seat(Table.objects.get(round__night=again))
    evenings.shut(again)
    for before, counts in (("skip", "niets"), ("absent", "50")):
        Season.objects.update(before_joining=before)
        clubs.lock_and_invalidate(season.club)
        night = Night.objects.get(pk=night.pk)
        (away,) = missed_rounds.list_away(night, NameDetail.FULL)
        assert away[1:] == ("afgemeld", counts, False)
