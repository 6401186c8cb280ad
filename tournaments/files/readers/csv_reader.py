import codecs
import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.files.readers.cells import MOST_COLUMNS, Book, Limits, Worksheet, clean_text

BETWEEN = ";\t,|"  # possible separators; the first wins a tie
SAMPLE = 50  # lines from which the separator is detected
SAMPLED = 100_000  # characters of those lines
BOMS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def read(data: bytes) -> Book:
    typed = decode(data)
    if typed.lstrip().startswith("<") or "\0" in typed:  # a web page that is called a workbook
        raise user_error(problems.OTHER_FILE)
    lines, begun = StringIO(typed, newline=None), 0
    first = lines.readline().strip()
    if first[:4].lower() == "sep=" and len(first) == 5:
        begun, between = 1, first[4]
    else:
        lines.seek(0)
        between = find_separator(lines)
        lines.seek(0)
    return Book((_leaf(lines, between, begun),))


def decode(data: bytes) -> str:
    for mark, name in BOMS.items():
        if data.startswith(mark):
            return _in(data[len(mark) :], name)
    if data[1:2] == b"\0" or data[:1] == b"\0":
        return _in(data, "utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _in(data, "cp1252")


def _in(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        raise user_error(problems.NO_TEXT) from None


def find_separator(lines: Iterable[str]) -> str:
    """Return what gives most lines the same number of columns, at least two."""
    sample: list[str] = []
    letters = 0
    for line in islice((candidate for candidate in lines if candidate.strip()), SAMPLE):
        letters += len(line)
        if sample and letters > SAMPLED:
            break
        sample.append(line[:SAMPLED])
    between = max(BETWEEN, key=lambda candidate: _evenness(sample, candidate))
    if between == "," and "," not in "".join(sample[:1]):  # Berg, Jan van den
        return ";"
    return between


def _evenness(sample: list[str], between: str) -> tuple[int, bool, int]:
    """Commas stand in addresses, too: semicolons and tabs that are as even go before them."""
    try:
        widths = Counter(len(row) for row in csv.reader(sample, delimiter=between))
    except csv.Error:
        return 0, False, 0
    widths.pop(1, None)
    if not widths:
        return 0, False, 0
    width, times = max(widths.items(), key=lambda pair: (pair[1], pair[0]))
    return times, between in ";\t", width


def _leaf(lines: Iterable[str], between: str, begun: int) -> Worksheet:
    limits = Limits()
    for number, row in _rows(lines, between):
        if len(row) > MOST_COLUMNS:
            raise user_error(problems.MANY_COLUMNS, line=number + begun, most=MOST_COLUMNS)
        for column, typed in enumerate(row):
            value = clean_text(typed)
            if value is not None:
                limits.read_text(len(value) if isinstance(value, str) else 0)
                limits.add_value(number + begun, column, value)
    return limits.make_worksheet("")


def _rows(lines: Iterable[str], between: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the number of its first line: a quoted text may span several."""
    reader = csv.reader(lines, delimiter=between)
    number = 1
    try:
        for row in reader:
            yield number, row
            number = reader.line_num + 1
    except csv.Error:
        raise user_error(problems.OPEN_QUOTE, line=number) from None
