import pytest

from tournaments.files.imports.matching import SimilarNames, is_similar
from tournaments.names import read


@pytest.mark.parametrize(
    ("written", "other", "same"),
    [
        *(("Jan Berg", "Jan van den Berg", True), ("J. Bos", "Jan Bos", True)),
        *(("Chris Bos", "Christiaan Bos", True), ("Bos Jan", "Jan Bos", True)),
        *(("Anneke Bos", "Annneke Bos", True), ("Anneke Bos", "Anenke Bos", True)),
        *(("Éva de Boer", "Eva de Boer", True), ("Ans Willemse", "Ans Willemsen", True)),
        *(("Ans Bos", "Jan Bos", False), ("Ans Bos", "Ans Vos", False)),
        *(("Jan", "Jan Bos", False), ("Willem Smit", "Wilma Smit", False)),
        ("Anneke Bos", "Annkee Vos", False),
    ],
)
def test_who_may_be_the_same(written, other, same):
    first, second = read(written).name, read(other).name
    assert is_similar(first, second) is is_similar(second, first) is same
    known = SimilarNames()
    known.add(second, "there")
    assert known.find_similar(first) == (["there"] if same else [])
