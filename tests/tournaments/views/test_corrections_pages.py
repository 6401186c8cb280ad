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
def one(client):
    with translation.override("en"):
        client.cookies["streepje_language"] = "en"
        one = night.evening(played=0)
        night.enter(night.form_of(one), 1, "-", 3, 4, 5)
        client.force_login(one.season.club.roles.get(kind="owner").user)
        yield one


def path(one, *more):
    return "/".join(["/de-hoop/nights", str(one.pk), "workbook/back", *map(str, more), ""])


def send(client, one, *changes):
    book = night.taken_along(one)
    for at, value in changes:
        book["R1 T1"][at] = value
    return client.post(path(one), {"file": night.saved(book)}, follow=True)


def boxes(answer):
    return [entry.key for entry in answer.context["plan"].able]


def test_what_changed_is_looked_at_and_taken_in(client, one):
    assert path(one) in client.get(f"/de-hoop/nights/{one.pk}/").content.decode()
    looked = send(client, one, ("E7", 12), ("F9", "drie"))
    page = looked.content.decode()
    names = night.players(one)
    assert (
        f'E7</small> <span translate="no">{names[1]}</span>: <span translate="no">3</span>' in page
    )
    assert "R1 T1 F9</span>: " in page
    address = looked.redirect_chain[0][0]
    assert codes(client.post(address)) == ["C164"]
    done = client.post(address, {"take": boxes(looked)}, follow=True)
    assert done.redirect_chain == [(f"{path(one)}?entered=1&aside=0", 302)]
    assert "<strong>1 game</strong> was taken in." in done.content.decode()
    assert night.cells(one, 1) == ["-", 12, 4, 5]
    assert client.get(address).url == path(one)  # by the browser's back button


def test_what_was_ticked_stays_so_when_a_game_moved_on(client, one):
    looked = send(client, one, ("E7", 12), ("D8", "-"))
    address = looked.redirect_chain[0][0]
    night.enter(night.form_of(one), 1, "-", 9, 4, 5)
    again = client.post(address, {"take": boxes(looked)[:1]})
    assert codes(again) == ["C84"]
    page = again.content.decode()
    assert [f'value="{key}" checked' in page for key in boxes(again)] == [True, False]
    assert "Entered on the site meanwhile" in page
    done = client.post(address, {"take": boxes(again)[:1]}, follow=True)
    assert "1 was entered on the site meanwhile" in done.content.decode()


def test_a_closed_night_asks_why_and_is_to_be_closed_again(client, one):
    Night.objects.update(state=Night.State.CLOSING)
    closing.close(night=one, reason="early")
    looked = send(client, one, ("E7", 12))
    address, keys = looked.redirect_chain[0][0], {"take": boxes(looked)}
    assert codes(client.post(address, keys)) == ["C64"]
    done = client.post(address, {**keys, "reason": "Read wrong"}, follow=True)
    assert f"/de-hoop/nights/{one.pk}/closing/" in done.content.decode()


def test_a_file_that_is_no_workbook_of_a_night_is_refused(client, one):
    file = SimpleUploadedFile("list.csv", b"Naam\nAns\n")
    assert codes(client.post(path(one), {"file": file})) == ["C161"]
    assert codes(client.post(path(one))) == ["C110"]
    assert "stands on the site like this already" in send(client, one).content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_looking_takes_the_same_queries(client, django_assert_num_queries, count):
    one = night.evening(count=4 * count, played=0)
    client.force_login(one.season.club.roles.get(kind="owner").user)
    book = night.taken_along(one)
    for page in book.worksheets[1:]:
        page["D7"] = "-"
    address = client.post(path(one), {"file": night.saved(book)})["Location"]
    with django_assert_num_queries(18):  # five tell the bar how the night goes
        assert len(client.get(address).context["plan"].able) == count
