"""Reads the pages of a file and proposes what to enter in the sheets to which these forms belong.
Nothing is saved.
"""

from collections.abc import Iterator
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


def propose_entries(content: bytes, chosen: Sheet | None = None) -> Iterator[Proposal]:
    """Read a file with filled-in paper forms, and yield for each form a proposal of what to enter
    in its sheet. That is the sheet that the form's QR code names. If the QR code can't be read or
    names no sheet, it is the sheet `chosen`.
    """
    sheets: dict[str, Sheet | None] = {}

    def list_versions(code: str) -> list[Wanted]:
        named = find_sheet(code)
        sheet = sheets[code] = named or chosen
        if sheet is None or not is_readable(_build_game(sheet)):
            return []
        return list(_list_named_versions(code, sheet) if named else _list_chosen_versions(sheet))

    for page in read_file(content, list_versions):
        sheet = sheets[page.code]
        refusal = _find_refusal(sheet, page)
        if refusal:
            yield Proposal(page.number, sheet, problems=tuple(refusal.problems))
        else:
            yield Proposal(page.number, sheet, page.decoded, read=page)


def _find_refusal(sheet: Sheet | None, page: PageRead) -> UserError | None:
    """Return the reason why nothing could be read from a page, or None if it was read. `sheet` is
    the sheet to which its form belongs, if known.
    """
    if sheet and not is_readable(_build_game(sheet)):
        return user_error(problems.GAME_NOT_READ, game=sheet.game)
    if sheet and page.decoded is None:
        return user_error(problems.NO_FORM_SEEN)
    return None if sheet else user_error(_explain_missing_sheet(read_code(page.code)))


def _explain_missing_sheet(code: PageCode | None) -> ProblemCode:
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


def _list_named_versions(text: str, sheet: Sheet) -> Iterator[Wanted]:
    """Yield all versions in which the form with this QR code may have been printed: in each paper
    size and language.
    """
    code = read_code(text)
    assert code
    yield from list_printed_versions(sheet, code.key, code.page)


def _list_chosen_versions(sheet: Sheet) -> Iterator[Wanted]:
    """Yield all versions in which any page of this sheet's paper form may have been printed: each
    page in each paper size and language. They are tried if the form's QR code names no sheet, and a
    user chose the sheet.
    """
    for page in range(1, MOST_PAGES + 1):
        yield from list_printed_versions(sheet, links.write_id(sheet), page)


def list_printed_versions(sheet: Sheet, key: str, page: int) -> Iterator[Wanted]:
    """Yield all versions in which a page of this sheet's form may have been printed: in each paper
    size and language. `key` is the text by which the form's QR code names the sheet: the key of its
    link, or its id.
    """
    state = sync.build_sheet_state(sheet)
    for size in SIZES:
        for language in LANGUAGES:
            with override(language):
                data = state["data"] | {"games": []}
                form = build_sheet(data, sheet=key, writes=state["scribe"])
                yield Wanted(games.build_sheet_game(data), form, size, page)


def _build_game(sheet: Sheet) -> Game:
    return games.build_sheet_game(sync.build_sheet_state(sheet)["data"])
