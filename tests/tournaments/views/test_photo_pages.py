"""Forms that are read from pictures: the page that takes the pictures, and the typing in."""

import html
import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.sheets import lifecycle, links
from tests.scoring.views.table import Fields
from tests.tournaments.evenings import club_with, codes, drawn, people, playing
from tests.tournaments.photo.recorded import code_of, dashes, fill_in, game, jpeg, reads, sums
from tournaments import problems
from tournaments.models import FormPhoto, Handwriting, Role, Table, User
from tournaments.nights import nights
from tournaments.photo import pictures, reading, slots

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_the_laptop")]
CELLS = (
    game(1, "-", "5", "7?", "4")
    | game(2, "3", "-", "6", "?")
    | sums(10, "12", "8", "", "3?")
    | dashes("1", "1", "0", "0")
)


@pytest.fixture(autouse=True)
def switched_on(settings):
    settings.PHOTO = True


@pytest.fixture
def season(request):
    return club_with(getattr(request, "param", "jokeren"))


@pytest.fixture
def night(season):
    night = playing(season, people(season, 12))
    drawn(night, 1)
    return night


@pytest.fixture
def table(night, monkeypatch):
    """The first table, whose form is in every file that is sent."""
    table = Table.objects.select_related("round__night__season__club").first()
    reads(monkeypatch, (code_of(table), CELLS))
    return table


def at(night, rest=""):
    return f"/de-hoop/nights/{night.pk}/photos/{rest}"


def send(client, night, *names, query="", **more):
    files = [SimpleUploadedFile(name, b"of a camera") for name in names]
    return client.post(at(night) + query, {"file": files, **more})


def typing(table, photo, rest=""):
    return f"/s/{links.make_key(table.sheet)}/paper/{rest}?photo={photo.pk}"


def send_picture(table):
    given = {"night": table.round.night, "content": b"", "by": User.objects.get(login="ans")}
    return pictures.store_pages(**given)[0].photo


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def as_role(night, kind):
    user = User.objects.create(login=f"a-{kind}", name=kind)
    Role.objects.create(user=user, club=night.season.club, kind=kind)
    client = Client()
    client.force_login(user)
    return client


# Taking pictures


def test_where_it_is_off_there_is_nothing(client, table, settings):
    photo = send_picture(table)
    settings.PHOTO = False
    night = table.round.night
    for address in (at(night), at(night, f"{photo.pk}.jpg"), "/de-hoop/handwriting/"):
        assert client.get(address).status_code == 404
    assert "/photos/" not in client.get(f"/de-hoop/nights/{table.round.night_id}/").content.decode()
    shown = client.get(typing(table, photo)).content.decode()
    assert "data-asked" not in shown
    assert "/photos/" not in shown


def test_night_and_typing_in_lead_there(client, table):
    address = f'href="{at(table.round.night)}"'
    assert address in client.get(f"/de-hoop/nights/{table.round.night_id}/").content.decode()
    assert address in client.get(f"/s/{links.make_key(table.sheet)}/paper/").content.decode()
    helper = as_role(table.round.night, "helper")
    for page in (
        f"/de-hoop/nights/{table.round.night_id}/",
        f"/s/{links.make_key(table.sheet)}/paper/",
    ):
        assert address not in helper.get(page).content.decode()


def test_without_the_packages_it_says_how_to_get_them(client, night, monkeypatch):
    monkeypatch.setattr(reading, "PACKAGES", ("no_such_package",))
    page = client.get(at(night))
    assert "python3 manage.py start --photo" in words(page)
    assert b'type="file"' not in page.content
    assert codes(send(client, night, "a.jpg")) == ["C320"]


def test_picture_leads_to_typing_in(client, table):
    answer = send(client, table.round.night, "a.jpg", "b.jpg", query="?part")
    first, second = FormPhoto.objects.all()
    for photo in (first, second):
        assert html.escape(typing(table, photo)) in answer.content.decode()
    assert "2 cells to look at" in words(answer).replace("3 cells", "2 cells")
    assert "was sent already, by Ans at" in words(answer)


def test_page_lists_the_pictures_of_the_night(client, table):
    photo = send_picture(table)
    shown = client.get(at(table.round.night))
    assert typing(table, photo) in shown.content.decode()
    assert re.search(r"Table 1 · round 1 empty [\d:]+ · Ans · 3 cells to look at", words(shown))
    client.post(at(table.round.night), {"delete": photo.pk})
    assert not FormPhoto.objects.exists()


def test_handwriting_is_kept_if_an_organiser_wants_it(client, table):
    club, address = table.round.night.season.club, "/de-hoop/handwriting/"
    assert f'href="{address}"' in client.get(at(table.round.night)).content.decode()
    client.post(address, {"kept": "on"})
    club.refresh_from_db()
    assert club.keeps_handwriting
    assert b"checked" in client.get(address).content
    client.post(address, {})
    club.refresh_from_db()
    assert not club.keeps_handwriting
    assert as_role(table.round.night, "helper").get(address).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_handwriting_that_is_kept_is_counted_and_deleted(
    client, table, count, django_assert_num_queries
):
    address, kept = "/de-hoop/handwriting/", {"club": table.round.night.season.club, "picture": b""}
    assert "Delete all" not in words(client.get(address))
    for _ in range(count):
        Handwriting.objects.create(**kept, texts=["-", "5"])
    with django_assert_num_queries(4):
        shown = words(client.get(address))
    assert f"{2 * count} cells of {count} form" in shown
    client.post(address, {"delete": "all"})
    assert not Handwriting.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_the_same_queries(client, table, count, django_assert_num_queries):
    for _ in range(count):
        send_picture(table)
    client.get(at(table.round.night))
    with django_assert_num_queries(7):
        assert client.get(at(table.round.night)).content.count(b'name="delete"') == count


def test_file_without_a_code_asks_for_its_table(client, table, monkeypatch):
    reads(monkeypatch, ("", CELLS))
    night = table.round.night
    asks = send(client, night, "a.jpg", query="?part")
    assert codes(asks) == ["C332"]
    assert [int(pk) for pk in re.findall(r'option value="(\d+)"', asks.content.decode())] == [
        table.pk for table in Table.objects.order_by("number")
    ]
    assert codes(send(client, night, "a.jpg", table=table.pk, page=1)) == []
    assert FormPhoto.objects.get().table == table
    assert send(client, night, "a.jpg", table=0).status_code == 404


@pytest.mark.wide
@pytest.mark.skipif(
    not reading.is_installed(), reason="needs the packages of requirements-photo.txt"
)
def test_pdf_of_a_scanner_is_read_page_by_page(client, night):
    import numpy as np
    from PIL import Image

    from tournaments.photo.tools import camera

    first, second, _third = Table.objects.order_by("number")
    random = np.random.default_rng(6)
    papers = [fill_in(table, random).paper for table in (first, second)]
    scans = [camera.photograph_paper(paper, "scanner", random) for paper in papers]
    pages = [Image.fromarray(scan) for scan in (*scans, np.full((2339, 1654), 250, np.uint8))]
    buffer = BytesIO()
    pages[0].save(buffer, "PDF", resolution=200, save_all=True, append_images=pages[1:])
    scan = SimpleUploadedFile("scan.pdf", buffer.getvalue(), "application/pdf")
    answer = client.post(at(night), {"file": [scan]})
    assert codes(answer) == [f"C{problems.NO_CODE_SEEN.number}"]
    assert [photo.table for photo in FormPhoto.objects.order_by("pk")] == [first, second]


@pytest.mark.parametrize(
    ("names", "code"), [([], "C110"), ([f"{number}.jpg" for number in range(21)], "C333")]
)
def test_wrong_number_of_files_is_refused(client, table, names, code):
    assert codes(send(client, table.round.night, *names)) == [code]


def test_large_file_is_refused_before_it_is_read(client, table, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_BYTES", 3)
    assert codes(send(client, table.round.night, "a.jpg")) == ["C322"]


def test_while_others_read_the_script_is_told_to_come_back(client, table, monkeypatch):
    monkeypatch.setattr(slots, "MOST", 0)
    monkeypatch.setattr(slots, "PATIENCE", 0)
    answer = send(client, table.round.night, "a.jpg", query="?part")
    assert (answer.status_code, codes(answer)) == (503, ["C330"])


def test_after_closing_nothing_is_taken(client, table):
    photo = send_picture(table)
    night = nights.set_state(night=table.round.night, to="closing")
    client.post(f"/de-hoop/nights/{night.pk}/closing/", {"reason": "Over", "do": "close"})
    night.refresh_from_db()
    assert night.state == "closed"
    page = client.get(at(night))
    assert b'type="file"' not in page.content
    assert "this one is closed" in words(page)
    assert client.get(at(night, f"{photo.pk}.jpg")).status_code == 404


# Who sees them


def test_privacy_page_tells_of_pictures_where_there_are_any(client, season, settings):
    told = "A picture of a filled form that was read"
    assert told in words(client.get("/privacy/"))
    settings.PHOTO = False
    assert told not in words(client.get("/privacy/"))


def test_picture_is_for_organisers_and_no_cache(client, table):
    night, photo = table.round.night, send_picture(table)
    address = at(night, f"{photo.pk}.jpg")
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert (answer.content, "no-store" in answer["Cache-Control"]) == (jpeg(), True)
    assert as_role(night, "organiser").get(address).status_code == 200
    assert as_role(night, "helper").get(address).status_code == 403
    assert Client().get(address).status_code == 302
    assert "/login/" in Client().get(address)["Location"]
    assert client.get(at(night, "0.jpg")).status_code == 404


def test_who_has_only_the_link_of_the_form_sees_no_picture(client, table):
    photo = send_picture(table)
    for visitor in (Client(), as_role(table.round.night, "helper")):
        page = visitor.get(typing(table, photo)).content.decode()
        assert 'id="typed"' in page
        assert "data-asked" not in page
        assert ".jpg" not in page
    assert ".jpg" in client.get(typing(table, photo)).content.decode()


# Typing in


def shown(client, address):
    """What would be sent if somebody pressed the button at once."""
    page = client.get(address).content.decode()
    [form] = Fields(re.findall(r'<form[^>]*id="typed">.*?</form>', page, re.DOTALL)[0]).forms
    return form


def field(page, name):
    [tag] = re.findall(f'<input id="g{name}"[^>]*>', page.content.decode())
    return {key: html.unescape(text) for key, text in re.findall(r'([\w-]+)="([^"]*)"', tag)}


def test_what_was_surely_read_is_filled_in_and_the_rest_is_asked(client, table):
    page = client.get(typing(table, send_picture(table)))
    values = [field(page, f"1-p{number}")["value"] for number in range(1, 5)]
    assert values == ["—", "5", "", "4"]
    doubtful = field(page, "1-p3")
    assert (doubtful["placeholder"], doubtful["data-proposal"]) == ("7?", "7")
    crossed_out = field(page, "2-p4")
    assert (crossed_out["placeholder"], "data-proposal" in crossed_out) == ("?", False)
    assert [field(page, f"0-totals-p{number}")["value"] for number in range(1, 5)] == [
        *("12", "8", "", "")
    ]
    assert field(page, "0-totals-p4")["placeholder"] == "3?"
    assert field(page, "0-dashes-p2")["value"] == "1"
    assert field(page, "3-p1")["value"] == ""
    assert page.content.count(b"data-asked") == 3
    assert page.content.count(b"url(#picture)") == 10 + 3 + 1  # games, own lines, signatures
    assert lifecycle.build_data(table.sheet)["games"] == []


def test_sheet_holds_exactly_what_was_shown_once_it_is_sent(client, table):
    address = typing(table, send_picture(table))
    sent = shown(client, address) | {"1-p3": "7", "2-p4": "9"}
    answer = client.post(address, sent)
    assert (answer.status_code, answer["Location"]) == (302, address)
    names = [seat.name for seat in table.sheet.seats.all()]
    data = lifecycle.build_data(table.sheet)
    assert [[row["entries"][name] for name in names] for row in data["games"]] == [
        ["-", 5, 7, 4],
        [3, "-", 6, 9],
    ]
    assert data["paper"]["totals"] == dict(zip(names, [12, 8], strict=False))
    assert data["paper"]["dashes"] == dict(zip(names, [1, 1, 0, 0], strict=True))


def test_sent_without_looking_a_doubtful_game_is_not_full(client, table):
    address = typing(table, send_picture(table))
    client.post(address, shown(client, address))
    entries = lifecycle.build_data(table.sheet)["games"][0]["entries"]
    assert [*entries.values()] == ["-", 5, 4]


def test_what_is_stored_stays_and_is_asked_where_the_picture_differs(client, table):
    names = [seat.name for seat in table.sheet.seats.all()]
    row = {"entries": dict(zip(names, ["-", 5, 8, 2], strict=True))}
    lifecycle.record(sheet=table.sheet, number=1, row=row)
    lifecycle.record(sheet=table.sheet, number=2, row={"void": "Verkeerd gegeven"})
    page = client.get(typing(table, send_picture(table)))
    values = [field(page, f"1-p{number}")["value"] for number in range(1, 5)]
    assert values == ["—", "5", "8", "2"]
    assert field(page, "1-p4")["placeholder"] == "4?"
    assert "placeholder" not in field(page, "1-p3")
    assert [field(page, f"2-p{number}")["value"] for number in range(1, 5)] == [""] * 4
    assert "placeholder" not in field(page, "2-p4")
    assert "<em>4?</em>" in page.content.decode()


def test_who_reads_the_same_form_is_told(client, table):
    first = send_picture(table)
    organiser = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=organiser, club=table.round.night.season.club, kind="organiser")
    second = pictures.store_pages(night=table.round.night, content=b"", by=organiser)[0]
    assert "Bob reads this form as well" in words(client.get(typing(table, first)))
    other = Client()
    other.force_login(organiser)
    other.cookies["streepje_language"] = "en"
    assert "Ans reads this form as well" in words(other.get(typing(table, second.photo)))


def test_what_somebody_else_saved_meanwhile_is_kept_beside(client, table):
    address = typing(table, send_picture(table))
    first, second = shown(client, address), shown(client, address)
    client.post(address, first | {"1-p3": "7"})
    client.post(address, second | {"1-p3": "1"})
    data = lifecycle.build_data(table.sheet)
    assert "7" in str(data["games"][0])
    assert "written twice" in words(client.get(at(table.round.night)))


def test_pile_is_of_the_tables_with_pictures(client, night, monkeypatch):
    first, second, third = Table.objects.select_related("round__night__season__club")
    photos = []
    for table in (first, third):
        reads(monkeypatch, (code_of(table), CELLS))
        photos.append(send_picture(table))
    page = client.get(typing(first, photos[0])).content.decode()
    assert re.findall(r'data-number="(\d)"', page) == ["1", "3"]
    assert f'href="{typing(third, photos[1])}"' in page
    answer = client.get(typing(first, photos[0]) + "&to=3")
    assert answer["Location"] == typing(third, photos[1])
    asked = client.get(typing(first, photos[0], "tables/")).json()
    assert [told["number"] for told in asked["tables"]] == [1, 3]
    assert asked["next"]["address"] == typing(third, photos[1])
    assert asked["room"] == "Save, back to the pictures"
    assert links.make_key(second.sheet) not in page


@pytest.mark.parametrize("season", ["rummikub"], indirect=True)
def test_dash_says_how_a_game_of_rummikub_ended(client, table, monkeypatch):
    reads(monkeypatch, (code_of(table), game(1, "-", "5", "7", "4")))
    page = client.get(typing(table, send_picture(table)))
    assert field(page, "1-end")["value"] == "somebody is out"
    assert field(page, "2-end")["value"] == ""
