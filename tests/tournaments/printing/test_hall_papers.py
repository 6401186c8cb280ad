import pytest
from django.utils.translation import override

from tests import printed
from tests.tournaments.evenings import people, playing
from tournaments.members import members
from tournaments.models import Member, Table
from tournaments.nights import at_the_door, changes_at_tables, nights, signing_up
from tournaments.printing import hall_papers

HOSTILE = [
    "<b>Bob</b> & <img src=x>",
    "Đặng Thị Ngọc Ánh ♥",
    "Christiaan-Alexander van den Wijngaarden-Oosterbaan tot W",
    "Şükrü Łukasiewicz",
]


def hostile(season):
    named = [members.add(club=season.club, first="X", family=name) for name in HOSTILE]
    return [*named, *people(season, 9)]


def test_everybody_is_found_by_name_and_by_table(season):
    night = playing(season, hostile(season), rounds=2)
    found = printed.read(hall_papers.print_seats(night))
    assert [page.wrong() for page in found] == [[]] * len(found)
    by_name, *by_table = found
    listed = {str(who): who.label.listed[:12] for who in Member.objects.all()}
    for table in Table.objects.filter(round__number=2).prefetch_related("sheet__seats"):
        assert str(table.number) in by_table[1].said
        for seat in table.sheet.seats.all():
            assert listed[seat.name] in by_name.words
            assert seat.name[:12] in by_table[1].words
    assert [page.said.count("keeps score") for page in by_table] == [4, 4]
    assert printed.outline(hall_papers.print_seats(night)) == [
        (0, "Who sits where"),
        (0, "Round 1, by table"),
        (0, "Round 2, by table"),
    ]


def test_who_left_is_in_the_rounds_that_they_sit_in(season):
    night = playing(season, people(season, 4), rounds=1)
    table = Table.objects.get()
    gone = Member.objects.get(first="Speler", family="01")
    changes_at_tables.leave(table=table, member=gone)
    assert "01, Speler" not in printed.read(hall_papers.print_seats(night))[0].said
    kept = members.add(club=season.club, first="Zus")
    members.merge(double=Member.objects.get(family="00"), keep=kept)
    (by_name, *_by_table) = printed.read(hall_papers.print_seats(night))
    assert "Zus" in by_name.said and "00, Speler" not in by_name.said


def test_who_sits_out_is_told(season):
    season.five = "sit-out"
    season.save()
    night = playing(season, people(season, 5), rounds=1)
    assert "Sits out this round: Speler 0" in printed.read(hall_papers.print_seats(night))[1].words


def test_hundred_tables_go_on_over_pages(season):
    night = playing(season, people(season, 64), rounds=1)
    found = printed.read(hall_papers.print_seats(night))
    assert [page.wrong() for page in found] == [[]] * len(found)
    assert sum(page.said.count("keeps score") for page in found) == 16


def test_numbers_stand_two_on_a_sheet(season):
    found = printed.read(
        hall_papers.print_table_numbers(nights.plan(season=season, days=[season.first])[0], 101)
    )
    assert len(found) == 51
    assert {"1", "2", "De Hoop"} < set(found[0].said)
    assert "101" in found[50].said
    assert [page.wrong() for page in found] == [[]] * 51


@pytest.mark.parametrize(("count", "lots"), [(7, [(1, 4), (2, 3)]), (5, [(1, 3), (2, 2)])])
def test_there_is_a_lot_for_every_seat(season, count, lots):
    night = nights.plan(season=season, days=[season.first])[0]
    (found,) = printed.read(hall_papers.print_lots(night, count))
    for table, seats in lots:
        assert found.said.count(str(table)) == seats
    assert found.said.count("Seat 1: keeps score") == len(lots)
    assert found.wrong() == []


def test_paper_that_would_be_empty_says_why(season):
    night = nights.plan(season=season, days=[season.first])[0]
    with override("en"):
        (lots,), (seats,) = (
            printed.read(hall_papers.print_lots(night, 1)),
            printed.read(hall_papers.print_seats(night)),
        )
    assert "So few people make no table: say for how many the lots should be." in lots.words
    assert "Nobody has a table yet: this list is full once tables are drawn." in seats.words


def test_list_at_the_door_has_everybody_with_room_to_tick(season):
    here, signed, waits, *_others = hostile(season)
    type(season).objects.update(most_people=1)
    night = nights.plan(season=season, days=[season.first], sign_up=True)[0]
    for member in (signed, waits):
        signing_up.sign(night=night, member=member, said="on")
    night = nights.set_state(night=night, to="check-in")
    at_the_door.check_in(night=night, member=here, present=True)
    (found,) = printed.read(hall_papers.print_attendance(night))
    assert found.said.count("✓") == 1
    assert found.said.index("Đặng Thị Ngọc Ánh ♥, X") < found.said.index("signed up")
    assert found.said.count("reserve list") == 1
    assert found.said.count("guest") == hall_papers.GUESTS
    assert found.wrong() == []
