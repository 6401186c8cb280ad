"""A night's workbook on its pages: chosen, looked at, taken in."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from tests.tournaments.evenings import codes
from tests.tournaments.files.imports import test_corrections as night
from tournaments.models import Night
from tournaments.nights import closing

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(client):
    with translation.override("en"):
        client.cookies["streepje_language"] = "en"
        evening = night.evening(played=0)
        night.enter(night.form_of(evening), 1, "-", 3, 4, 5)
        client.force_login(evening.season.club.roles.get(kind="owner").user)
        yield evening


def path(evening, *more):
    return "/".join(["/de-hoop/nights", str(evening.pk), "workbook/back", *map(str, more), ""])


def send(client, evening, *changes):
    book = night.taken_along(evening)
    for at, value in changes:
        book["R1 T1"][at] = value
    return client.post(path(evening), {"file": night.saved(book)}, follow=True)


def boxes(answer):
    return [entry.key for entry in answer.context["plan"].able]


def test_what_changed_is_looked_at_and_taken_in(client, evening):
    assert path(evening) in client.get(f"/de-hoop/nights/{evening.pk}/").content.decode()
    looked = send(client, evening, ("E7", 12), ("F9", "drie"))
    page = looked.content.decode()
    names = night.players(evening)
    assert (
        f'E7</small> <span translate="no">{names[1]}</span>: <span translate="no">3</span>' in page
    )
    assert "R1 T1 F9</span>: " in page
    address = looked.redirect_chain[0][0]
    assert codes(client.post(address)) == ["C164"]
    done = client.post(address, {"take": boxes(looked)}, follow=True)
    assert done.redirect_chain == [(f"{path(evening)}?entered=1&aside=0", 302)]
    assert "<strong>1 game</strong> was taken in." in done.content.decode()
    assert night.cells(evening, 1) == ["-", 12, 4, 5]
    assert client.get(address).url == path(evening)  # by the browser's back button


def test_what_was_ticked_stays_so_when_a_game_moved_on(client, evening):
    looked = send(client, evening, ("E7", 12), ("D8", "-"))
    address = looked.redirect_chain[0][0]
    night.enter(night.form_of(evening), 1, "-", 9, 4, 5)
    again = client.post(address, {"take": boxes(looked)[:1]})
    assert codes(again) == ["C84"]
    page = again.content.decode()
    assert [f'value="{key}" checked' in page for key in boxes(again)] == [True, False]
    assert "Entered on the site meanwhile" in page
    done = client.post(address, {"take": boxes(again)[:1]}, follow=True)
    assert "1 was entered on the site meanwhile" in done.content.decode()


def test_a_closed_night_asks_why_and_is_to_be_closed_again(client, evening):
    Night.objects.update(state=Night.State.CLOSING)
    closing.close(night=evening, reason="early")
    looked = send(client, evening, ("E7", 12))
    address, keys = looked.redirect_chain[0][0], {"take": boxes(looked)}
    assert codes(client.post(address, keys)) == ["C64"]
    done = client.post(address, {**keys, "reason": "Read wrong"}, follow=True)
    assert f"/de-hoop/nights/{evening.pk}/closing/" in done.content.decode()


def test_a_file_that_is_no_workbook_of_a_night_is_refused(client, evening):
    file = SimpleUploadedFile("list.csv", b"Naam\nAns\n")
    assert codes(client.post(path(evening), {"file": file})) == ["C161"]
    assert codes(client.post(path(evening))) == ["C110"]
    assert "stands on the site like this already" in send(client, evening).content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_looking_takes_the_same_queries(client, django_assert_num_queries, count):
    evening = night.evening(count=4 * count, played=0)
    client.force_login(evening.season.club.roles.get(kind="owner").user)
    book = night.taken_along(evening)
    for page in book.worksheets[1:]:
        page["D7"] = "-"
    address = client.post(path(evening), {"file": night.saved(book)})["Location"]
    with django_assert_num_queries(18):  # five tell the bar how the night goes
        assert len(client.get(address).context["plan"].able) == count
