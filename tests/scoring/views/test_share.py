import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring.sheets import lifecycle
from scoring.toolkit.addresses import tell_reach
from tests.scoring.views.table import ENGLISH, at, opened


@pytest.fixture
def hall(settings):
    """A phone that reached the site by an address of the network."""
    settings.ALLOWED_HOSTS = ["192.168.1.20", "localhost", "testserver"]
    return Client(HTTP_HOST="192.168.1.20:8000")


def test_code_and_link_lead_to_the_sheet(hall):
    sheet = opened()
    page = hall.get(at(sheet, "share"), headers=ENGLISH).content.decode()
    assert f'value="http://192.168.1.20:8000{at(sheet)}"' in page
    [code] = re.findall(r'<svg[^>]*class="qr".*?</svg>', page)
    assert code.count("<path") == 1
    assert "style" not in code


def test_on_the_computer_itself_there_is_no_code_but_what_to_do(settings):
    sheet = opened()
    page = Client(HTTP_HOST="localhost:8000").get(at(sheet, "share"), headers=ENGLISH)
    text = page.content.decode()
    assert 'class="qr"' not in text
    assert "python3 manage.py start --lan" in strip_tags(text)
    settings.DEMO = True
    text = Client(HTTP_HOST="localhost:8000").get(at(sheet, "share")).content.decode()
    assert "python3 manage.py start --demo --lan" in strip_tags(text)


def test_on_the_computer_itself_the_code_is_for_where_phones_reach_it(settings, hall):
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    sheet = opened()
    page = Client(HTTP_HOST="localhost:8000").get(at(sheet, "share")).content.decode()
    assert f'value="http://192.168.1.7:8000{at(sheet)}"' in page
    assert 'class="qr"' in page
    # who came by another name goes on with that one
    page = hall.get(at(sheet, "share")).content.decode()
    assert f'value="http://192.168.1.20:8000{at(sheet)}"' in page


@pytest.mark.parametrize("loose", [True, False])
def test_how_long_it_is_kept_is_told_where_nobody_else_keeps_it(client, loose):
    page = client.get(at(opened(loose=loose), "share"), headers=ENGLISH).content.decode()
    assert ("kept for 90 days" in page) == loose
    assert "they have to scan the new code" in page, "a new link is asked for with a warning"


def test_form_is_found_again_by_who_made_a_new_link_and_never_saw_the_answer():
    browser, sheet = Client(), opened()
    browser.get(at(sheet, "share"))
    lifecycle.renew_link(sheet=sheet)
    assert at(sheet) in browser.get("/").content.decode()


@pytest.mark.parametrize(
    ("host", "reach"),
    [
        ("localhost", "here"),
        ("localhost:8000", "here"),
        ("[::1]:8000", "here"),
        ("127.0.0.1:8000", "here"),
        ("192.168.1.20:8000", "hall"),
        ("laptop.local:8000", "hall"),
        ("club.example", ""),
        ("93.184.215.14", ""),
    ],
)
def test_where_links_can_be_opened(settings, rf, host, reach):
    settings.ALLOWED_HOSTS = ["*"]
    assert tell_reach(rf.get("/", HTTP_HOST=host)) == reach
    if reach == "here":  # of a laptop that let phones in they are for the hall
        settings.PUBLIC_URL = "http://192.168.1.7:8000"
        assert tell_reach(rf.get("/", HTTP_HOST=host)) == "hall"
