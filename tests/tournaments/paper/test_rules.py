"""A reglement, read from the paper as it came out."""

import pytest

from scoring import games
from tests import printed
from tournaments.club import reglementen
from tournaments.paper import rules

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", [game.key for game in games.GAMES])
def test_rules_of_every_game_fit(season, game):
    one = reglementen.make(
        club=season.club, game=game, name="Zo <b>spelen</b> wij", options={}, approval="one"
    )
    found = printed.read(rules.rules(one))
    assert found[0].said[0] == "Zo <b>spelen</b> wij"
    assert [page.wrong() for page in found] == [[]] * len(found)
    assert printed.outline(rules.rules(one))[0] == (0, "Zo <b>spelen</b> wij")


def test_what_is_otherwise_than_usual_stands_out(season):
    one = reglementen.make(
        club=season.club,
        game="jokeren",
        name="Kort",
        options={"games": 7},
        approval="one",
    )
    assert any(text.endswith(": 7") for text in printed.read(rules.rules(one))[0].said)
