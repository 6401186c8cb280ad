"""Rewrite an HTML page so that its form (`id="typed"`) has other values."""

from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser

FORM = "typed"
NOT_TYPED = ("password", "file", "submit", "button")  # no page contains a password
Attributes = dict[str, str | None]
Span = tuple[int, int]


def refill(page: str, typed: Mapping[str, list[str]]) -> str:
    """Return this HTML page with these values in the fields of its form."""
    filler = _Filler(page, typed)
    filler.feed(page)
    filler.close()
    return filler.page()


class _Filler(HTMLParser):
    """Parses a page, and rewrites the tags of form fields so that they have the given values.
    Everything else stays as it is.
    """

    def __init__(self, page: str, typed: Mapping[str, list[str]]) -> None:
        super().__init__(convert_charrefs=True)
        self.source = page
        self.left = {name: list(values) for name, values in typed.items()}
        self.lines = [0]
        for line in page.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.changes: dict[Span, str] = {}
        self.inside = False
        self.folded: list[Span | None] = []  # tags of the <details> around us; None: it is open
        self.list_name = ""
        self.text: tuple[int, str] | None = None  # where a textarea's text begins, and its new text

    def page(self) -> str:
        pieces, done = [], 0
        for (start, end), new in sorted(self.changes.items()):
            pieces += [self.source[done:start], new]
            done = end
        return "".join([*pieces, self.source[done:]])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self.inside = has.get("id") == FORM
        elif not self.inside:
            return
        elif tag == "details":
            self.folded.append(None if "open" in has else self._span())
        elif tag == "input":
            self._input(has)
        elif tag == "select":
            self.list_name = has.get("name") or ""
        elif tag == "option" and self.list_name in self.left:
            self._mark(tag, has, "selected", has.get("value") in self.left[self.list_name])
        elif tag == "textarea" and (values := self.left.get(has.get("name") or "")):
            self.text = self._span()[1], values.pop(0)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "details" and self.folded:
            self.folded.pop()
        elif tag == "textarea" and self.text:
            start, text = self.text
            self._change(
                (start, self._span()[0]), "\n" + escape(text)
            )  # HTML ignores a line end at the start
            self.text = None

    def _input(self, has: Attributes) -> None:
        name, kind = has.get("name") or "", has.get("type") or "text"
        if kind in ("checkbox", "radio"):
            chosen = (has.get("value") or "on") in self.left.get(name, [])
            self._mark("input", has, "checked", chosen)
        elif kind not in NOT_TYPED and name != "csrfmiddlewaretoken":
            values = self.left.get(name)
            if values and (value := values.pop(0)) != (has.get("value") or ""):
                self._write("input", has | {"value": value}, unfold=kind != "hidden")

    def _mark(self, tag: str, has: Attributes, mark: str, marked: bool) -> None:
        """Set the boolean attribute `mark` (such as checked) of the current tag if `marked`, else
        remove it. `tag` is the tag's name, and `has` its attributes.
        """
        if marked != (mark in has):
            rest = {key: value for key, value in has.items() if key != mark}
            self._write(tag, rest | ({mark: None} if marked else {}))

    def _write(self, tag: str, has: Attributes, *, unfold: bool = True) -> None:
        """Replace the current tag by the same tag with the attributes `has`. If `unfold`, also open
        the folded <details> around it.
        """
        pairs = [key if value is None else f'{key}="{escape(value)}"' for key, value in has.items()]
        self._change(self._span(), f"<{' '.join([tag, *pairs])}>", unfold=unfold)

    def _change(self, span: Span, new: str, *, unfold: bool = True) -> None:
        """Replace this part of the page, and open the folded <details> around it unless `unfold` is
        false.
        """
        self.changes[span] = new
        for folded in self.folded if unfold else ():
            if folded:
                start, end = folded
                self.changes[folded] = f"{self.source[start : end - 1]} open>"

    def _span(self) -> Span:
        """Return the positions in the page where the current tag starts and ends."""
        line, column = self.getpos()
        start = self.lines[line - 1] + column
        return start, start + len(self.get_starttag_text() or "")
