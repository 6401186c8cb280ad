"""What the pages of a file propose for the sheets of this site. Nothing is saved."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import override

from scoring import games
from scoring.browser import sync
from scoring.models import Sheet
from scoring.printing.content import build_sheet
from scoring.printing.marks import LAYOUT, PageCode, read_code
from scoring.printing.pages import SIZES
from scoring.sheets import links
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.problems import Problem, UserError
from tournaments import problems
from tournaments.photo.engine.decoder import Decoded
from tournaments.photo.forms import is_readable
from tournaments.photo.reading import PageRead, Wanted, read_file
from tournaments.problems import user_error

LANGUAGES = ("nl", "de", "en")  # in which forms are printed; their heights differ a little


class Proposal(NamedTuple):
    """What one page of a file says; `problems` tell why it says nothing."""

    number: int  # of the page in the file
    sheet: Sheet | None = None
    decoded: Decoded | None = None
    problems: tuple[Problem, ...] = ()


def propose(content: bytes) -> Iterator[Proposal]:
    """Yield what each page of a file says."""
    codes = [_code(page) for page in read_file(content, [])]
    sheets = {code: find_sheet(code) for code in codes if code}
    wanted = [
        candidate for code, sheet in sheets.items() if sheet for candidate in _wanted(code, sheet)
    ]
    pages = read_file(content, wanted) if wanted else [PageRead([]) for _ in codes]
    for number, (code, page) in enumerate(zip(codes, pages, strict=True), 1):
        sheet = sheets.get(code) if code else None
        try:
            _check(code, sheet, page)
            yield Proposal(number, sheet, page.decoded)
        except UserError as refused:
            yield Proposal(number, sheet, problems=tuple(refused.problems))


def _code(page: PageRead) -> str:
    """Return the text of the first code on a page that is a form's."""
    return next((text for text in page.codes if read_code(text)), "")


def _check(text: str, sheet: Sheet | None, page: PageRead) -> None:
    code = read_code(text)
    if code and code.layout != LAYOUT:
        raise user_error(problems.OTHER_LAYOUT)
    if code and sheet is None:
        raise user_error(problems.UNKNOWN_FORM)
    if sheet and not is_readable(games.build_sheet_game(sync.build_sheet_state(sheet)["data"])):
        raise user_error(problems.GAME_NOT_READ, game=sheet.game)
    if page.decoded is None:
        raise user_error(problems.NO_FORM_SEEN)


def find_sheet(text: str) -> Sheet | None:
    """Return the sheet that a form's code names: by its link, or by its id."""
    code = read_code(text)
    if code is None or code.layout != LAYOUT:
        return None
    id = links.find_id(code.key) or links.read_id(code.key)
    sheet = Sheet.objects.prefetch_related(*PREFETCH).filter(public_id=id).first() if id else None
    by_link = len(code.key) == links.LENGTH
    return None if sheet and by_link and links.find(code.key) is None else sheet


def _wanted(text: str, sheet: Sheet) -> Iterator[Wanted]:
    """Yield the ways in which this form may have been printed."""
    state, code = sync.build_sheet_state(sheet), read_code(text)
    game = games.build_sheet_game(state["data"])
    if not isinstance(code, PageCode) or not is_readable(game):
        return
    for size in SIZES:
        for language in LANGUAGES:
            with override(language):
                data = state["data"] | {"games": []}
                form = build_sheet(data, sheet=code.key, writes=state["scribe"])
                yield Wanted(text, game, form, size, code.page)
