"""Options that a club takes together, by one click; each can be changed afterwards."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.games.core.game import Game
from scoring.games.jokeren import BY_PLAYERS
from scoring.toolkit.texts import _


class Preset(NamedTuple):
    key: str
    beside: str  # the game under which it is offered; `game` is what it is played as
    game: str
    name: str
    line: str
    options: Mapping[str, Any]


NO_CONTRACTS: Mapping[str, Any] = {"contracts": [], "games": 10, "first_meld": 40}
PRESETS = (
    Preset(
        "joker-5",
        "jokeren",
        "jokeren",
        _("Jokeren, joker 5"),
        _("two jokers; one that could have been laid counts 5 (such as the KBN)"),
        {"joker_points": 5, "jokers": 2},
    ),
    Preset(
        "card-values",
        "jokeren",
        "amerikaans-jokeren",
        _("Jokeren with card values"),
        _("40 points to come out; what is left counts, a joker 1 or 10 (such as Troef 9)"),
        {**NO_CONTRACTS, "joker_low": 1, "joker_high": 10, "jokers": BY_PLAYERS},
    ),
    Preset(
        "romme",
        "jokeren",
        "amerikaans-jokeren",
        _("Rommé"),
        _("six jokers; 40 points to come out; what is left counts, an ace 11 and a joker 20"),
        {**NO_CONTRACTS, "ace": 11, "joker_low": 20, "jokers": 6, "jokers_apart": False},
    ),
    Preset(
        "seven-contracts",
        "amerikaans-jokeren",
        "amerikaans-jokeren",
        _("Amerikaans jokeren, seven contracts"),
        _("a joker left counts 10 or 20 (such as De Hoop)"),
        {},
    ),
    Preset(
        "sixteen",
        "klaverjassen",
        "klaverjassen",
        _("Klaverjassen, Amsterdams, 16 games"),
        _("left of the dealer must play; four jacks 200"),
        {},
    ),
    Preset(
        "twelve",
        "klaverjassen",
        "klaverjassen",
        _("Klaverjassen, Amsterdams, 12 games"),
        _("the same, in shorter rounds"),
        {"games": 12},
    ),
    Preset(
        "rotterdams",
        "klaverjassen",
        "klaverjassen",
        _("Klaverjassen, Rotterdams with passing"),
        _("whoever takes it on plays; four jacks 100 like all four alike (such as the NKU)"),
        {"trump_by": "choice", "four_jacks": 100},
    ),
    Preset(
        "ten-to-one",
        "boerenbridge",
        "boerenbridge",
        _("Boerenbridge from ten to one and back"),
        _("19 games with five at a table (such as the WK Boerenbridge)"),
        {"course": "down"},
    ),
)


def find_preset(key: object, system: type[Game] | None) -> Preset | None:
    found = (preset for preset in PRESETS if preset.key == key)
    return next((preset for preset in found if system and preset.game == system.key), None)
