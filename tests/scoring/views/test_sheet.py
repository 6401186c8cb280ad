import gzip
import json
import re

import pytest

from scoring import links, sheets, shell
from scoring.games import GAMES

pytestmark = pytest.mark.django_db

NAMES = ["Ans", "Bob", "Cor", "Dik"]
MOST_BYTES = 60_000


def opened(game="jokeren", rows=(), **more):
    names = NAMES[:2] if game == "rummy" else NAMES
    sheet = sheets.open(game=game, names=names, **more)
    for number, row in enumerate(rows, 1):
        sheets.record(sheet=sheet, number=number, row=row)
    return sheet


def page_of(client, sheet):
    return client.get(links.path(sheet), headers={"accept-language": "en"})


def told(response):
    found = re.search(r'<script id="for-scripts"[^>]*>(.*?)</script>', response.content.decode())
    return json.loads(found[1])


FULL = {"entries": {"Ans": 5, "Bob": "-", "Cor": 12, "Dik": 7}}


# What comes when somebody picks cards one by one, there is something to agree with, a paper form
# was typed in as well, or the phone holds other sheets.
LATE = {"hand.js", "cards.js", "cards.css", "agree.js", "crosscheck.js", "others.js"}


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.key)
def test_everything_a_phone_loads_is_at_most_sixty_thousand_bytes(client, system, language):
    rows = [FULL] * 9 if system.key.startswith("jokeren") else []
    sheet = opened(system.key, rows, options={"games": 10})
    response = client.get(links.path(sheet), headers={"accept-language": language})
    twin = told(response)["description"]["twin"]
    others = {f"{twin_of(one)}.js" for one in GAMES} - needed_by(twin)
    files = [path for path in shell.files().values() if path.name not in others | LATE]
    whole = [response.content, *(path.read_bytes() for path in files)]
    assert sum(len(gzip.compress(one)) for one in whole) <= MOST_BYTES


def twin_of(system):
    return system.__module__.rpartition(".")[2]


def needed_by(twin):
    """A twin, and what it imports in its turn."""
    path = shell.STATIC / "scoring" / "games" / f"{twin}.js"
    found = re.findall(r'from "\./(\w+)\.js"', path.read_text())
    return {path.name}.union(*(needed_by(one) for one in found))


def test_scripts_are_told_what_they_need(client):
    sheet = opened(rows=[FULL])
    given = told(page_of(client, sheet))
    key = links.key(sheet)
    assert (given["key"], given["sheet"], given["language"]) == (key, key[:22], "en")
    assert given["state"]["data"]["games"] == [FULL]
    assert given["urls"]["sync"] == "/sync/"
    assert given["urls"]["judge"] == f"/s/{key}/judge/"
    assert given["columns"] == {name: [name] for name in NAMES}


@pytest.mark.parametrize("rows", [1, 3])
def test_page_takes_the_same_queries_however_long(client, django_assert_num_queries, rows):
    sheet = opened(rows=[FULL] * rows)
    client.get(links.path(sheet))
    with django_assert_num_queries(5):
        page_of(client, sheet)


def test_page_is_kept_nowhere(client):
    assert "no-store" in page_of(client, opened())["Cache-Control"]


def test_page_names_the_version_of_its_files(client):
    assert page_of(client, opened())["Streepje-Version"] == shell.version()


@pytest.mark.parametrize(
    ("rows", "offered"),
    [([], False), ([FULL], True), ([{"entries": FULL["entries"] | {"Cor": None}}], False)],
    ids=["nothing yet", "all played", "one cell open"],
)
def test_names_to_agree_are_offered_when_all_is_played(client, rows, offered):
    page = page_of(client, opened(rows=rows, options={"games": 1})).content.decode()
    box = re.search(r'<section class="agreeing"[^>]*>', page)[0]
    assert ("hidden" not in box) == offered


def test_two_versions_of_a_game_are_offered_without_scripts(client):
    sheet = opened()
    for ans in (5, 6):
        row = {"entries": FULL["entries"] | {"Ans": ans}}
        sheets.record(sheet=sheet, number=1, row=row, seen=0)
    page = page_of(client, sheet).content.decode()
    other = re.findall(r'name="event" value="([\w-]+)"', page)[1]
    seen = re.search(r'name="seen" value="(\d+)"', page)[1]
    client.post(f"{links.path(sheet)}choose/", {"event": other, "seen": seen})
    assert sheets.as_data(sheet)["games"][0]["entries"]["Ans"] == 6


def test_a_player_agrees_without_scripts(client):
    sheet = opened(rows=[FULL], options={"games": 1})
    page = page_of(client, sheet).content.decode()
    digest = re.search(r'name="digest" value="(\w+)"', page)[1]
    client.post(f"{links.path(sheet)}approve/", {"player": "Bob", "digest": digest})
    assert told(page_of(client, sheet))["state"]["approved"] is True


@pytest.mark.parametrize(("loose", "place"), [(False, "at the club"), (True, "with Streepje")])
def test_what_was_taken_is_where_this_table_sends_it(client, loose, place):
    response = page_of(client, opened(rows=[FULL], loose=loose))
    assert f'<span class="spoken">{place}</span>' in response.content.decode()
    assert told(response)["words"]["at_club"] == place
