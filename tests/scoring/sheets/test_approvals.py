import uuid

import pytest

from scoring.sheets import lifecycle
from tests.scoring.sheets.asking import refused, state

NAMES = ["Ans", "Bob", "Cor"]


def full(sheet, **entries):
    row = {"entries": {"Ans": "-", "Bob": 5, "Cor": 6} | entries}
    return lifecycle.record(sheet=sheet, number=1, row=row)


def made(**options):
    return lifecycle.open(game="jokeren", names=NAMES, options={"games": 1}, **options)


@pytest.fixture
def sheet():
    sheet = made()
    full(sheet)
    return sheet


def agree(sheet, player="Bob", **how):
    return lifecycle.approve(sheet=sheet, player=player, read=state(sheet)["digest"], **how)


def test_one_other_player_is_enough(sheet):
    assert (state(sheet)["approved"], state(sheet)["missing"]) == (False, ["Bob", "Cor"])
    assert agree(sheet).kind == "approved"
    now = state(sheet)
    assert (now["approved"], now["missing"]) == (True, [])
    assert now["approvals"] == [{"player": "Bob", "on_paper": False}]


def test_all_who_are_there_when_the_form_says_so():
    sheet = made(approval="all")
    full(sheet)
    agree(sheet)
    assert (state(sheet)["approved"], state(sheet)["missing"]) == (False, ["Cor"])
    agree(sheet, "Cor")
    assert (state(sheet)["approved"], state(sheet)["missing"]) == (True, [])


def test_who_left_need_not_approve():
    sheet = made(approval="all")
    full(sheet, Cor="x")
    assert state(sheet)["missing"] == ["Bob"]
    agree(sheet)
    assert state(sheet)["approved"]


def test_who_came_late_has_to_approve():
    sheet = lifecycle.open(game="jokeren", names=NAMES, options={"games": 2}, approval="all")
    full(sheet, Cor="x")
    lifecycle.record(sheet=sheet, number=2, row={"entries": {"Ans": "-", "Bob": 3, "Cor": 4}})
    assert state(sheet)["missing"] == ["Bob", "Cor"]


def test_nobody_approves_before_the_form_is_complete_or_while_the_table_has_to_choose(sheet):
    lifecycle.record(
        sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 1, "Cor": 1}}, seen=0
    )
    assert refused(agree, sheet) == ["S64"]
    longer = lifecycle.open(game="jokeren", names=NAMES, options={"games": 2})
    full(longer)
    assert refused(agree, longer) == ["S64"]


def test_nobody_approves_what_differs_from_the_paper(sheet):
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 4}})
    assert refused(agree, sheet) == ["S64"]
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 5}})
    assert agree(sheet).kind == "approved"


def test_a_stranger_and_who_keeps_score_cannot_approve_and_who_handed_over_can(sheet):
    assert refused(agree, sheet, "Zoë") == ["S08"]
    assert refused(agree, sheet, "Ans") == ["S66"]
    lifecycle.hand_over(sheet=sheet, player="Bob")
    assert (state(sheet)["scribe"], state(sheet)["missing"]) == ("Bob", ["Ans", "Cor"])
    assert refused(agree, sheet, "Bob") == ["S66"]
    assert agree(sheet, "Ans").kind == "approved"


def test_what_was_not_read_is_not_approved(sheet):
    read = state(sheet)["digest"]
    full(sheet, Bob=7)
    assert refused(lifecycle.approve, sheet=sheet, player="Bob", read=read) == ["S65"]


CHANGES = {
    "a game": lambda sheet: full(sheet, Bob=7),
    "a game and back": lambda sheet: (full(sheet, Bob=7), full(sheet)),
    "a penalty": lambda sheet: lifecycle.penalize(
        sheet=sheet, player="Bob", points=5, reason="late", signed="Dik"
    ),
    "the number of games": lambda sheet: lifecycle.set_games(sheet=sheet, games=2),
    "the number of games and back": lambda sheet: (
        lifecycle.set_games(sheet=sheet, games=2),
        lifecycle.set_games(sheet=sheet, games=1),
    ),
    "the paper": lambda sheet: lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 5}}),
    "who deals first": lambda sheet: lifecycle.set_starter(sheet=sheet, player="Cor"),
    "who keeps score": lambda sheet: lifecycle.hand_over(sheet=sheet, player="Cor"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_voids_the_approval(sheet, change):
    agree(sheet)
    CHANGES[change](sheet)
    now = state(sheet)
    assert (now["approved"], now["approvals"]) == (False, [])


def test_same_game_once_more_leaves_the_approval(sheet):
    agree(sheet)
    full(sheet)
    assert state(sheet)["approved"]


def test_closing_and_opening_again_leave_the_approval(sheet):
    agree(sheet)
    lifecycle.close(sheet=sheet)
    assert state(sheet)["approved"]
    lifecycle.reopen(sheet=sheet, reason="one more look")
    assert state(sheet)["approved"]


TOTALS = {"Ans": 0, "Bob": 5, "Cor": 6}


def typed_in(sheet, **totals):
    return lifecycle.record(sheet=sheet, number=0, row={"totals": TOTALS | totals})


def test_signed_on_paper_is_enough_even_for_all():
    sheet = made(approval="all")
    full(sheet)
    typed_in(sheet)
    agree(sheet, None)
    now = state(sheet)
    assert (now["approved"], now["missing"]) == (True, [])
    assert now["approvals"] == [{"player": None, "on_paper": True}]


PAPERS = [
    None,
    {},
    {"totals": {}},
    {"totals": {"Ans": 0, "Bob": 5}},
    {"dashes": {"Ans": 1, "Bob": 0, "Cor": 0}, "subtotals": {"1": TOTALS}},
]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("approval", ["one", "all"])
def test_paper_of_which_no_totals_were_typed_in_was_not_signed(approval, paper):
    sheet = made(approval=approval)
    full(sheet)
    if paper is not None:
        lifecycle.record(sheet=sheet, number=0, row=paper)
    before = sheet.events.count()
    assert refused(agree, sheet, None) == ["S74"]
    assert (sheet.events.count(), state(sheet)["approved"]) == (before, False)


def test_paper_is_no_game_that_was_not_played(sheet):
    typed_in(sheet)
    agree(sheet, None)
    assert refused(lifecycle.record, sheet=sheet, number=0, row={"void": "rain"}) == ["S61"]
    assert state(sheet)["approved"]


def test_paper_that_differs_was_not_signed(sheet):
    typed_in(sheet, Cor=7)
    assert refused(agree, sheet, None) == ["S64"]


def test_signed_paper_that_is_emptied_approves_no_more(sheet):
    typed_in(sheet)
    agree(sheet, None)
    lifecycle.record(sheet=sheet, number=0, row={})
    assert not state(sheet)["approved"]
    assert refused(agree, sheet, None) == ["S74"]


def test_approval_sent_again_is_the_same_also_after_a_change(sheet):
    id, read = uuid.uuid4(), state(sheet)["digest"]
    first = agree(sheet, event=id)
    full(sheet, Bob=7)
    again = lifecycle.approve(sheet=sheet, player="Bob", read=read, event=id)
    assert again.sequence == first.sequence
    assert not state(sheet)["approved"]


def test_entry_that_came_in_late_has_to_be_chosen_from_first(sheet):
    agree(sheet)
    late = lifecycle.record(
        sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 1, "Cor": 1}}, seen=0
    )
    assert not state(sheet)["approved"]
    first = sheet.events.get(sequence=2)
    assert late.kind == "set aside"
    lifecycle.choose(sheet=sheet, event=first.pk)
    assert state(sheet)["approved"]


def test_form_with_an_open_verdict_is_not_approved():
    """S002: a joker left counts 10 or 20, and nobody said which."""
    sheet = lifecycle.open(game="amerikaans-jokeren", names=NAMES, options={"games": 1})
    left = {"points": 30, "jokers": 1}
    full(sheet, Bob=left)
    assert refused(agree, sheet, "Cor") == ["S92"]
    full(sheet, Bob=left | {"could_meld": True})
    agree(sheet, "Cor")
    assert state(sheet)["approved"]


@pytest.mark.parametrize(("approval", "partner_may"), [("one", False), ("all", True)])
def test_partner_of_who_keeps_score_is_not_the_only_one_to_approve(approval, partner_may):
    names = ["Ans", "Bob", "Cor", "Dik"]
    sheet = lifecycle.open(
        game="klaverjassen", names=names, options={"games": 1}, approval=approval, scribe="Bob"
    )
    lifecycle.record(sheet=sheet, number=1, row={"points_13": 100})
    assert state(sheet)["missing"] == ["Ans", "Cor", *(["Dik"] if partner_may else [])]
    said = {"sheet": sheet, "player": "Dik", "read": state(sheet)["digest"]}
    if partner_may:
        lifecycle.approve(**said)
        return
    assert refused(lifecycle.approve, **said) == ["S84"]
    lifecycle.approve(**said | {"player": "Cor"})
    assert state(sheet)["approved"]
