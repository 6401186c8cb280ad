"""Short guides, also as one PDF. tests/browser/guide.py makes their pictures from a site."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language, gettext
from django.views.decorators.http import conditional_page, require_safe
from PIL import Image
from reportlab.lib.utils import ImageReader

from scoring.toolkit.downloads import make_file_response
from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.text import MM, ROOM, wrap

ON_A_PAGE = (360, 560)  # the size of a picture


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    return render(request, "clubsite/guide/all.html")


@require_safe
def guide(request: HttpRequest, who: str) -> HttpResponse:
    if who not in GUIDES:
        raise Http404
    context: dict[str, Any] = dict(zip(("width", "height"), ON_A_PAGE, strict=True))
    for name in GUIDES[who]:
        context[name.replace("-", "_")] = static(find_picture(name, get_language()))
    return render(request, f"clubsite/guide/{who}.html", context)


@require_safe
@conditional_page
def booklet(_request: HttpRequest) -> HttpResponse:
    pdf: Any = cache.get_or_set(f"booklet-{get_language()}", draw_booklet, None)
    answer = make_file_response(pdf, "pdf", "Streepje", gettext("How it works"))
    answer["Cache-Control"] = "private, no-cache"
    return answer


# Guides with the names of their pictures.
GUIDES = {
    "scribe": ("sheet", "enter", "two-sides", "save", "out-of-reach", "two-versions", "read-out"),
    "organiser": (
        *("members", "file", "door", "draw", "couples", "tables", "room", "changes", "closing"),
    ),
    "member": ("own", "sign-up", "hall", "standing"),
    "paper": ("print", "typing", "differs"),
}
STATIC = Path(__file__).resolve().parents[1] / "static"
SIZE = 11.5
PICTURE = (48.0, 48.0 * 14 / 9)  # millimetres, of the shape of a phone
GAP, SPACE = 8.0, 3.0  # beside a picture; above and below a rule
INDENT = 6.0
QUALITY = 80  # of a picture on paper


def find_picture(name: str, language: str | None) -> str:
    """A language that has no pictures yet shows the English ones."""
    has_own = (STATIC / f"clubsite/guide/{language}").is_dir()
    return f"clubsite/guide/{language if has_own else 'en'}/{name}.webp"


# Reading the template


@dataclass
class Section:
    heading: str = ""
    picture: str = ""
    texts: list[tuple[str, int]] = field(default_factory=list)  # each with its number in a list


class Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.title, self.steps = "", 0
        self.sections: list[Section] = []
        self._inside: list[str] = []
        self._item = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "img":
            self.sections[-1].picture = attributes["src"] or ""
            return
        self._inside.append("steps" if attributes.get("class") == "guide" else tag)
        if tag == "h2":
            self.steps += "steps" in self._inside
            self.sections.append(Section(f"{self.steps}. " if "steps" in self._inside else ""))
        elif tag == "ol":
            self._item = 0
        elif tag == "p":
            self.sections[-1].texts.append(("", 0))
        elif tag == "li" and self._inside[-2] == "ol":
            self._item += 1
            self.sections[-1].texts.append(("", self._item))

    def handle_endtag(self, _tag: str) -> None:
        self._inside.pop()

    def handle_data(self, data: str) -> None:
        if "h1" in self._inside:
            self.title += data
        elif "h2" in self._inside:
            self.sections[-1].heading += data
        elif {"p", "code"} & {*self._inside} or self._inside[-2:] == ["ol", "li"]:
            text, item = self.sections[-1].texts[-1]
            self.sections[-1].texts[-1] = (text + data, item)


def read_guide(who: str) -> Reader:
    names = {name.replace("-", "_"): name for name in GUIDES[who]}
    page = render_to_string(f"clubsite/guide/{who}.html", {"program": settings.PROGRAM, **names})
    return Reader(page.partition("<main")[2].partition("</main>")[0])


# Drawing


@dataclass
class Entry:
    title: str
    level: int
    page: int
    bookmark: str


class Booklet:
    def __init__(self, contents: list[Entry]) -> None:
        title = gettext("How it works")
        self.paper = Paper(f"Streepje · {title}", margin=16)
        self.entries: list[Entry] = []
        room = self.paper.begin_page(gettext("Contents"))
        mark, name = room.top(16).columns((1, 6))
        self.paper.draw_dash(mark)
        self.paper.write("Streepje", name, 34, bold=True)
        self.paper.write(title, room.below(17).top(9), 16)
        about = gettext("Four short guides, with pictures. Nobody needs more than one of them.")
        self.paper.write(about, room.below(26).top(7), SIZE, grey=GREY)
        self.room = room.below(38)
        for entry in contents:
            self._line_of_contents(entry)

    def _line_of_contents(self, entry: Entry) -> None:
        bold = not entry.level
        self.room = self.room.below(3.5 * bold)
        line = self.room.top(5.6)
        begin = line._replace(x=line.x + INDENT * entry.level, width=line.width - 20)
        end = self.paper.write(entry.title, begin, SIZE, bold=bold)
        self.paper.write(str(entry.page), line, SIZE, bold=bold, align="right")
        foot = line.y + line.height - 1.4
        self.paper.draw_rules([(end + 2, foot, line.right - 8, foot)], thick=0.1, grey=0.6)
        corners = (line.x, self.paper.high - line.bottom, line.right, self.paper.high - line.y)
        self.paper.canvas.linkAbsolute("", entry.bookmark, Rect=[at * MM for at in corners])
        self.room = self.room.below(line.height)

    def guide(self, guide: Reader) -> None:
        self.room = self.paper.begin_page()
        self._enter(guide.title, 0)
        self.paper.write(guide.title, self.room.top(11), 20, bold=True)
        self.room = self.room.below(13)
        for section in guide.sections:
            self._section(section)

    def _enter(self, title: str, level: int) -> None:
        self.paper.add_bookmark(title, level)
        self.entries.append(Entry(title, level, self.paper.number, str(self.paper.bookmarks)))

    def _section(self, section: Section) -> None:
        wide = self.room.width - bool(section.picture) * (PICTURE[0] + GAP)
        high = max(self._draw(section, wide, silent=True), bool(section.picture) * PICTURE[1])
        if high + SPACE > self.room.height:
            self.room = self.paper.begin_page()
        self._enter(section.heading, 1)
        if section.picture:
            self._picture(section.picture)
        self._draw(section, wide)
        foot = self.room.y + high + SPACE
        self.paper.draw_rules([(self.room.x, foot, self.room.right, foot)], grey=0.75)
        self.room = self.room.below(min(high + 2 * SPACE, self.room.height))

    def _draw(self, section: Section, wide: float, *, silent: bool = False) -> float:
        """Return the height of a section that is `wide` millimetres wide; with `silent`, only
        compute it.
        """
        room = self.room._replace(width=wide)
        room = self._text(section.heading, room, 13, 0, bold=True, silent=silent).below(1.5)
        for text, item in section.texts:
            if item and not silent:
                self.paper.write(f"{item}.", room.top(ROOM * SIZE / MM + 0.01), SIZE)
            room = self._text(text, room, SIZE, INDENT * bool(item), silent=silent).below(2)
        return room.y - self.room.y

    def _text(
        self, text: str, room: Box, size: float, indent: float, *, silent: bool, bold: bool = False
    ) -> Box:
        box = room._replace(x=room.x + indent, width=room.width - indent)
        high = len(wrap(text, box.width, size, bold)) * ROOM * size / MM
        if not silent:
            self.paper.write_paragraph(text, box.top(high + 0.1), size, bold=bold, least=size)
        return room.below(high)

    def _picture(self, name: str) -> None:
        wide, high = PICTURE
        box = Box(self.room.right - wide, self.room.y, wide, high)
        corner = (box.x * MM, (self.paper.high - box.bottom) * MM)
        content = BytesIO()  # as a JPEG, which a PDF can hold unchanged
        with Image.open(STATIC / find_picture(name, get_language())) as image:
            image.convert("RGB").save(content, "JPEG", quality=QUALITY, optimize=True)
        content.seek(0)
        self.paper.canvas.drawImage(ImageReader(content), *corner, wide * MM, high * MM)
        self.paper.draw_frame(box, grey=0.6)


def draw_booklet() -> bytes:
    """Drawn twice: the table of contents comes first, and its page numbers are known only
    afterwards.
    """
    guides = [read_guide(who) for who in GUIDES]
    contents: list[Entry] = []
    for _time in range(2):
        booklet = Booklet(contents)
        for guide in guides:
            booklet.guide(guide)
        contents = booklet.entries
    return booklet.paper.close()
