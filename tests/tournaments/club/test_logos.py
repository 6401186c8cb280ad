from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from scoring import games
from scoring.printing import form_pages
from scoring.printing.printed_sheet import build_blank
from scoring.toolkit.problems import UserError
from tests import printed
from tests.tournaments.evenings import codes, people, playing, refused
from tournaments.club import logos
from tournaments.models import Logo, User
from tournaments.printing import hall_papers, night_forms


def picture(kind="PNG", size=(300, 100), mode="RGB", **more):
    made = BytesIO()
    Image.new(mode, size, (12, 90, 40, 128)[: len(mode)]).save(made, kind, **more)
    return made.getvalue()


def put(season, content):
    return logos.set_logo(club=season.club, file=SimpleUploadedFile("logo", content))


@pytest.mark.parametrize(
    ("kind", "size", "small"),
    [
        *((kind, (2000, 500), (480, 120)) for kind in logos.KINDS),
        ("JPEG", (4000, 3000), (213, 160)),
    ],
)
def test_every_kind_is_kept_as_a_small_png(season, kind, size, small):
    put(season, picture(kind, size))
    with Image.open(BytesIO(logos.read_logo(season.club))) as kept:
        assert (kept.format, kept.size) == ("PNG", small)


@pytest.fixture
def photograph():
    file = BytesIO()
    noise = Random("logo").randbytes(480 * 160 * 3)
    Image.frombytes("RGB", (480, 160), noise).save(file, "PNG")
    return file.getvalue()


def test_a_photograph_is_kept_smaller_so_that_no_page_is_large(photograph):
    kept = logos.redraw(photograph)
    with Image.open(BytesIO(kept)) as image:
        assert image.size == (240, 80)
    form = build_blank(games.find("jokeren")({}), 4)
    assert len(kept) <= logos.LARGEST
    assert printed.read(form_pages.print_forms([form], logo=kept))[0].wrong() == []


def test_a_large_one_from_before_that_is_given_smaller(season, photograph):
    Logo.objects.create(club=season.club, image=photograph)
    assert logos.read_logo(season.club) == logos.redraw(photograph)


def test_nothing_is_kept_but_how_it_looks(season):
    said = PngImagePlugin.PngInfo()
    said.add_text("Comment", "<script>alert(1)</script>")
    put(season, picture(pnginfo=said) + b"PK\x03\x04 and more")
    kept = logos.read_logo(season.club)
    assert b"script" not in kept
    assert b"PK" not in kept


def test_what_shines_through_stands_on_white(season):
    put(season, picture(mode="RGBA"))
    with Image.open(BytesIO(logos.read_logo(season.club))) as kept:
        assert kept.convert("RGB").getpixel((5, 5)) == (133, 172, 147)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


@pytest.mark.parametrize("content", [b"x", SVG, b"GIF89a", picture()[:60], picture("BMP")])
def test_what_is_no_picture_is_refused(season, content):
    assert refused(put, season, content) == ["C101"]
    assert logos.read_logo(season.club) is None


def test_damaged_pictures_are_refused_or_drawn_and_nothing_else(season):
    chance = Random("logo")
    whole = {kind: bytearray(picture(kind, (90, 90))) for kind in logos.KINDS}
    for count in range(400):
        content = bytearray(whole[logos.KINDS[count % 4]])
        for _times in range(1 + count % 9):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            logos.redraw(bytes(content))
        except UserError as found:
            assert found.problems[0]["code"] in ("C101", "C102")


def test_bomb_is_refused_before_it_is_unpacked(season):
    bomb = bytearray(picture(size=(8, 8)))
    bomb[16:24] = (60_000).to_bytes(4, "big") * 2
    assert refused(put, season, bytes(bomb)) in (["C101"], ["C102"])
    for large in (picture(size=(3001, 3000)), picture("JPEG", (5001, 5001))):
        assert refused(put, season, large) == ["C102"]
    assert refused(put, season, b"x" * (logos.MOST_BYTES + 1)) == ["C100"]


def test_owner_puts_it_and_takes_it_away(season, client):
    client.force_login(User.objects.get())
    assert codes(client.post("/de-hoop/logo/", {})) == ["required"]
    assert client.get("/de-hoop/logo.png").status_code == 404
    heavy = SimpleUploadedFile("x", picture("BMP", (400, 400)))  # as a photograph is
    assert codes(client.post("/de-hoop/logo/", {"file": heavy})) == ["C101"]
    answer = client.post("/de-hoop/logo/", {"file": SimpleUploadedFile("x.png", picture())})
    assert answer["Location"] == "/de-hoop/"
    assert '<img src="/de-hoop/logo.png"' in client.get("/de-hoop/").content.decode()
    image = client.get("/de-hoop/logo.png")
    assert image["Content-Type"] == "image/png"
    again = client.get("/de-hoop/logo.png", headers={"If-None-Match": image["ETag"]})
    assert again.status_code == 304
    client.post("/de-hoop/logo/", {"do": "away"})
    assert "logo.png" not in client.get("/de-hoop/").content.decode()


def test_logo_stands_on_paper_and_over_nothing(season):
    night = playing(season, people(season, 4), rounds=1)
    for make in (
        lambda: hall_papers.print_seats(night),
        lambda: night_forms.print_forms(night, "two", lambda _sheet: None),
    ):
        before = make()
        put(season, picture(size=(700, 90)))
        found = make()
        assert b"/Subtype /Image" not in before
        assert b"/Subtype /Image" in found
        assert [page.wrong() for page in printed.read(found)] == [[]] * len(printed.read(found))
        logos.remove_logo(club=season.club)
