"""What has to hold for every page that people see. A check gives what is wrong, in words."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Page

from tests.browser import contrast

SCHEMES = ("light", "dark")
LEAST = 44  # px, of whatever is touched
WORD = 14  # letters: so long a name stays in one piece
NARROW = 320  # px: what is left of 640 when everything is twice as large
HEAVIEST = 110 * 1024  # bytes over the air, of a page with all that it loads
CONTRAST = {  # axe's own values, but for ignoreLength: a figure is text, however short
    "ignoreUnicode": True,
    "ignoreLength": True,
    "ignorePseudo": False,
    "boldValue": 700,
    "boldTextPt": 14,
    "largeTextPt": 18,
    "contrastRatio": {"normal": {"expected": 4.5}, "large": {"expected": 3}},
    "pseudoSizeThreshold": 0.25,
    "shadowOutlineEmMax": 0.2,
    "textStrokeEmMin": 0.03,
}
# How axe says that it left it undecided: beneath a bar, on a shade, and within a drawing.
UNDECIDED = (
    "partially overlaps other elements",
    "due to a background gradient",
    "because element contains an image node",
    "because it is overlapped by another element",
)
AXE: dict[str, Any] = {
    "resultTypes": ["violations", "incomplete"],
    "rules": {"target-size": {"enabled": True}},
    "checks": {"color-contrast": {"options": CONTRAST}},
}
WITHOUT_COLOURS = {**AXE, "rules": {**AXE["rules"], "color-contrast": {"enabled": False}}}
COLOURS = {**AXE, "rules": {}, "runOnly": ["color-contrast", "link-in-text-block"]}
seen_looks: set[int] = set()  # what texts and what is behind them look like, of all pages by day
seen_around: set[int] = set()  # how the parts of bars and feet are built, of all pages by day


@cache
def axe_source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@cache
def measure_source() -> str:
    return Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


def ask(page: Page, script: str, given: object = None) -> Any:
    """A script that uses `axe` or `measure`, which the page gets when it misses them."""
    while True:
        try:
            return page.evaluate(script, given)
        except Error as error:
            missing = re.search(r"(axe|measure) is not defined", error.message)
            if not missing:
                raise
            source = measure_source() if missing[1] == "measure" else f"() => {{ {axe_source()} }}"
            page.evaluate(source)


def measure(page: Page, what: str) -> Any:
    return ask(page, f"measure.{what}")


class Finding(NamedTuple):
    rule: str
    place: str  # a selector
    why: str


def axe(page: Page, colours_alone: bool = False, passes: bool = False) -> list[Finding]:
    """What axe-core finds, and what it can't decide; but for contrast on a ground of many
    colours or within a drawing, which is measured. It `passes` what repeats its neighbours, and
    what stood around a page before.
    """
    if not passes:
        answer = ask(page, RUN, COLOURS if colours_alone else AXE)
    else:
        answer = _run_by_day(page, colours_alone)
    unsure = list(_findings(answer["incomplete"]))
    contrasts = (fault for fault in unsure if fault.rule == "color-contrast")
    shaded = [contrast for contrast in contrasts if any(why in contrast.why for why in UNDECIDED)]
    too_low = contrast.too_low(page, [fault.place for fault in shaded])
    left = [fault for fault in unsure if fault not in shaded or fault.place in too_low]
    wrong = _findings(answer["violations"])
    return [*(finding for finding in wrong if not _is_scrolled_free(page, finding)), *left]


RUN = """options => axe.run(document, options)
  .then(({ violations, incomplete }) => ({ violations, incomplete }))"""
RUN_BY_DAY = """async ([seenLooks, seenAround, colours, others]) => {
  const parts = [], looks = measure.newLooks(seenLooks);
  const around = others ? measure.newAround(seenAround) : [];
  if (looks.length) parts.push(await axe.run({ include: measure.fresh() }, colours));
  if (others) parts.push(await axe.run({ exclude: measure.passedOver() }, others));
  const all = (kind) => parts.flatMap((part) => part[kind]);
  return { looks, around, violations: all("violations"), incomplete: all("incomplete") };
}"""


def _run_by_day(page: Page, colours_alone: bool) -> Any:
    """Of what axe-core answers: colours where they are new, and the rest but for repetitions and
    what stood around a page before.
    """
    others = None if colours_alone else WITHOUT_COLOURS
    answer = ask(page, RUN_BY_DAY, [sorted(seen_looks), sorted(seen_around), COLOURS, others])
    seen_looks.update(answer["looks"])
    seen_around.update(answer["around"])
    return answer


def _is_scrolled_free(page: Page, finding: Finding) -> bool:
    """Whether a target is small only because the bar at the bottom covers a part of it until the
    page is scrolled."""
    if finding.rule != "target-size" or "obscured" not in finding.why:
        return False
    page.locator(finding.place).evaluate("place => place.scrollIntoView({block: 'center'})")
    options = json.dumps({"runOnly": ["target-size"], "rules": {"target-size": {"enabled": True}}})
    answer = page.evaluate(f"axe.run({json.dumps(finding.place)}, {options})")
    return not answer["violations"]


def _findings(rules: list[Any]) -> Iterator[Finding]:
    for rule in rules:
        for node in rule["nodes"]:
            yield Finding(rule["id"], " ".join(map(str, node["target"])), node["failureSummary"])


def weight(page: Page) -> list[str]:
    sent = {urlsplit(address).path: size for address, size in measure(page, "loaded()")}
    weights = {path: _packed(path) or size for path, size in sent.items()}
    whole = sum(weights.values())
    return [f"heavy: {whole} bytes"] if whole > HEAVIEST else []


@cache
def _packed(path: str) -> int:
    """A file of the page as it goes out, which the server of tests sends as it is written."""
    if not path.startswith(settings.STATIC_URL):
        return 0
    return len(gzip.compress(b"".join(Client().get(path))))


def targets(page: Page) -> list[str]:
    return [f"small: {small}" for small in measure(page, f"tooSmall({LEAST})")]


def width(page: Page) -> list[str]:
    """Nothing is beside the page, as it is or twice as large, and then too all can be touched; no
    list breaks a name in two.
    """
    as_it_is = ask(page, f"[measure.sideways(), measure.broken({WORD})]")
    size = page.viewport_size
    page.set_viewport_size({"width": NARROW, "height": 400})
    enlarged = ask(page, f"[measure.sideways(), measure.tooSmall({LEAST})]")
    page.set_viewport_size(size)
    said = ("wide", "broken", "wide when enlarged", "small when enlarged")
    return [
        f"{what}: {place}"
        for what, places in zip(said, as_it_is + enlarged, strict=True)
        for place in places
    ]


def keyboard(page: Page, passes: bool = False) -> list[str]:
    """Tab comes everywhere, and always shows where it is. The page looks at each press itself:
    to ask it takes longer than to press. The walk `passes` what axe passed on this page.
    """
    stops = measure(page, f"begin({json.dumps(passes)})")
    _press_tab(page, stops)
    for _ in range(stops + 10):  # some pages have places of their own between
        if measure(page, "isAllReached()"):
            break
        _press_tab(page, 1)
    return measure(page, "end()")


def _press_tab(page: Page, times: int) -> None:
    """Press it as if it was held down: letting go each time would take as long again, and so would
    waiting for each press, after which the page is drawn.
    """
    keyboard = page.keyboard._impl_obj

    async def hold() -> None:
        await asyncio.gather(*(keyboard.down("Tab") for _ in range(times)))
        await keyboard.up("Tab")

    page.keyboard._sync(hold())
