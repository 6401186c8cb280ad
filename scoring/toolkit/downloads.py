"""A page's list as a file, at the page's address with `?as=`, for whoever may see the page."""

import re
from collections.abc import Sequence
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.http import content_disposition_header

from scoring.toolkit.pdf import lists as on_paper
from scoring.toolkit.spreadsheets.csv_lists import Listing, write_csv
from scoring.toolkit.spreadsheets.workbook import Book

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = {"xlsx": XLSX, "csv": "text/csv; charset=utf-8"}
NOT_IN_NAMES = re.compile(r'[-\\/:*?"<>|\s]+')


def is_file_wanted(request: HttpRequest) -> bool:
    return request.method != "POST" and request.GET.get("as") in (*KINDS, "pdf")


def list_response(request: HttpRequest, listing: Listing, *about: object) -> HttpResponse:
    """`about` follows the title in the file's name."""
    kind = request.GET["as"]
    if kind == "pdf":
        return make_pdf_response(
            on_paper.print_list(listing, _subtitle(about)), listing.title, *about
        )
    if kind == "csv":
        content: str | bytes = "".join(write_csv(listing))
    else:
        book = Book(listing.title)
        book.add_listing(listing)
        content = book.build_content()
    return make_file_response(content, kind, listing.title, *about)


def _subtitle(about: Sequence[object]) -> str:
    return " · ".join(_part_text(part) for part in about if str(part))


def _part_text(part: object) -> str:
    return date_format(part) if isinstance(part, date) else str(part)


def make_file_response(content: str | bytes, kind: str, *words: object) -> HttpResponse:
    response = HttpResponse(content, content_type=KINDS[kind])
    response["Content-Disposition"] = content_disposition_header(True, make_file_name(kind, *words))
    response["Cache-Control"] = "private, no-store"
    return response


def make_pdf_response(pdf: bytes, *words: object) -> HttpResponse:
    """It opens in the browser."""
    response = HttpResponse(pdf, content_type="application/pdf")
    name = content_disposition_header(False, make_file_name("pdf", *words))
    response["Content-Disposition"] = name or ""
    response["Cache-Control"] = "private, no-store"
    return response


def make_file_name(kind: str, *words: object) -> str:
    """A name that every operating system accepts."""
    plain = "-".join(str(word) for word in words if str(word))
    plain = "".join(letter if letter.isprintable() else " " for letter in plain)
    return f"{NOT_IN_NAMES.sub('-', plain).strip('-.')[:120]}.{kind}"
