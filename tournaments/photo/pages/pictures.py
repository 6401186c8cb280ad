"""Prepares the page on which organisers send photos of paper forms to be read: the result for each
file that was sent, and the list of the night's photos.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format

from scoring.models import Sheet
from scoring.sheets import links, progress
from scoring.toolkit.numbered_forms import NumberedErrors, problem_in_words
from scoring.toolkit.problems import Problem
from tournaments import problems
from tournaments.models import FormPhoto, Night, Table
from tournaments.nights.pages.paper_pile import say_what_is_left
from tournaments.photo import keeping
from tournaments.photo.pictures import StoredPage

BY_HAND = {problems.NO_CODE_SEEN.number, problems.UNKNOWN_FORM.number}  # then its table is chosen


class SentPicture(NamedTuple):
    """A photo of a paper form as a line on the page that lists them: how many cells somebody must
    check, and what is left to do at its table.
    """

    photo: FormPhoto
    address: str  # of the page on which the form is typed in
    doubtful: int  # cells that somebody must look at
    left: str = ""  # what is left to do at this table; empty if nothing is

    @property
    def time(self) -> str:
        return time_format(timezone.localtime(self.photo.time), "TIME_FORMAT")


class Page(NamedTuple):
    """One page of a file that was sent, as the web page shows it: the photo that was stored, or why
    the page was refused.
    """

    number: int
    line: SentPicture | None = None
    earlier: FormPhoto | None = None  # of the same form
    refusals: Sequence[tuple[str, str]] = ()
    by_hand: bool = False  # whether its table can be chosen


class SentFile(NamedTuple):
    name: str
    pages: list[Page]


def describe_file(name: str, stored: Sequence[StoredPage]) -> SentFile:
    return SentFile(name, [_describe_page(page) for page in stored])


def describe_refusal(name: str, refused: Sequence[Problem]) -> SentFile:
    return SentFile(name, [Page(0, refusals=[problem_in_words(problem) for problem in refused])])


def _describe_page(stored: StoredPage) -> Page:
    refusals: NumberedErrors = [problem_in_words(problem) for problem in stored.problems]
    numbers = {int(problem["code"][1:]) for problem in stored.problems}
    line = _describe_photo(stored.photo) if stored.photo else None
    return Page(stored.number, line, stored.earlier, refusals, bool(numbers & BY_HAND))


def _describe_photo(photo: FormPhoto, left: str = "") -> SentPicture:
    sheet = photo.table.sheet
    address = reverse("scoring:paper", args=[links.make_key(sheet)])
    doubtful = sum(not sure for *_where, sure in photo.cells)
    return SentPicture(photo, f"{address}?photo={photo.pk}", doubtful, left)


def list_pictures(night: Night) -> list[SentPicture]:
    """Return the photos of a night's forms, sorted by round, table and page of the form. If a page
    was sent more than once, its latest photo comes first.
    """
    photos = list(keeping.list_photos(night))
    sheets = Sheet.objects.filter(table__photos__in=[photo.pk for photo in photos]).distinct()
    how = progress.load_progress(progress.load_last_digests(sheets))
    photos.sort(key=lambda photo: (photo.table.round.number, photo.table.number, photo.page))
    return [_describe_photo(photo, say_what_is_left(how[photo.table.sheet_id])) for photo in photos]


def list_tables(night: Night) -> list[Table]:
    """Return the night's tables from which the user chooses if the program can't read the QR code
    in a picture. The latest round comes first.
    """
    tables = Table.objects.used().filter(round__night=night).select_related("round")
    return list(tables.order_by("-round__number", "number"))
