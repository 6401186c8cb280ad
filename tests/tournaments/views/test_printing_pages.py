import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import printed
from tests.tournaments.evenings import let_in, people, playing
from tournaments import links
from tournaments.files.imports import members, results
from tournaments.members.members import merge
from tournaments.models import Night

pytestmark = pytest.mark.usefixtures("at_the_laptop")


def page_of(client, evening):
    return client.get(f"/de-hoop/nights/{evening.pk}/print/").content.decode()


def test_before_the_draw_there_is_the_list_at_the_door(client, season):
    page = page_of(client, playing(season, people(season, 7)))
    assert "print/door.pdf" in page
    assert "print/seats.pdf" not in page
    assert 'name="count" type="number" min="1" max="400" value="2"' in page
    assert 'value="7"' in page


def test_a_double_is_counted_once(client, season):
    who = people(season, 8)
    night = playing(season, who)
    merge(double=who[7], keep=who[0])
    assert 'value="7"' in page_of(client, night)


@pytest.mark.parametrize(("usual", "own", "has_paper"), [([], [1], True), ([1], [], False)])
def test_there_is_a_paper_of_prizes_where_the_night_has_any(client, season, usual, own, has_paper):
    season.night_prizes = usual
    season.save()
    night = playing(season, people(season, 4), rounds=1)
    Night.objects.update(prizes=own)
    assert ("print/prizes.pdf" in page_of(client, night)) is has_paper


def test_of_a_night_that_came_from_a_file_there_is_the_result(client, season):
    kept = results.save_draft(
        season=season, file=SimpleUploadedFile("a.csv", b"Naam;3-9-2026\nAns;120\n")
    )
    (imported,) = results.apply(kept=kept, choices={}, seen=members.preview(kept).digest)
    assert re.findall(r"print/(\w+)\.pdf", page_of(client, imported)) == ["result"]


def test_everything_on_the_page_is_a_paper(client, season):
    season.night_prizes = [1]
    season.save()
    night = playing(season, people(season, 8), rounds=1)
    page = page_of(client, night)
    for what in ("forms", "empty", "door", "seats", "result", "prizes", "numbers", "lots"):
        path = f"/de-hoop/nights/{night.pk}/print/{what}.pdf"
        assert path in page
        answer = client.get(path, {"count": 2})
        assert answer["Content-Type"] == "application/pdf"
        assert f"{what}.pdf" in answer["Content-Disposition"]
        assert printed.read(answer.content)
    assert client.get(f"/de-hoop/nights/{night.pk}/print/tree.pdf").status_code == 404


@pytest.mark.parametrize(
    ("asked", "pages"), [("", 1), ("x", 1), ("-3", 1), ("9", 5), ("9999", 200)]
)
def test_as_many_numbers_as_asked_for_within_reason(client, season, asked, pages):
    night = playing(season)
    answer = client.get(f"/de-hoop/nights/{night.pk}/print/numbers.pdf", {"count": asked})
    assert len(printed.read(answer.content)) == pages


def test_lots_are_for_forty_as_long_as_nobody_is_there(client, season):
    night = playing(season)
    path = f"/de-hoop/nights/{night.pk}/print/lots.pdf"
    assert lots_on(client.get(path)) == 40
    assert lots_on(client.get(path, {"count": "9"})) == 9
    let_in(night, people(season, 8))
    assert lots_on(client.get(path)) == 8


def lots_on(answer):
    pages = printed.read(answer.content)
    return sum(page.said.count("Table") + page.said.count("Tafel") for page in pages)


def test_personal_links_are_on_paper(client, season, settings):
    settings.ALLOWED_HOSTS = ["club.test"]
    who = people(season, 3)
    answer = client.get("/de-hoop/members/links.pdf", headers={"host": "club.test"})
    (codes,) = printed.scanned(answer.content)
    assert codes == sorted(f"http://club.test/m/{links.make_key(member)}/" for member in who)
