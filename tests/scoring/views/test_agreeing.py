"""Approving what was read out, and choosing between two entries."""

import uuid

import pytest

from scoring.browser import sync
from scoring.models import Event, Sheet
from scoring.sheets import lifecycle
from tests.scoring.conflicts import list_conflicts
from tests.scoring.views.table import ENGLISH, at, opened

pytestmark = pytest.mark.django_db

FULL = {"entries": {"Ans": "-", "Bob": 5, "Cor": 3}}


def whole(approval="one"):
    return opened(rows=[FULL] * 2, options={"games": 2}, approval=approval)


def state(sheet):
    return sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))


def sent(client, sheet, name, **typed):
    return client.post(at(sheet, name), typed, headers=ENGLISH)


def test_player_agrees(client):
    sheet = whole()
    answer = sent(client, sheet, "approve", player="Bob", digest=state(sheet)["digest"])
    assert answer["Location"] == at(sheet)
    assert state(sheet)["approved"]


def test_all_have_to_agree_where_that_was_said(client):
    sheet = whole("all")
    for player, approved in (("Bob", False), ("Cor", True)):
        sent(client, sheet, "approve", player=player, digest=state(sheet)["digest"])
        assert state(sheet)["approved"] == approved


def test_signed_on_paper(client):
    sheet = whole("all")
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 0, "Bob": 10, "Cor": 6}})
    sent(client, sheet, "approve", on_paper="1", digest=state(sheet)["digest"])
    assert state(sheet)["approved"]


def test_nobody_says_on_a_phone_that_others_signed(client):
    sheet = whole()
    assert 'name="on_paper"' not in client.get(at(sheet)).content.decode()
    page = sent(client, sheet, "approve", on_paper="1", digest=state(sheet)["digest"])
    assert page.status_code == 409
    assert "74</strong>" in page.content.decode()
    assert not state(sheet)["approved"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ({"player": "Ans"}, "66"),
        ({"player": "Zoë"}, "08"),
        ({}, "08"),
        ({"player": "Bob", "digest": "what was read before"}, "65"),
    ],
)
def test_approval_that_can_not_be_is_told_with_a_way_back(client, typed, number):
    sheet = whole()
    page = sent(client, sheet, "approve", **({"digest": state(sheet)["digest"]} | typed))
    assert page.status_code == 409
    assert f"{number}</strong>" in page.content.decode()
    assert f'href="{at(sheet)}"' in page.content.decode()
    assert not state(sheet)["approved"]


def test_form_that_is_not_complete_is_not_approved(client):
    sheet = opened(rows=[FULL])
    page = sent(client, sheet, "approve", player="Bob", digest=state(sheet)["digest"])
    assert "64</strong>" in page.content.decode()


def test_agreeing_twice_is_agreeing_once(client):
    sheet = whole()
    state_now = {"player": "Bob", "digest": state(sheet)["digest"], "id": str(uuid.uuid4())}
    for _ in range(2):
        assert sent(client, sheet, "approve", **state_now).status_code == 302
    assert Event.objects.filter(kind="approved").count() == 1


def in_two_ways():
    sheet = opened()
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 5}}, seen=0)
    other = lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 6}}, seen=0)
    return sheet, str(other.pk)


def test_table_chooses(client):
    sheet, other = in_two_ways()
    seen = str(state(sheet)["sequence"])
    assert sent(client, sheet, "choose", event=other, seen=seen)["Location"] == at(sheet)
    assert list_conflicts(sheet) == []
    assert state(sheet)["data"]["games"] == [{"entries": {"Bob": 6}}]


def test_choice_made_on_an_old_page_is_told_with_a_way_back(client):
    sheet, other = in_two_ways()
    seen = str(state(sheet)["sequence"])
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Bob": 7}})
    page = sent(client, sheet, "choose", event=other, seen=seen)
    assert page.status_code == 409
    assert "63</strong>" in page.content.decode()


@pytest.mark.parametrize("event", ["", "x", "0c2ff31e-5b57-4b2c-9d2c-93dbd4d4a001"])
def test_entry_that_is_not_to_be_chosen_is_refused(client, event):
    sheet, _other = in_two_ways()
    page = sent(client, sheet, "choose", event=event, seen="9")
    assert "62</strong>" in page.content.decode()
    assert len(list_conflicts(sheet)) == 1


def test_open_verdict_is_named_and_nobody_is_asked_to_agree(client):
    row = {"entries": {"Ans": "-", "Bob": {"points": 30, "jokers": 1}, "Cor": 3}}
    sheet = opened("amerikaans-jokeren", rows=[row], options={"games": 1})
    page = client.get(at(sheet), headers=ENGLISH).content.decode()
    assert "Game 1: could Bob have come out?</a>" in page
    assert 'name="player"' not in page


@pytest.mark.parametrize(
    ("game", "end", "before"),
    [
        ("jokeren", {}, "out loud and for all to see.</p><p>"),
        ("amerikaans-jokeren", {}, "so that all can check it.</p><p>"),
        ("rummikub", {"end": "out"}, "</ol>\n<p>"),
    ],
)
def test_open_count_is_said_before_reading_out(client, game, end, before):
    sheet = opened(game=game, rows=[FULL | end] * 2, options={"games": 2})
    page = client.get(at(sheet), headers=ENGLISH).content.decode()
    said, how, _rest = page.partition("Read the totals out loud")
    assert how
    assert said.endswith(before)
