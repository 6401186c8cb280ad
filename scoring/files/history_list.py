"""The history of a sheet as a table to download, with a line for each changed cell."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.pages.history_in_words import Change, GameLog, Said
from scoring.toolkit.spreadsheets.csv_lists import Listing, Value


def build_history_list(history: Iterable[GameLog]) -> Listing:
    """Return the history of a sheet as a table, like the page that shows the history. It has a line
    for each changed cell, latest first.
    """
    heads = (gettext("Day"), gettext("Time"), gettext("Phone"), gettext("What was done"))
    more = (gettext("Where"), gettext("was"), gettext("now"))
    rows = [row for log in history for row in _rows(log)]
    return Listing(gettext("What was written when"), (*heads, *more), rows)


def _rows(log: GameLog) -> Iterator[Sequence[Value]]:
    time = localtime(log.time)
    done = " ".join([log.headline, *log.notes])
    before = (time.date(), time.strftime("%H:%M:%S"), log.phone or None, done)
    for change in log.changes or [Change("", Said(), Said())]:
        yield *before, change.what, _words(change.old), _words(change.new)


def _words(said: Said) -> str:
    return " ".join([*([said.words] if said.words else []), *(face.words for face in said.cards)])
