import pytest
from django.utils.translation import override

from scoring import games
from scoring.pages import rulebook
from tests import printed
from tournaments.club import reglementen
from tournaments.printing import reglement


@pytest.mark.parametrize("game", [game.key for game in games.GAMES])
def test_rules_of_every_game_fit(season, game):
    rules = reglementen.make(
        club=season.club, game=game, name="Zo <b>spelen</b> wij", options={}, approval="one"
    )
    found = printed.read(reglement.print_rules(rules))
    assert found[0].said[0] == "Zo <b>spelen</b> wij"
    assert [page.wrong() for page in found] == [[]] * len(found)
    assert printed.outline(reglement.print_rules(rules))[0] == (0, "Zo <b>spelen</b> wij")


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_rules_of_international_end_with_a_table_of_its_hands(season, language):
    rules = reglementen.make(
        club=season.club, game="rummikub-international", name="Wij", options={}, approval="one"
    )
    with override(language):
        *_before, table = printed.read(reglement.print_rules(rules))
        hands = rulebook.build_rulebook(games.find("rummikub-international")({})).hands
    assert table.wrong() == []
    *figures, _page = (text for text in table.said if text.isdecimal())
    assert figures == [str(value) for hand in hands for value in (hand.number, *hand.values)]
    run = "".join(table.words.split())
    assert [hand.rule for hand in hands if "".join(hand.rule.split()) not in run] == []


def test_what_is_otherwise_than_usual_stands_out(season):
    rules = reglementen.make(
        club=season.club, game="jokeren", name="Kort", options={"games": 7}, approval="one"
    )
    (page, *_others) = printed.read(reglement.print_rules(rules))
    assert any(text.endswith(": 7") for text in page.said)
    assert "In bold: otherwise than usual." in page.said
    usual = reglementen.make(
        club=season.club, game="jokeren", name="Gewoon", options={}, approval="one"
    )
    assert "In bold" not in printed.read(reglement.print_rules(usual))[0].words
