import pytest

from tournaments.files.imports import guess_columns


def fulls(text, named=()):
    listed = guess_columns.read(text, dict(named))
    return listed and [line.entry.name.full for line in listed.lines]


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize(
    "rows",
    [
        ["Riet|van der|Berg", "Cor||Bos"],
        ["Voornaam|Tussenvoegsel|Achternaam", "Riet|van der|Berg", "Cor||Bos"],
        ["Achternaam|Voornaam|Tussenvoegsel", "Berg|Riet|van der", "Bos|Cor|"],
        ["Berg|Riet|van der", "Bos|Cor|"],
        ["7|Riet|van der|Berg|riet@club.test", "8|Cor||Bos|"],
    ],
)
def test_separators_headings_and_order_are_recognised(between, rows):
    text = "\n".join(row.replace("|", between) for row in rows)
    assert fulls(text) == ["Riet van der Berg", "Cor Bos"]


def test_heading_above_whole_names_is_nobody():
    assert fulls("Naam\nRiet van der Berg\nCor Bos") == ["Riet van der Berg", "Cor Bos"]


@pytest.mark.parametrize(
    "text", ["Riet van der Berg\nCor Bos", "Berg, Riet van der\nBos, Cor", "", 'Jan "Sjaak\nCor']
)
def test_whole_names_have_no_columns(text):
    assert guess_columns.read(text, {}) is None


def test_columns_are_named_by_hand():
    text = "Berg;Riet;3\nBos;Cor;4"
    assert fulls(text) == ["Berg Riet", "Bos Cor"]
    assert fulls(text, {0: "family", 1: "first", 2: ""}.items()) == ["Riet Berg", "Cor Bos"]
    found = guess_columns.read(text, {0: "family", 1: "first", 2: "number"})
    assert found.fields == ["family", "first", "number"]
    assert [line.entry.said for line in found.lines] == [{"number": "3"}, {"number": "4"}]


def test_columns_that_are_not_there_are_not_read():
    assert (
        guess_columns.read("Riet;Berg\nCor;Bos", {0: "first", 1: "family", 9: "email"}).width == 2
    )
