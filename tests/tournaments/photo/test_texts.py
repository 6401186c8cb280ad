"""How probable each text is when signs are seen at columns. It takes numpy, which is there at
night.
"""

from itertools import groupby, product

import pytest

from tournaments.photo.engine.readings import BLANK, OTHER, Reading

np = pytest.importorskip("numpy")


def read(columns, other=0.0):
    """Return the readings of a cell; `columns` name for each column what is seen there."""
    from tournaments.photo.engine import texts

    signs = np.full((1, len(columns), len(texts.SIGNS) + 1), 1e-12)
    for place, chances in enumerate(columns):
        for sign, chance in chances.items():
            signs[0, place, texts.PAPER if sign == " " else texts.SIGNS.index(sign)] = chance
    [found] = texts.read(np.log(signs), np.array([other]))
    return {reading.text: reading.probability for reading in found}


def every_way(columns):
    """Return the same by going through every way in which the columns may be read."""
    found = {}
    for way in product(*(chances.items() for chances in columns)):
        signs = [sign for sign, _chance in way]
        text = "".join(sign for sign, _same in groupby(signs) if sign != " ")
        found[text] = found.get(text, 0.0) + float(np.prod([chance for _sign, chance in way]))
    return found


def test_texts_are_as_probable_as_all_their_ways_together():
    columns = [
        {" ": 0.5, "1": 0.5},
        {" ": 0.2, "1": 0.5, "7": 0.3},
        {" ": 0.6, "1": 0.3, "-": 0.1},
        {"1": 0.2, "7": 0.5, " ": 0.3},
        {" ": 0.9, "4": 0.1},
    ]
    found, expected = read(columns), every_way(columns)
    assert sum(found.values()) == pytest.approx(1, abs=1e-5)
    for text in (BLANK, "1", "7", "11", "17", "-", "-7", "1714", "4"):
        assert found.get(text, 0) == pytest.approx(expected.get(text, 0), abs=1e-9)


def test_same_figure_twice_needs_paper_between():
    assert read([{"1": 1.0}] * 3)["1"] == pytest.approx(1)
    assert read([{"1": 1.0}, {" ": 1.0}, {"1": 1.0}])["11"] == pytest.approx(1)


def test_cell_without_a_sign_is_blank():
    assert read([{" ": 1.0}] * 8) == {BLANK: pytest.approx(1)}


@pytest.mark.parametrize("signs", ["7-", "x5", "--", "1 x"])
def test_what_means_nothing_is_other(signs):
    assert read([{sign: 1.0} for sign in signs.replace("--", "- -")])[OTHER] == pytest.approx(1)


def test_other_takes_its_share_from_every_text():
    found = read([{"4": 1.0}, {" ": 1.0}], other=0.25)
    assert (found["4"], found[OTHER]) == (pytest.approx(0.75), pytest.approx(0.25))


def test_longer_than_a_number_on_a_form_is_other():
    found = read([{sign: 1.0} for sign in "123456"])
    assert found[OTHER] == pytest.approx(1)


def test_mean_of_two_looks():
    from tournaments.photo.engine import texts

    looks = [[[Reading("4", 0.9), Reading("9", 0.1)]], [[Reading("9", 0.8), Reading("5", 0.2)]]]
    [found] = texts.average(looks)
    assert [reading.text for reading in found] == ["4", "9", "5"]
    assert [reading.probability for reading in found] == pytest.approx([0.45, 0.45, 0.1])
