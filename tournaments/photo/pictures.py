"""Reads the pictures of a night's forms that somebody sent, and stores each with what was read from
it.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.printing import geometry
from scoring.printing.geometry import FormPage
from scoring.toolkit.pdf.page import Box
from scoring.toolkit.problems import Problem, UserError
from tournaments import problems
from tournaments.locks import GOING_ON, lock_night_alone
from tournaments.models import FormPhoto, Night, Table, User
from tournaments.nights.nights import require_state
from tournaments.photo import proposals
from tournaments.photo.engine.decoder import Decoded
from tournaments.photo.engine.readings import OTHER
from tournaments.photo.keeping import list_photos
from tournaments.photo.proposals import Proposal
from tournaments.photo.slots import reading_slot
from tournaments.problems import user_error

MOST_BYTES = 30_000_000  # of a file, as in engine/picture.py
MOST = 300  # pictures of a night
AROUND = 2.0  # mm around the marks that are in the picture: EDGE of engine/page.py
BESIDE = 0.8  # mm around a strip

Strip = list[float]  # left, top, width and height in the picture, in mm


class StoredPage(NamedTuple):
    """What became of one page of a file that was sent: the photo that was stored, or the problems
    because of which nothing was stored.
    """

    number: int
    photo: FormPhoto | None = None
    earlier: FormPhoto | None = None  # of the same page of the same form
    problems: tuple[Problem, ...] = ()


def store_pages(
    *, night: Night, content: bytes, by: User, table: Table | None = None, page: int = 0
) -> list[StoredPage]:
    """Read the pages of a file that `by` sent, and store a photo of each form that they show.
    Return what became of each page.

    If the QR code can't be read, the user chooses the `table` whose form the file shows. `page`
    then says which page of a PDF to read; 0 means all.
    """
    with reading_slot():
        read = proposals.propose_entries(content, table.sheet if table else None)
        wanted = [proposal for proposal in read if page in (0, proposal.number)]
    return [_store_page(night, proposal, by) for proposal in wanted]


def _store_page(night: Night, proposal: Proposal, by: User) -> StoredPage:
    try:
        if proposal.problems:
            raise UserError(proposal.problems)
        with lock_night_alone(night) as now:
            require_state(now, *GOING_ON)
            table = _find_table(now, proposal)
            if list_photos(now).count() >= MOST:
                raise user_error(problems.MANY_PHOTOS, most=MOST)
            values = _describe_page(proposal)
            earlier = table.photos.filter(page=values["page"]).select_related("by").last()
            photo = FormPhoto.objects.create(table=table, by=by, **values)
            return StoredPage(proposal.number, photo, earlier)
    except UserError as refused:
        return StoredPage(proposal.number, problems=tuple(refused.problems))


def _find_table(night: Night, proposal: Proposal) -> Table:
    """Return the table whose form was read. Refuse a form of another night or club."""
    of_club = Table.objects.filter(round__night__season__club=night.season.club_id)
    table = of_club.filter(sheet=proposal.sheet).select_related("round__night").first()
    if table is None:
        raise user_error(problems.OTHER_CLUB)
    if table.round.night_id != night.pk:
        raise user_error(problems.NIGHT_OF_CODE, night=str(table.round.night))
    return table


def _describe_page(proposal: Proposal) -> dict[str, Any]:
    """Return the values with which a page that was read is stored as a `FormPhoto`."""
    assert proposal.read and proposal.read.wanted and proposal.decoded
    wanted = proposal.read.wanted
    form = geometry.list_pages(wanted.form, wanted.size)[wanted.page - 1]
    return {
        "page": wanted.page,
        "picture": base64.b64decode(proposal.read.picture),
        "writing": base64.b64decode(proposal.read.writing),
        "size": [_round_mm(form.width + 2 * AROUND), _round_mm(form.height + 2 * AROUND)],
        "cells": list(_list_cells(proposal.decoded)),
        "strips": list_strips(form),
    }


def _list_cells(decoded: Decoded) -> Iterator[list[Any]]:
    for key, answer in decoded.list_answers():
        yield [*key, answer.text, answer.sure and answer.text != OTHER]


def list_strips(form: FormPage) -> Mapping[str, Strip]:
    """Return where each line of the form is in its picture, as left, top, width and height in mm.
    The lines are named "game 3", "subtotal 5", "sum", "dashes" and "foot", where people sign.
    """
    lines: dict[str, list[Box]] = {}
    for cell in form.cells:
        name = f"{cell.kind} {cell.game}" if cell.kind in ("game", "subtotal") else cell.kind
        if cell.kind != "sum" or not cell.part:
            lines.setdefault(name, []).append(cell.box)
    strips = {name: _frame_boxes(boxes) for name, boxes in lines.items()}
    return strips | ({"foot": _frame_boxes([form.signatures])} if form.signatures else {})


def _frame_boxes(boxes: Sequence[Box]) -> Strip:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    width, height = right - left, bottom - top + 2 * BESIDE
    return [
        _round_mm(left + AROUND),
        _round_mm(top + AROUND - BESIDE),
        _round_mm(width),
        _round_mm(height),
    ]


def _round_mm(length: float) -> float:
    return round(length, 2)
