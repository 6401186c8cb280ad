import pytest

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle, progress

PLAYERS = ["Ans", "Bob", "Cor"]


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=PLAYERS, options={"games": 2})


def how(*some):
    sheets = Sheet.objects.filter(pk__in=[sheet.pk for sheet in some]).order_by("pk")
    by_sheet = progress.load_progress(progress.load_last_digests(sheets))
    return [by_sheet[sheet.pk] for sheet in some]


def play(sheet, number, cor=3, **more):
    row = {"entries": {"Ans": "-", "Bob": 5, "Cor": cor}}
    return lifecycle.record(sheet=sheet, number=number, row=row, **more)


def test_form_goes_from_empty_to_approved(sheet):
    (season,) = how(sheet)
    assert (season.played, season.games, season.complete, season.approved) == (0, 2, False, False)
    play(sheet, 1)
    (season,) = how(sheet)
    assert (season.played, season.complete) == (1, False)
    last = play(sheet, 2)
    (season,) = how(sheet)
    assert (season.complete, season.approved, season.last) == (True, False, last.time)
    read = sync.build_sheet_state(sheet)["digest"]
    lifecycle.approve(sheet=sheet, player="Bob", read=read)
    assert (how(sheet)[0].approved, how(sheet)[0].lapsed) == (True, False)
    lifecycle.close(sheet=sheet)
    assert how(sheet)[0].closed


def test_what_was_agreed_with_and_changed_since_says_so(sheet):
    play(sheet, 1)
    play(sheet, 2)
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    lifecycle.penalize(sheet=sheet, player="Bob", points=5, reason="late", signed="Els")
    assert (how(sheet)[0].approved, how(sheet)[0].lapsed) == (False, True)
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    assert (how(sheet)[0].approved, how(sheet)[0].lapsed) == (True, False)


def test_who_share_the_first_place_have_both_won(sheet):
    play(sheet, 1)
    lifecycle.record(sheet=sheet, number=2, row={"entries": {"Ans": 5, "Bob": "-", "Cor": 9}})
    assert [side.won for side in how(sheet)[0].sides] == [True, True, False]


def test_two_versions_of_a_game_are_a_conflict(sheet):
    play(sheet, 1)
    play(sheet, 1, cor=4, seen=0)
    (sheet_progress,) = how(sheet)
    assert (sheet_progress.conflicts, sheet_progress.late, sheet_progress.calls) == (1, 0, True)


def test_what_comes_in_after_closing_is_no_conflict_and_nobody_has_to_look(sheet):
    play(sheet, 1)
    play(sheet, 2)
    lifecycle.approve(sheet=sheet, player="Bob", read=sync.build_sheet_state(sheet)["digest"])
    lifecycle.close(sheet=sheet)
    play(sheet, 2, cor=4)
    (sheet_progress,) = how(sheet)
    assert (sheet_progress.conflicts, sheet_progress.late, sheet_progress.calls) == (0, 1, False)
    assert (sheet_progress.approved, sheet_progress.settled) == (True, False)
    lifecycle.reopen(sheet=sheet, reason="r")
    (sheet_progress,) = how(sheet)
    assert (sheet_progress.conflicts, sheet_progress.late, sheet_progress.approved) == (1, 0, False)


def test_organisers_and_closing_are_no_sign_of_life(sheet):
    opened = sheet.events.get().time
    lifecycle.set_games(sheet=sheet, games=1, by="user 1")
    assert how(sheet)[0].last == opened
    last = play(sheet, 1)
    lifecycle.set_games(sheet=sheet, games=1, by="user 1")
    lifecycle.close(sheet=sheet)
    lifecycle.reopen(sheet=sheet, reason="r")
    assert how(sheet)[0].last == last.time
    change = lifecycle.set_games(sheet=sheet, games=2)
    assert how(sheet)[0].last == change.time


def test_open_end_has_no_number_of_games():
    assert how(lifecycle.open(game="jolly", names=PLAYERS))[0].games is None


@pytest.mark.parametrize("count", [1, 5])
def test_many_take_the_same_queries_and_none_when_they_are_known(
    sheet, count, django_assert_num_queries
):
    some = [sheet, *(lifecycle.open(game="jolly", names=PLAYERS) for _ in range(count))]
    with django_assert_num_queries(5):
        how(*some)
    with django_assert_num_queries(1):
        how(*some)
