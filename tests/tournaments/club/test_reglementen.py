import pytest
from django.db import IntegrityError, transaction

from scoring import games
from scoring.pages import rulebook
from scoring.sheets import lifecycle
from tests.tournaments.evenings import refused
from tournaments.club import reglementen
from tournaments.models import Reglement


def make(club, **more):
    said = {"game": "jokeren", "name": "Jokeren", "options": {}, "approval": "one"}
    return reglementen.make(club=club, **said | more)


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_every_game_can_be_played_by_rules_of_a_club(club, system):
    made = make(club, game=system.key, name=system.name)
    assert reglementen.build_game(made).games == system.options["games"].default


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({"game": "bridge"}, ["C44"]),
        ({"options": {"games": 0}}, ["J04"]),
        ({"options": {"target": 500, "games": "x"}}, ["J03", "J04"]),
        ({"options": None}, []),
        ({"name": "Ans\u202e"}, ["C20"]),
        ({"name": ""}, ["C20"]),
    ],
)
def test_what_makes_no_rules_is_refused(club, said, codes):
    if codes:
        assert refused(make, club=club, **said) == codes
    else:
        with pytest.raises(TypeError):
            make(club, **said)
    assert not Reglement.objects.exists()


def test_names_are_different_within_a_club(club):
    reglement, other = make(club), make(club, name="Jolly", game="jolly")
    assert refused(make, club=club) == ["C45"]
    again = {"name": "Jokeren", "options": {}, "approval": "one"}
    assert refused(reglementen.change, reglement=other, **again) == ["C45"]
    assert reglementen.change(reglement=reglement, **again) == reglement


def test_two_who_change_rules_at_once_both_have_their_way(club):
    made = make(club, options={"games": 8, "joker_points": 5})
    reglement, other = Reglement.objects.get(), Reglement.objects.get()
    said = {"name": "Jokeren", "options": {"games": 8, "joker_points": 5}, "approval": "one"}
    first = {"options": {"games": 6, "joker_points": 5, "hand_max": 20}, "approval": "all"}
    reglementen.change(reglement=reglement, **said | first)
    reglementen.change(reglement=other, **said | {"name": "Anders", "options": {"games": 8}})
    made.refresh_from_db()
    assert (made.name, made.approval) == ("Anders", "all")
    assert made.options == other.options == {"games": 6, "hand_max": 20}


def test_a_sheet_keeps_the_rules_it_began_with(club):
    made = make(club, options={"games": 8})
    sheet = lifecycle.open(game=made.game, names=["Ans", "Bob"], options=made.options)
    reglementen.change(reglement=made, name="Jokeren", options={"games": 5}, approval="all")
    sheet.refresh_from_db()
    assert sheet.options == {"games": 8}
    made.refresh_from_db()
    assert (made.options, made.approval) == ({"games": 5}, "all")


def test_archived_rules_are_not_offered(club):
    made = make(club)
    reglementen.archive(reglement=made)
    assert not reglementen.list_offered(club).exists()
    reglementen.restore(reglement=made)
    assert reglementen.list_offered(club).get() == made


@pytest.mark.parametrize("field", [{"name": ""}, {"game": ""}, {"approval": "few"}])
def test_the_database_refuses_what_makes_no_sense(club, field):
    with pytest.raises(IntegrityError), transaction.atomic():
        Reglement.objects.create(
            club=club, **{"name": "Zo", "game": "jolly", "approval": "one"} | field
        )


def test_rulebook_says_what_is_otherwise_than_usual(club):
    made = make(club, options={"games": 8, "contracts": ["M3", "", "R4"]})
    book = rulebook.build_rulebook(reglementen.build_game(made))
    assert [setting.value for setting in book.settings if setting.own] == ["8"]
    assert len(book.contracts) == 8
    assert book.contracts[1] == book.contracts[7] != book.contracts[2]
