"""Another language while something is being typed: nothing of it is lost, and nothing written."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from scoring.models import Sheet
from tests.scoring.views.table import Fields, at, opened
from tournaments.club import clubs

pytestmark = pytest.mark.django_db

UGLY = 'O\'Neill & <b>"Zoë"'


def typed_form(page):
    """What a browser would send of the form that stands on a page to be typed in."""
    form = re.search(r'<form[^>]* id="typed".*?</form>', page, re.DOTALL)
    form_shown = Fields(form[0]).forms[0]
    return {name: value for name, value in form_shown.items() if name != "csrfmiddlewaretoken"}


def switched(client, path, **typed):
    """The page in German after its fields were filled in like this; and what they hold then."""
    before = typed_form(client.get(path).content.decode())

    answer = client.post(path, before | typed | {"language": "de"})
    page = answer.content.decode()
    assert (answer.status_code, 'lang="de"' in page) == (200, True)
    assert typed_form(page) == before | typed
    assert answer.cookies["streepje_language"].value == "de"
    return page


def test_game_keeps_what_was_typed_and_what_it_was_made_on(client):
    sheet = opened(
        options={"joker_points": 5}, rows=[{"entries": {"Ans": "-", "Bob": 5, "Cor": 7}}]
    )
    before = sheet.events.count()
    page = switched(client, at(sheet, "game", 1), **{"p2-short": "12x", "p1-is": "away"})
    assert '<details class="more" open>' not in page
    switched(client, at(sheet, "game", 2), **{"p1-is": "out", "p3-jokers": "2"})
    page = switched(client, at(sheet, "game", 2), void=UGLY)
    assert page.count('<details class="more" open>') == 1  # what was typed is seen
    assert sheet.events.count() == before


def test_new_form_keeps_names_scribe_and_house_rules(client):
    path = "/sheets/new/?game=jokeren"
    page = switched(client, path, name_2=UGLY, scribe="2", rule_games="6")
    assert '<details class="more" open>' in page
    assert not Sheet.objects.exists()


def test_paper_judge_and_rare_things_keep_what_was_typed(client):
    sheet = opened("amerikaans-jokeren")
    switched(client, at(sheet, "paper"), **{"1-p2": "no figure"})
    switched(client, at(sheet, "judge"), cards="5h 6h", ask="meld")
    switched(client, at(sheet, "manage"), player="Cor", points="20", reason=UGLY)


def test_club_s_forms_keep_what_was_typed(client):
    words = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **words)
    client.force_login(user)
    switched(client, "/de-hoop/members/new/", first=UGLY)
    answer = client.post("/de-hoop/members/list/", {"text": f"\nBob\n{UGLY}", "language": "en"})
    assert "\n\nBob\nO&#x27;Neill &amp; &lt;b&gt;" in answer.content.decode()
    assert club.members.count() == 0


def test_password_comes_back_in_no_page(client):
    answer = client.post("/login/", {"username": "ans", "password": "geheim!", "language": "en"})
    assert 'value="ans"' in answer.content.decode()
    assert "geheim!" not in answer.content.decode()


def test_other_languages_and_other_questions_are_none_of_ours(client):
    guarded = Client(enforce_csrf_checks=True)
    path = at(opened(), "game", 1)
    assert guarded.post(path, {"language": "xx", "p1-is": "out"}).status_code == 403
    assert guarded.post(path, {"p1-is": "out"}).status_code == 403
    assert guarded.post("/nowhere/", {"language": "de"}).status_code == 404
    assert guarded.post("/sync/", b"{}", content_type="application/json").status_code == 404


def test_page_without_such_a_form_goes_to_where_languages_are_chosen(client):
    page = client.get("/").content.decode()
    assert '<button name="language"' in page
    page = client.get("/login/").content.decode()
    assert page.count('<button form="typed" formmethod="post" name="language"') == 3


# Without scripts one form can be sent, so of several on a page it is the one with most to type.
BESIDE_ANOTHER = {"scoring/_who_plays.html"}
# Browsers hand over a file once, and nothing else is typed there.
A_FILE = {
    "tournaments/files/club_import.html",
    "tournaments/files/result_import.html",
    "tournaments/club/logo.html",
    "tournaments/files/member_import.html",
}


def test_every_form_that_is_typed_in_is_carried_along():
    """All those and no others are `novalidate`: what is wrong is told by the site."""
    templates = Path(settings.BASE_DIR, "templates")
    for path in templates.rglob("*.html"):
        forms = re.findall(r"<form[^>]* novalidate[^>]*>", path.read_text(encoding="utf-8"))
        if forms and path.relative_to(templates).as_posix() not in BESIDE_ANOTHER | A_FILE:
            assert sum(' id="typed"' in form for form in forms) == 1, path
