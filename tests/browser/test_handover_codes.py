"""A sheet handed over as codes: drawn as segno draws them, read off a screen, taken in."""

import base64
import hashlib
import hmac
import random
import time
from io import BytesIO

import pytest
import segno
from django.utils import timezone
from PIL import Image, ImageFilter
from playwright.sync_api import expect

from scoring.browser import handover_codes
from scoring.browser.offline_files import STATIC
from scoring.models import Sheet
from tests.browser.pages import Visit
from tests.browser.scribe import Scribe, comes_to
from tests.browser.states.nights import playing
from tests.browser.test_keeping import lossy
from tests.by_day import by_day

__all__ = ["lossy"]

PAGE = "http://phone.test/"
LARGEST = [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 858, 1732, 2303, 2953]
DRAWS = """
async (contents) => {
  const { drawCode } = await import("./qr.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
  return contents.map((hex) => drawCode(bytes(hex)).map((row) => row.join("")).join("\\n"));
}
"""
SEALS = """
async (pairs) => {
  const { hmac, sha256 } = await import("./seal.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
  const hex = (list) => [...list].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return pairs.map((pair) => pair.map(bytes)).map(([key, message]) =>
    [hex(sha256(message)), hex(hmac(key, message))]);
}
"""

COMES_WHOLE = (
    "import('/static/scoring/phone/handover_codes.js').then(() => null)"  # with all it imports
)


@pytest.fixture
def scripts(browser):
    """A page of nothing but the phone's scripts."""
    page = browser.new_page()

    def serve(route):
        name = route.request.url.removeprefix(PAGE)
        body = (STATIC / "scoring/phone" / name).read_text() if name else "<!doctype html>"
        kind = "text/javascript; charset=utf-8" if name else "text/html"
        route.fulfill(body=body, content_type=kind)

    page.route(f"{PAGE}**", serve)
    page.goto(PAGE)
    yield page
    page.close()


def contents(count):
    chance = random.Random("codes")
    sizes = [0, 1, *LARGEST, *(size + 1 for size in LARGEST[:-1])]
    while len(sizes) < count:
        sizes.append(int(chance.uniform(1, 54.3) ** 2))  # small ones more often
    for number, size in enumerate(sizes):
        yield bytes(size) if number % 9 == 8 else chance.randbytes(size)


def as_segno(content):
    code = segno.make(content, error="l", boost_error=False, mode="byte", micro=False)
    return "\n".join("".join(map(str, row)) for row in code.matrix)


@pytest.mark.parametrize("count", by_day([40, 10_000], 40))
def test_codes_are_drawn_as_by_segno(scripts, count):
    batch = [content for content in contents(count) if content]
    for at in range(0, len(batch), 100):
        some = batch[at : at + 100]
        drawn = scripts.evaluate(DRAWS, [content.hex() for content in some])
        wrong = [c.hex() for c, code in zip(some, drawn, strict=True) if code != as_segno(c)]
        assert wrong == []


def test_seals_are_those_of_hashlib(scripts):
    chance = random.Random("seals")
    pairs = [(chance.randbytes(size % 150), chance.randbytes(size)) for size in range(260)]
    pairs.append((b"Jefe", b"what do ya want for nothing?"))  # of RFC 4231
    made = scripts.evaluate(SEALS, [[key.hex(), message.hex()] for key, message in pairs])
    assert made == [
        [hashlib.sha256(message).hexdigest(), hmac.digest(key, message, "sha256").hex()]
        for key, message in pairs
    ]


# Off a screen


def seen_by_a_camera(png, turned=0.0, blurred=0.0, scaled=1.0):
    """The grey picture in which a camera has this screen."""
    screen = Image.open(BytesIO(png)).convert("L")
    size = int(screen.width * scaled), int(screen.height * scaled)
    tilted = screen.resize(size).rotate(turned, expand=True, fillcolor=90)
    return tilted.filter(ImageFilter.GaussianBlur(blurred))


def hands_over(phone):
    """Without waiting for as long as somebody at a table does."""
    phone.clock.fast_forward(30_000)
    phone.locator("#light .button").click()
    expect(phone.locator("dialog canvas")).to_be_visible()


def rows_of(sheet, games=7):
    names = [seat.name for seat in sheet.seats.all()]
    chance = random.Random("rows")
    return [
        {"entries": {n: "-" if n == names[0] else chance.randrange(2, 14) for n in names}}
        for _game in range(games)
    ]


def typed(phone, rows):
    """Kept on the phone as if the scribe had typed them in."""
    adds = """async (rows) => {
      const { newTicket, openStore } = await import("/static/scoring/phone/store.js");
      const store = await openStore();
      const { sheet } = JSON.parse(document.querySelector("#for-scripts").textContent);
      for (const [index, row] of rows.entries()) {
        await store.add(newTicket(sheet, { do: "enter", game: index + 1, row, seen: 0 }));
      }
    }"""
    phone.evaluate(adds, rows)


FILMS = """(png) => {
  navigator.mediaDevices.getUserMedia = async () => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const draw = () => canvas.getContext("2d").drawImage(picture, 0, 0);
    setInterval(draw, 50);
    draw();
    return canvas.captureStream(20);
  };
}"""


@pytest.fixture
def visit(device, server, trouble, monkeypatch):
    return Visit(device("laptop"), server.url, trouble, monkeypatch)


def test_table_is_read_off_the_phone_and_sent_twice(visit, device, proxy, lossy):
    wifi, laptop = proxy(visit.site), visit.page
    club, night = playing(visit)
    sheet = night.rounds.first().tables.first().sheet
    rows = rows_of(sheet)
    phone = device("phone")
    phone.clock.install(time=timezone.now())
    scribe = Scribe(phone, wifi.url, sheet)
    scribe.all_at("club")
    with phone.expect_request_finished(lambda request: request.url.endswith("seal.js")):
        phone.clock.fast_forward(10_000)  # the part that hands over comes while it can
    phone.evaluate(COMES_WHOLE)
    wifi.drop()
    typed(phone, rows)
    phone.evaluate("dispatchEvent(new Event('online'))")
    scribe.all_at("phone")
    hands_over(phone)
    png = phone.screenshot()
    for turned, blurred, scaled in [(0, 0, 1), (4, 0.6, 0.8), (-7, 1, 1.1), (90, 0.5, 0.7)]:
        picture = seen_by_a_camera(png, turned, blurred, scaled)
        assert len(handover_codes.read_picture(picture.tobytes(), picture.width)) == 1, (
            turned,
            blurred,
        )
    visit.go("tournaments:night-light", club.slug, night.pk)
    photo = BytesIO()
    seen_by_a_camera(png, 3, 0.6, 0.8).save(photo, "PNG")
    laptop.evaluate(FILMS, base64.b64encode(photo.getvalue()).decode())
    since = time.monotonic()
    laptop.locator("#start").click()
    expect(laptop.locator(".taken li")).to_have_count(7)
    assert time.monotonic() - since < 6
    comes_to(Sheet.objects.get(pk=sheet.pk), rows)
    laptop.locator("#stop").click()
    laptop.reload()
    laptop.set_input_files("#photo", {"name": "a.png", "mimeType": "image/png", "buffer": png})
    expect(laptop.locator(".taken li")).to_have_count(7)
    events = sheet.events.count()
    wifi.restore()
    phone.locator("dialog .main").click()
    phone.evaluate("dispatchEvent(new Event('online'))")
    scribe.all_at("club")
    assert sheet.events.count() == events
