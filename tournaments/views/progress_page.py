"""It needs no script: the page is streamed, and each line takes the place of the one before."""

from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from scoring.toolkit.problems import UserError
from tournaments.views.base import list_numbered_errors

LINES = "<!-- lines -->"  # where the lines go in the page


class Step(NamedTuple):
    words: str
    done: int
    out_of: int


def show_progress(
    request: HttpRequest, title: str, steps: Iterator[Step], *, back: str = "", done: str = ""
) -> StreamingHttpResponse:
    """Show a page with the progress of some work, while iterating over `steps` does that work. Then
    the browser opens the same address again or, if the work was refused, the address `back`. `done`
    is the message at the end.
    """
    words = {"title": title, "lines": LINES}
    whole = render_to_string("tournaments/progress.html", words, request)
    language = translation.get_language() or ""
    ends = {"here": request.get_full_path(), "back": back, "done": done}
    lines = _lines(whole, steps, language, ends)
    answer = StreamingHttpResponse(lines)
    answer["X-Accel-Buffering"] = "no"  # a proxy must not buffer the stream
    return answer


def _lines(whole: str, steps: Iterator[Step], language: str, ends: dict[str, str]) -> Iterator[str]:
    begin, _lines, end = whole.partition(LINES)
    yield begin
    last: dict[str, object] = {**ends}
    while True:
        with translation.override(language):  # other requests are served between two lines
            try:
                step = next(steps, None)
            except UserError as refused:
                last = {**ends, "refusals": list_numbered_errors(refused)}
                step = None
            words = {"step": step} if step else last
            line = render_to_string("tournaments/_progress_line.html", words)
        yield line
        if step is None:
            yield end
            return
