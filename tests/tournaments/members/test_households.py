"""Families and groups whom every draw keeps apart."""

import pytest

from tests.tournaments.members.test_members import add, make_club, refused
from tournaments.members import households, members

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


def test_family_is_known_by_its_name_however_it_is_written(club):
    jan, riet, cor = add(club, "Jan"), add(club, "Riet"), add(club, "Cor")
    households.keep_apart(club=club, people=[jan.pk, riet.pk], household="De Wit")
    members.change(member=cor, household="de wit")
    jan.refresh_from_db()
    assert households.list_others(jan) == [cor, riet]
    assert households.list_names(club) == ["De Wit"]
    assert households.list_households(club) == {"De Wit": [cor, jan, riet]}
    assert refused(households.keep_apart, club=club, people=[jan.pk], household="a\x00") == ["C20"]
    households.keep_apart(club=club, people=[jan.pk], household="")
    jan.refresh_from_db()
    assert households.list_others(jan) == []
