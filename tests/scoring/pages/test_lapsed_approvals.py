import pytest

from scoring.pages.lapsed_approvals import describe_lapsed
from scoring.sheets import lifecycle
from tests.scoring.sheets.asking import state

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

NAMES = ["Ans", "Bob", "Cor"]
ROWS = [
    {"entries": {"Ans": "-", "Bob": 5, "Cor": 6}},
    {"entries": {"Ans": 4, "Bob": "-", "Cor": "x"}},
]


@pytest.fixture
def sheet():
    sheet = lifecycle.open(game="jokeren", names=NAMES, options={"games": 2}, approval="all")
    for number, row in enumerate(ROWS, 1):
        lifecycle.record(sheet=sheet, number=number, row=row)
    return sheet


def agree(sheet, *players):
    for player in players:
        lifecycle.approve(sheet=sheet, player=player, read=state(sheet)["digest"])


def test_nothing_has_lapsed_where_nobody_agreed_or_it_still_holds(sheet):
    assert state(sheet)["lapsed"] is None
    agree(sheet, "Bob")
    assert state(sheet)["lapsed"] is None


def test_who_had_agreed_what_was_and_who_wins_now_are_told(sheet):
    agree(sheet, "Bob", "Cor")
    changed = {"entries": ROWS[1]["entries"] | {"Ans": 12}}
    lifecycle.record(sheet=sheet, number=2, row=changed)
    state_now = state(sheet)
    assert state_now["lapsed"] == {
        "players": ["Bob", "Cor"],
        "on_paper": False,
        "games": {"2": ROWS[1]},
        "head": {},
        "others": [],
    }
    said = describe_lapsed(state_now)
    assert said["changes"] == [("Game 2, Ans", "4", "12"), ("Total, Ans", "4", "12")]
    assert said["winners"] == ("Ans", "Bob")


def test_winners_of_a_side_are_named_together():
    names = ["Ans", "Bob", "Cor", "Dik"]
    sheet = lifecycle.open(game="klaverjassen", names=names, options={"games": 1})
    lifecycle.record(sheet=sheet, number=1, row={"points_24": 62})
    agree(sheet, "Bob")
    lifecycle.record(sheet=sheet, number=1, row={"points_24": 102})
    assert describe_lapsed(state(sheet))["winners"] == ("Ans + Cor", "Bob + Dik")


def test_who_begins_is_told_with_what_it_does_to_the_scores():
    sheet = lifecycle.open(
        game="rummikub",
        names=NAMES,
        options={"games": 1, "pool_tie": "share"},
        scribe="Ans",
        starter="Ans",
    )
    row = {"end": "pool", "entries": {"Ans": 4, "Bob": 4, "Cor": 9}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    agree(sheet, "Bob")
    lifecycle.set_starter(sheet=sheet, player="Bob")
    assert state(sheet)["lapsed"]["head"] == {"first_starter": "Ans"}
    said = describe_lapsed(state(sheet))
    assert said["changes"] == [
        ("Begins the first game", "Ans", "Bob"),
        ("Game 1, Ans", "3", "2"),
        ("Game 1, Bob", "2", "3"),
        ("Total, Ans", "3", "2"),
        ("Total, Bob", "2", "3"),
    ]
    assert said["winners"] == ("Ans", "Bob")


def test_penalty_and_number_of_games_are_told(sheet):
    agree(sheet, "Bob")
    lifecycle.penalize(sheet=sheet, player="Ans", points=20, reason="late", signed="Els")
    said = describe_lapsed(state(sheet))
    assert said["changes"] == [("Penalty by the arbiter, Ans", "0", "20")]
    assert said["winners"] == ("Ans", "Ans")
    lifecycle.set_games(sheet=sheet, games=3)
    said = describe_lapsed(state(sheet))
    assert said["changes"][0] == ("Number of games", "2", "3")
    assert said["winners"] is None


def test_nobody_wins_now_while_a_verdict_is_open():
    sheet = lifecycle.open(game="amerikaans-jokeren", names=NAMES, options={"games": 1})
    row = {"entries": {"Ans": "-", "Bob": 29, "Cor": 8}}
    lifecycle.record(sheet=sheet, number=1, row=row)
    agree(sheet, "Bob")
    row["entries"]["Cor"] = {"points": 30, "jokers": 1}
    lifecycle.record(sheet=sheet, number=1, row=row)
    assert describe_lapsed(state(sheet))["winners"] is None


def test_signs_and_games_that_are_not_played_are_told_as_they_look(sheet):
    agree(sheet, "Bob")
    lifecycle.record(sheet=sheet, number=1, row={"void": "misdeal"})
    played = {"entries": {"Ans": 4, "Bob": "-", "Cor": 3}}
    lifecycle.record(sheet=sheet, number=2, row=played)
    changes = describe_lapsed(state(sheet))["changes"]
    assert changes[:2] == [("Game 1", "— 5 6", "Not played: misdeal"), ("Game 2, Cor", "×", "3")]


def test_it_is_past_as_soon_as_somebody_agrees_again(sheet):
    agree(sheet, "Bob")
    lifecycle.record(sheet=sheet, number=1, row={"entries": ROWS[0]["entries"] | {"Bob": 9}})
    agree(sheet, "Cor")
    assert state(sheet)["lapsed"] is None


def test_cross_of_who_had_left_before_is_no_change():
    sheet = lifecycle.open(game="rummikub", names=NAMES, options={"games": 2})
    rows = [{"end": "out", "entries": {"Ans": "-", "Bob": points}} for points in (5, 6, 9)]
    for number, row in enumerate(rows[:2], 1):
        lifecycle.record(sheet=sheet, number=number, row=row)
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    agree(sheet, "Bob")
    lifecycle.record(sheet=sheet, number=2, row=rows[2])
    assert describe_lapsed(state(sheet))["changes"] == [
        ("Game 2, Ans", "6", "9"),
        ("Game 2, Bob", "−6", "−9"),
        ("Total, Ans", "11", "14"),
        ("Total, Bob", "−11", "−14"),
    ]
