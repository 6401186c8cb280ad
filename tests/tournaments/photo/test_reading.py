"""Forms that were filled in and photographed by the program, read again; and hostile pictures. All
of it takes the packages of requirements-photo.txt, which are tested at night.
"""

import io
import struct
import subprocess
import sys
import zlib

import pytest
from PIL import Image

from scoring.toolkit.problems import UserError
from tests.tournaments.evenings import drawn, people, playing
from tests.tournaments.photo.recorded import fill_in
from tournaments import problems
from tournaments.models import Table
from tournaments.photo import reading

pytestmark = pytest.mark.django_db


def code_of(error):
    return error.value.problems[0]["code"]


def no_forms(_code):
    return []


def test_without_the_packages_it_says_so(monkeypatch):
    monkeypatch.setattr(reading, "PACKAGES", ("no_such_package",))
    with pytest.raises(UserError) as error:
        reading.read_file(b"", no_forms)
    assert code_of(error) == f"C{problems.PHOTO_NOT_INSTALLED.number}"


# With them

KILLED = -9  # by the system, at the limit of time
needs_packages = pytest.mark.skipif(
    not reading.is_installed(), reason="needs the packages of requirements-photo.txt"
)


def png(wide, high, *, chunks=()):
    """A PNG that says that it is so large, with hardly any bytes."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * min(wide * high + high, 10_000_000), 9)
    parts = [chunk(b"IHDR", head), *chunks, chunk(b"IDAT", body), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def picture(wide=1000, high=1400, kind="JPEG", **options):
    buffer = io.BytesIO()
    Image.new("L", (wide, high), 220).save(buffer, kind, **options)
    return buffer.getvalue()


def moving():
    buffer = io.BytesIO()
    frames = [Image.new("L", (600, 600), shade) for shade in (10, 200)]
    frames[0].save(buffer, "PNG", save_all=True, append_images=frames[1:])
    return buffer.getvalue()


HOSTILE = {
    "nothing": (b"", problems.PHOTO_BROKEN),
    "text": (b"%!PS-Adobe hello", problems.PHOTO_BROKEN),
    "cut off": (picture()[:300], problems.PHOTO_BROKEN),
    "20,000 pixels a side": (png(20_000, 20_000), problems.PHOTO_LARGE),
    "a bomb": (png(11_000, 11_000), problems.PHOTO_LARGE),
    "less than it says": (png(7_000, 7_000), problems.PHOTO_BROKEN),
    "a stamp": (picture(300, 400), problems.PHOTO_SMALL),
    "moving": (moving(), problems.PHOTO_MOVING),
    "of an iPhone": (b"\0\0\0\x24ftypheic" + b"\0" * 600, problems.PHOTO_HEIC),
    "a gif": (picture(kind="GIF"), problems.PHOTO_BROKEN),
    "too many bytes": (b"\xff\xd8" + b"0" * 30_000_001, problems.PHOTO_LARGE),
    "a broken PDF": (b"%PDF-1.4\n%%EOF", problems.PHOTO_BROKEN),
}


@needs_packages
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_file_is_refused_with_a_number(name):
    content, check = HOSTILE[name]
    with pytest.raises(UserError) as error:
        reading.read_file(content, no_forms)
    assert code_of(error) == f"C{check.number}"


@needs_packages
def test_pdf_of_too_many_pages_is_refused():
    pages = [Image.new("L", (600, 800), 255)] * 61
    buffer = io.BytesIO()
    pages[0].save(buffer, "PDF", save_all=True, append_images=pages[1:])
    with pytest.raises(UserError) as error:
        reading.read_file(buffer.getvalue(), no_forms)
    assert code_of(error) == f"C{problems.PHOTO_PAGES.number}"


@needs_packages
@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there")
@pytest.mark.parametrize(
    ("harm", "end"), [("bytes(worker.MEMORY)", 1), ("while True: pass", KILLED)]
)
def test_worker_has_so_much_memory_and_time_and_no_more(harm, end):
    shorter = "worker.SECONDS = 1; " if end < 0 else ""
    code = f"from tournaments.photo.engine import worker; {shorter}worker.limit()\n{harm}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (ran.returncode, b"MemoryError" in ran.stderr) == (end, end == 1)


@needs_packages
@pytest.mark.parametrize(("name", "value"), [("WORKER", "no.such.worker"), ("PATIENCE", 0.01)])
def test_worker_that_ends_badly_or_never_harms_nothing_else(monkeypatch, name, value):
    monkeypatch.setattr(reading, name, value)
    with pytest.raises(UserError) as error:
        reading.read_file(picture(), no_forms)
    assert code_of(error) == f"C{problems.PHOTO_LARGE.number}"


@needs_packages
def test_picture_turned_by_exif_stands_upright():
    from tournaments.photo.engine.picture import open_picture

    exif = Image.Exif()
    exif[0x0112] = 6
    grey = open_picture(picture(1000, 1400, exif=exif))
    assert grey.shape == (1000, 1400)


@needs_packages
def test_empty_picture_shows_no_form():
    [page] = reading.read_file(picture(), no_forms)
    assert page == reading.PageRead(1)


@needs_packages
@pytest.mark.parametrize("level", ["scanner", "good photo"])
def test_form_of_a_night_is_read_from_a_picture(season, level):
    import cv2
    import numpy as np

    from tournaments.photo import proposals
    from tournaments.photo.tools import camera

    night = playing(season, people(season, 4))
    drawn(night, 1)
    table = Table.objects.get()
    random = np.random.default_rng(3)
    filled = fill_in(table, random)
    _done, packed = cv2.imencode(".png", camera.photograph_paper(filled.paper, level, random))
    [proposal] = proposals.propose_entries(packed.tobytes())
    assert (proposal.sheet, proposal.problems) == (table.sheet, ())
    wrong = [
        (place, answer.text)
        for place, answer in proposal.decoded.games.items()
        if answer.sure and answer.text != filled.truth["game", *place]
    ]
    assert wrong == []
    assert proposal.decoded.questions < len(filled.truth) / 3


@needs_packages
@pytest.mark.parametrize("turn", [0, 1])
def test_two_forms_on_one_sheet_are_both_read(season, turn):
    import cv2
    import numpy as np

    from tournaments.photo import proposals
    from tournaments.photo.tools import camera

    drawn(playing(season, people(season, 8)), 1)
    tables = Table.objects.order_by("number")
    random = np.random.default_rng(7)
    forms = [fill_in(table, random, "two") for table in tables]
    scan = camera.photograph_paper(np.hstack([form.paper for form in forms]), "scanner", random)
    _done, packed = cv2.imencode(".png", np.rot90(scan, turn))
    pages = sorted(proposals.propose_entries(packed.tobytes()), key=lambda page: page.sheet.pk)
    assert [(page.number, page.sheet) for page in pages] == [(1, table.sheet) for table in tables]
    for page, form in zip(pages, forms, strict=True):
        games = page.decoded.games.items()
        sure = [answer.text == form.truth["game", *place] for place, answer in games if answer.sure]
        assert all(sure)
        assert len(sure) > 0.7 * len(games)


@needs_packages
def test_form_whose_corner_is_cut_off_is_found_by_its_code(season):
    import cv2
    import numpy as np

    from tournaments.photo import proposals
    from tournaments.photo.tools import camera

    drawn(playing(season, people(season, 4)), 1)
    table = Table.objects.get()
    random = np.random.default_rng(5)
    picture = camera.photograph_paper(fill_in(table, random).paper, "good photo", random)
    high, wide = (side // 12 for side in picture.shape)
    picture[-high:, -wide:] = 90
    _done, packed = cv2.imencode(".png", np.rot90(picture, 2))
    [page] = proposals.propose_entries(packed.tobytes())
    assert (page.sheet, page.problems) == (table.sheet, ())


@needs_packages
@pytest.mark.parametrize("hidden", [0, 1])
def test_form_beside_one_whose_code_is_not_seen_is_not_taken_for_it(season, hidden):
    import cv2
    import numpy as np

    from tournaments.photo import proposals
    from tournaments.photo.tools import camera

    drawn(playing(season, people(season, 8)), 1)
    tables = Table.objects.order_by("number")
    random = np.random.default_rng(7)
    forms = [fill_in(table, random, "two") for table in tables]
    forms[hidden].paper[:200, -250:-50] = 255
    scan = camera.photograph_paper(np.hstack([form.paper for form in forms]), "scanner", random)
    _done, packed = cv2.imencode(".png", scan)
    [page] = proposals.propose_entries(packed.tobytes())
    assert page.sheet == tables[1 - hidden].sheet
    assert [problem["code"] for problem in page.problems] == [f"C{problems.NO_FORM_SEEN.number}"]


def photograph_form(number):
    """A good photo of a form that is filled in, with the layout and the page of the form."""
    import numpy as np

    from clubsite.bench import photos
    from tournaments.photo.engine.layout import Layout
    from tournaments.photo.tools import camera

    random = np.random.default_rng([202, number])
    filled = photos.fill("jokeren", random, None)
    page = filled.page
    layout = Layout(page.width, page.height, page.level, page.upright)
    return camera.photograph_paper(filled.paper, "good photo", random), layout, page


@needs_packages
def test_form_is_found_whichever_way_it_lies():
    """The lines of this form are nearly the same upside down."""
    import numpy as np

    from tournaments.photo.engine.page import straighten

    picture, layout, _page = photograph_form(3)
    found = [
        straighten(np.ascontiguousarray(np.rot90(picture, turn)), [layout]) for turn in range(4)
    ]
    upright = found[0].picture.astype(int)
    assert [float(np.abs(straight.picture - upright).mean()) < 8 for straight in found] == [
        True
    ] * 4


@needs_packages
@pytest.mark.parametrize("hidden", ["top left", "bottom right"])
def test_form_with_a_thumb_on_a_corner_is_found(hidden):
    import numpy as np

    from tournaments.photo.engine.page import straighten

    picture, layout, _page = photograph_form(4)
    high, wide = (side // 7 for side in picture.shape)
    corner = np.s_[:high, :wide] if hidden == "top left" else np.s_[-high:, -wide:]
    whole = straighten(picture, [layout])
    picture[corner] = 100
    found = straighten(picture, [layout])
    assert found.fits > 0.9
    near = np.abs(found.picture.astype(int) - whole.picture)[400:1000, 400:1000]
    assert near.mean() < 6


@needs_packages
def test_form_upside_down_or_a_row_too_low_is_not_at_its_place():
    """Nearly all lines of these forms are where others should be."""
    import numpy as np

    from tournaments.photo.engine.ink import SCALE, blackness
    from tournaments.photo.engine.page import has_code, straighten

    picture, layout, page = photograph_form(4)
    straight = straighten(picture, [layout])
    black = blackness(straight.picture)
    row = round(page.cells[0].box.height * SCALE)
    assert has_code(black)
    assert not has_code(np.rot90(black, 2))
    for way in (row, -row, round(4.5 * SCALE), round(-4.5 * SCALE)):  # rows of small forms
        assert [has_code(np.roll(black, way, axis=axis)) for axis in (0, 1)] == [False, False]


@needs_packages
def test_form_whose_rows_are_shifted_on_one_side_is_not_straight():
    """Otherwise the cells of one row might be read as those of the next."""
    import numpy as np

    from tournaments.photo.engine.ink import blackness
    from tournaments.photo.engine.page import STRAYS, measure_line_fit, straighten

    picture, layout, _page = photograph_form(4)
    straight = straighten(picture, [layout])
    fits, strays = measure_line_fit(blackness(straight.picture), layout)
    assert (fits > 0.97, strays) == (True, 0)
    shifted = straight.picture.copy()
    middle = shifted.shape[1] // 2
    shifted[:, :middle] = np.roll(shifted[:, :middle], 12, axis=0)
    _fits, strays = measure_line_fit(blackness(shifted), layout)
    assert strays > STRAYS
