"""Reads the pages of a file and proposes what to enter in the sheets to which these forms belong.
Nothing is saved.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import override

from scoring import games
from scoring.browser import sync
from scoring.games.core.game import Game
from scoring.models import Sheet
from scoring.printing.content import build_sheet
from scoring.printing.form_pages import SIZES
from scoring.printing.marks import LAYOUT, PageCode, read_code
from scoring.sheets import links
from scoring.sheets.locked import PREFETCH
from scoring.toolkit.problems import Problem, ProblemCode, UserError
from tournaments import problems
from tournaments.photo.engine.decoder import Decoded
from tournaments.photo.forms import is_readable
from tournaments.photo.reading import PageRead, Wanted, read_file
from tournaments.problems import user_error

LANGUAGES = ("nl", "de", "en")  # in which forms are printed; their heights differ a little
NO_CODE = ""
MOST_PAGES = 2  # of a form whose code was not read


class Proposal(NamedTuple):
    """What was read from one page of a picture or PDF of paper forms, as a proposal of what to
    enter in a sheet. If nothing could be read, `problems` tells why.
    """

    number: int  # of the page in the file
    sheet: Sheet | None = None
    decoded: Decoded | None = None
    problems: tuple[Problem, ...] = ()
    read: PageRead | None = None  # with its picture, and which page of the form it is


def propose(content: bytes) -> Iterator[Proposal]:
    """Read a picture or PDF of paper forms. Yield for each page what it proposes to enter in the
    sheet that the QR code on the page names.
    """
    sheets: dict[str, Sheet | None] = {}

    def find(codes: list[str]) -> list[Wanted]:
        code = _pick_code(codes)
        sheet = sheets[code] = find_sheet(code)
        return list(_wanted(code, sheet)) if sheet else []

    for number, page in enumerate(read_file(content, find), 1):
        code = _pick_code(page.codes)
        sheet = sheets[code]
        yield _proposal(number, sheet, page, _why_not(code, sheet, page))


def propose_for(sheet: Sheet, content: bytes) -> Iterator[Proposal]:
    """Read a picture or PDF of paper forms on which the QR code can't be read. The user has said
    that they belong to this sheet. Yield for each page what it proposes to enter in the sheet.
    """
    key = links.write_id(sheet)
    pages = range(1, MOST_PAGES + 1) if is_readable(_game(sheet)) else ()
    wanted = [printed for page in pages for printed in _printed(sheet, key, page)]
    for number, read in enumerate(read_file(content, lambda _codes: wanted), 1):
        yield _proposal(number, sheet, read, _why_not(NO_CODE, sheet, read))


def _proposal(
    number: int, sheet: Sheet | None, page: PageRead, refusal: UserError | None
) -> Proposal:
    if refusal:
        return Proposal(number, sheet, problems=tuple(refusal.problems))
    return Proposal(number, sheet, page.decoded, read=page)


def _pick_code(codes: Sequence[str]) -> str:
    """Return the first of these QR codes that is the code of a paper form, or "" if there is
    none.
    """
    return next((text for text in codes if read_code(text)), NO_CODE)


def _why_not(text: str, sheet: Sheet | None, page: PageRead) -> UserError | None:
    """Return the reason why nothing could be read from a page, or None if it was read. `text` is
    the QR code on the page, and `sheet` the sheet to which its form belongs, if known.
    """
    code = read_code(text)
    if sheet and not is_readable(_game(sheet)):
        return user_error(problems.GAME_NOT_READ, game=sheet.game)
    if sheet and page.decoded is None:
        return user_error(problems.NO_FORM_SEEN)
    return None if sheet else user_error(_why_no_sheet(code))


def _why_no_sheet(code: PageCode | None) -> ProblemCode:
    if code is None:
        return problems.NO_CODE_SEEN
    return problems.OTHER_LAYOUT if code.layout != LAYOUT else problems.UNKNOWN_FORM


def find_sheet(text: str) -> Sheet | None:
    """Return the sheet that the QR code of a form names, either by the key of the sheet's link or
    by its id. Return None if there is no such sheet, the link is no longer valid, or the code is of
    another version of the forms.
    """
    code = read_code(text)
    if code is None or code.layout != LAYOUT:
        return None
    id = links.find_id(code.key) or links.read_id(code.key)
    sheet = Sheet.objects.prefetch_related(*PREFETCH).filter(public_id=id).first() if id else None
    by_link = len(code.key) == links.LENGTH
    return None if sheet and by_link and links.find(code.key) is None else sheet


def _wanted(text: str, sheet: Sheet) -> Iterator[Wanted]:
    """Yield all versions in which the form with this QR code may have been printed: in each paper
    size and language.
    """
    code = read_code(text)
    if isinstance(code, PageCode) and is_readable(_game(sheet)):
        yield from _printed(sheet, code.key, code.page)


def _printed(sheet: Sheet, key: str, page: int) -> Iterator[Wanted]:
    state = sync.build_sheet_state(sheet)
    for size in SIZES:
        for language in LANGUAGES:
            with override(language):
                data = state["data"] | {"games": []}
                form = build_sheet(data, sheet=key, writes=state["scribe"])
                yield Wanted(games.build_sheet_game(data), form, size, page)


def _game(sheet: Sheet) -> Game:
    return games.build_sheet_game(sync.build_sheet_state(sheet)["data"])
