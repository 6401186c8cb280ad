import base64
import string
import uuid

import pytest
from django.test import override_settings

from scoring.models import Sheet
from scoring.sheets import lifecycle, links

ALPHABET = string.ascii_letters + string.digits + "-_"


def test_key_finds_its_sheet(sheet):
    key = links.make_key(sheet)
    assert links.find(key) == sheet
    assert len(key) == links.LENGTH == 46


def test_key_is_another_for_each_sheet_and_generation(sheet):
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    keys = {links.make_key(sheet), links.make_key(other)}
    sheet.link_version = 2
    assert len(keys | {links.make_key(sheet)}) == 3


def test_sheets_are_found_in_the_order_of_their_keys_each_once(sheet):
    other = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    own, nobody = links.make_key(sheet), links.make_key(Sheet(public_id=uuid.UUID(int=7)))
    given = [links.make_key(other), own, "short", nobody, changed(own, 45), own]
    assert links.find_all(given) == [other, sheet]


def test_key_is_worth_nothing_at_another_site(sheet):
    key = links.make_key(sheet)
    with override_settings(SECRET_KEY="another site's " * 5):
        assert links.find(key) is None


def changed(key, at):
    return key[:at] + ("A" if key[at] != "A" else "B") + key[at + 1 :]


@pytest.mark.parametrize("at", [0, 21, 22, 45])
def test_key_with_one_character_wrong_finds_nothing(sheet, at):
    assert links.find(changed(links.make_key(sheet), at)) is None


def test_key_in_another_spelling_of_the_same_bytes_finds_nothing(sheet):
    """The last character of the id has bits to spare."""
    key = links.make_key(sheet)
    others = [key[:21] + last + key[22:] for last in ALPHABET if last != key[21]]
    same = [other for other in others if base64.urlsafe_b64decode(other[:22] + "==") == raw(sheet)]
    assert len(same) == 15
    assert [links.find(link) for link in same] == [None] * len(same)


def raw(sheet):
    return sheet.public_id.bytes


@pytest.mark.parametrize("given", ["", "short", "é" * 46, "=" * 46, "A" * 46, " " * 46, "/" * 46])
def test_what_is_no_key_finds_nothing(sheet, given):
    assert links.find(given) is None


def test_key_of_no_sheet_takes_as_many_queries_as_a_wrong_one(sheet, django_assert_num_queries):
    nobody = links.make_key(Sheet(public_id=uuid.UUID(int=7)))
    for given in (nobody, changed(links.make_key(sheet), 30)):
        with django_assert_num_queries(1):
            assert links.find(given) is None


def test_next_key_leads_here_once_the_link_is_renewed(sheet):
    key = links.make_next_key(sheet)
    assert links.find(key) is None
    lifecycle.renew_link(sheet=sheet)
    assert links.find(key) == sheet
