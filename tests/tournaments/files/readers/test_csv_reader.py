import pytest

from tests.tournaments.evenings import refused
from tournaments.files import readers

ROWS = [["Naam", "Lidnummer"], ["Éva de Boer", "7"], ["Bos; Ans", ""]]
TEXT = 'Naam;Lidnummer\nÉva de Boer;7\n"Bos; Ans";\n'


def lines(data):
    (worksheet,) = readers.read(data).leaves
    return [(line.number, [*line.cells.values()]) for line in worksheet.lines]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("between", [";", "\t", ",", "|"])
def test_encoding_and_separator_are_found_out(between, encoding, ends):
    text = TEXT.replace("; ", "\0").replace(";", between).replace("\0", f"{between} ")
    data = text.replace("\n", ends).encode(encoding)
    named = [*ROWS[:2], [f"Bos{between} Ans"]]
    assert lines(data) == [(n, [cell for cell in row if cell]) for n, row in enumerate(named, 1)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sep=,\nNaam,Nr\nAns;Bos,7", [(2, ["Naam", "Nr"]), (3, ["Ans;Bos", "7"])]),
        ("Naam\n\nBerg, Jan van den\n", [(1, ["Naam"]), (3, ["Berg, Jan van den"])]),
        ("Naam\nAns\n", [(1, ["Naam"]), (2, ["Ans"])]),
        ('a;b\n"x\ny";1\nz;2', [(1, ["a", "b"]), (2, ["x\ny", "1"]), (4, ["z", "2"])]),
        (
            "Naam;Punten\nAns;12,5\nBob;7,25\n",
            [(1, ["Naam", "Punten"]), (2, ["Ans", "12,5"]), (3, ["Bob", "7,25"])],
        ),
        ("'+31612345678;'=x;'Ans\n", [(1, ["+31612345678", "=x", "'Ans"])]),
        ("'=x|'@y;O'-Brien\n", [(1, ["=x|@y", "O'-Brien"])]),
        ("Ans;Dam 1, 12 AB, Ede\n", [(1, ["Ans", "Dam 1, 12 AB, Ede"])]),
        ("a\x0bb;c\u2028d\n", [(1, ["a\x0bb", "c\u2028d"])]),
    ],
)
def test_text_as_people_have_it(text, found):
    assert lines(text.encode()) == found


@pytest.mark.parametrize(
    ("data", "code"),
    [
        *((b"", "C112"), (b"\xef\xbb\xbf \n", None), (b"a;b\0", "C114")),
        *((b"  <table>", "C114"), (b"Ans \x81", "C123")),
    ],
)
def test_what_is_no_table(data, code):
    assert (lines(data) == []) if code is None else refused(readers.read, data) == [code]
