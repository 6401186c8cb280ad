"""Answers to questions about the rules, in the JSON format of `manage.py judge`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.games import build_game, find_game
from scoring.games.core import tricks
from scoring.games.core.cards import JOKER, Card, Pack, read
from scoring.games.core.fields import RIGHT, SIDES, read_fields
from scoring.games.core.game import Game
from scoring.games.core.options import EACH, MOST_GAMES, TOTALS
from scoring.games.core.sheet_state import Deal, Play, Weighed
from scoring.games.melds import closed_hand_types, find_hand_type, judge_meld
from scoring.toolkit.problems import Json, ProblemCode, Problems, make_problem, shorten_value
from scoring.toolkit.texts import Text, _

COULD_MELD = "could_meld"  # also a field: a game asks it of a hand that was left
TRICK, NAT = "roem", "nat"
PLAYS, TRUMP, LAST = "plays", "trump", "last"
NOT_A_QUESTION = ProblemCode(
    51, _("this is not a question: write an object with game and question.")
)
NO_SUCH_QUESTION = ProblemCode(52, _("%(given)s can't be asked of %(game)s: ask %(right)s."))
NOT_CARDS = ProblemCode(53, _("%(what)s are not a list of cards: write each as %(right)s."))
TOO_LONG = ProblemCode(59, _("%(count)s cards are too many to judge: ask about at most %(most)s."))
NOT_A_CARD = ProblemCode(54, _("%(given)s is not a card here: write %(right)s."))
MORE_THAN_PACK = ProblemCode(
    55, _("%(card)s is there %(count)s times; the packs hold %(most)s of it.")
)
NOT_FOURTEEN = ProblemCode(56, _("%(count)s tiles are given; a closed hand has 14."))
WRONG_PART = ProblemCode(57, _("%(what)s can't be %(given)s: write %(right)s."))
UNKNOWN_PART = ProblemCode(58, _("%(given)s is not part of this question: use %(right)s."))
MISSING_PART = ProblemCode(60, _("tell %(what)s: write %(right)s."))
MOST_CARDS = 30

SUIT_OF_TRUMPS = _("the suit of trumps")
RIGHT_SUIT = _("h (hearts), d (diamonds), c (clubs) or s (spades)")
SIDE_THAT_PLAYS = _("the side that plays")
POINTS_OF_SIDE = _("the points of a side")
ON_TABLE = _("This player has come out already.")
MORE = _("%(ours)s is more than %(theirs)s: made.")
LESS = _("%(ours)s is less than %(theirs)s: nat.")
AS_MANY_MADE = _("%(ours)s is as much as %(theirs)s, and that is made here.")
AS_MANY_NAT = _("%(ours)s is as much as %(theirs)s, and that is nat here.")
GET = _("The side that plays gets %(ours)s, the others get %(theirs)s.")
FEW_LEFT = _("Fewer than %(dealt)s are left: whoever holds so few has come out already.")


class Senseless(Exception):
    def __init__(self, check: ProblemCode, /, **params: object) -> None:
        self.problems: list[tuple[ProblemCode, dict[str, object]]] = [(check, params)]


def answer(question: object) -> Json:
    problems = Problems()
    kind = question.get("question") if isinstance(question, dict) else None
    empty = EMPTY[kind if isinstance(kind, str) and kind in EMPTY else "meld"]
    try:
        verdict = _answer_checked(question, problems)
    except Senseless as senseless:
        for check, params in senseless.problems:
            problems.refuse(check, **params)
        verdict = empty
    return {**(verdict or empty), "problems": problems.found}


def build_refusal(check: ProblemCode, /, **params: object) -> Json:
    return {**EMPTY["meld"], "problems": [make_problem(check, **params)]}


def leave_out_entry(options: object) -> object:
    """A question is about a game as it is played, whatever is written down of it."""
    if not isinstance(options, dict) or options.get("entry") not in (EACH, TOTALS):
        return options
    return {key: value for key, value in options.items() if key != "entry"}


def _answer_checked(question: object, problems: Problems) -> Json | None:
    if not isinstance(question, dict):
        raise Senseless(NOT_A_QUESTION)
    system = find_game(question.get("game"), problems)
    if system is None:
        return None
    game = build_game(system, leave_out_entry(question.get("options")), problems)
    if game is None:
        return None
    kind = question.get("question")
    if not isinstance(kind, str) or kind not in game.questions:
        right = ", ".join(game.questions) or Text(_("nothing: it has no melds"))
        raise Senseless(
            NO_SUCH_QUESTION, given=shorten_value(kind), game=Text(game.name), right=right
        )
    parts = (*PARTS[kind], *game.questions[kind])
    for key in [key for key in question if key not in ("game", "question", "options", *parts)]:
        raise Senseless(UNKNOWN_PART, given=shorten_value(key), right=", ".join(parts))
    return ANSWERS[kind](game, question)


def _meld(game: Game, question: Mapping[str, object]) -> Json:
    laying = game.laying()
    assert laying is not None
    return judge_meld.judge(laying, _cards(laying.pack, question, "cards"))._asdict()


def _could_meld(game: Game, question: Mapping[str, object]) -> Json:
    laying = game.laying()
    assert laying is not None
    hand = _cards(laying.pack, question, "hand")
    _check_copies(laying.pack, hand)
    number = _contract_number(game, question)
    few, more = len(hand) < game.dealt, len(hand) > game.dealt
    on_table, turn = _flag(question, "on_table", few), _flag(question, "turn", more)
    if on_table:
        reason = Text(ON_TABLE)
        if question.get("on_table") is None:
            reason = Text(FEW_LEFT, dealt=game.dealt)
        return {COULD_MELD: True, "melds": [], "reasons": [reason]}
    coming = judge_meld.could_meld(laying, hand, game.contract(number), game.first_meld, turn=turn)
    written = [[laying.pack.write(card) for card in meld] for meld in coming.melds]
    return {COULD_MELD: coming.could_meld, "melds": written, "reasons": coming.reasons}


def _hand(game: Game, question: Mapping[str, object]) -> Json:
    laying = game.laying()
    assert laying is not None
    tiles = _cards(laying.pack, question, "tiles")
    if len(tiles) != 14:
        raise Senseless(NOT_FOURTEEN, count=len(tiles))
    _check_copies(laying.pack, tiles)
    when = {key: _flag(question, key) for key in find_hand_type.WHEN}
    best = find_hand_type.find_best(tiles, **when)
    jokers = tiles.count(JOKER)
    if best is None:
        return {"type": None, "name": Text(_("no closed hand")), "value": 0, "jokers": jokers}
    value = closed_hand_types.find_value(best.number, jokers)
    return {"type": best.number, "name": Text(best.name), "value": value, "jokers": jokers}


def _trick(game: Game, question: Mapping[str, object]) -> Json:
    rules = game.trick_rules
    assert rules is not None
    cards = _cards(rules.pack, question, "cards", tricks.MOST)
    _check_copies(rules.pack, cards)
    trump = _choice(question, TRUMP, list(rules.pack.suits), SUIT_OF_TRUMPS, RIGHT_SUIT)
    trick = tricks.judge_trick(rules, cards, trump, last=_flag(question, LAST))
    parts = [
        part._asdict() | {"cards": [rules.pack.write(card) for card in part.cards]}
        for part in trick.parts
    ]
    return {"value": trick.value, "roem": trick.roem, "parts": parts, "reasons": trick.reasons}


def _nat(game: Game, question: Mapping[str, object]) -> Json:
    plays = list(SIDES).index(_choice(question, PLAYS, SIDES, SIDE_THAT_PLAYS, RIGHT["side"]))
    deal = Deal(1, list("1234"), starter="1234"[plays])
    deal.extras = _figures(game, question, deal)
    weighed = game.weigh(deal.extras, plays)
    if weighed is None:
        raise Senseless(MISSING_PART, what=Text(POINTS_OF_SIDE), right=Text(RIGHT["number"]))
    game.score(deal, Play.start(deal.players))
    ours, theirs = deal.scores[deal.players[plays]], deal.scores[deal.players[1 - plays]]
    return {
        "nat": not weighed.enough,
        "ours": sum(weighed.ours),
        "theirs": sum(weighed.theirs),
        "reasons": [_compare(weighed), Text(GET, ours=ours, theirs=theirs)],
    }


def _figures(game: Game, question: Mapping[str, object], deal: Deal) -> dict[str, Any]:
    """Read and check the figures as on a sheet; warnings only matter to a scribe."""
    fields = {key: game.row_fields[key] for key in game.questions[NAT]}
    given = {key: question[key] for key in fields if key in question}
    deal.extras = read_fields(deal, None, fields, given, None)
    game.check(deal)
    wrong = [(check, params) for check, _who, params in deal.problems if check.severity == "error"]
    if wrong:
        senseless = Senseless(wrong[0][0])
        senseless.problems = wrong
        raise senseless
    return deal.extras


def _compare(weighed: Weighed) -> Text:
    ours, theirs = sum(weighed.ours), sum(weighed.theirs)
    if ours == theirs:
        text = AS_MANY_MADE if weighed.enough else AS_MANY_NAT
    else:
        text = MORE if weighed.enough else LESS
    words = [f"{points} + {roem}" if roem else str(points) for points, roem in weighed[1:]]
    return Text(text, ours=words[0], theirs=words[1])


ANSWERS: Mapping[str, Callable[[Game, Mapping[str, object]], Json]] = {
    "meld": _meld,
    COULD_MELD: _could_meld,
    "hand": _hand,
    TRICK: _trick,
    NAT: _nat,
}


# Reading the parts of a question

PARTS = {
    "meld": ("cards",),
    COULD_MELD: ("contract", "hand", "on_table", "turn"),
    "hand": ("tiles", *find_hand_type.WHEN),
    TRICK: ("cards", TRUMP, LAST),
    NAT: (PLAYS,),  # and fields of the game
}
EMPTY: dict[str, Json] = {
    "meld": {"legal": False, "kind": None, "value": None, "reasons": []},
    COULD_MELD: {COULD_MELD: False, "melds": [], "reasons": []},
    "hand": {"type": None, "name": "", "value": 0, "jokers": 0},
    TRICK: {"value": 0, "roem": 0, "parts": [], "reasons": []},
    NAT: {"nat": False, "ours": 0, "theirs": 0, "reasons": []},
}


def _cards(
    pack: Pack, question: Mapping[str, object], key: str, most: int = MOST_CARDS
) -> list[Card]:
    given = question.get(key)
    if not isinstance(given, list):
        raise Senseless(NOT_CARDS, what=key, right=Text(pack.how))
    if len(given) > most:
        raise Senseless(TOO_LONG, count=len(given), most=most)
    cards = []
    for token in given:
        card = read(pack, token)
        if card is None or (card != JOKER and not card.suit):
            raise Senseless(NOT_A_CARD, given=shorten_value(token), right=Text(pack.how))
        cards.append(card)
    return cards


def _check_copies(pack: Pack, cards: list[Card]) -> None:
    for card in set(cards):
        most = pack.jokers if card == JOKER else pack.copies
        if cards.count(card) > most:
            name, count = pack.write(card), cards.count(card)
            raise Senseless(MORE_THAN_PACK, card=name, count=count, most=most)


def _contract_number(game: Game, question: Mapping[str, object]) -> int:
    """The number may be missing only in games without contracts."""
    value = question.get("contract")
    if value is None and not game.contracts:
        return 1
    if type(value) is int and 1 <= value <= MOST_GAMES:
        return value
    right = Text(_("%(low)s to %(high)s"), low=1, high=MOST_GAMES)
    raise Senseless(WRONG_PART, what="contract", given=shorten_value(value), right=right)


def _choice(
    question: Mapping[str, object], key: str, choices: Iterable[str], what: str, right: str
) -> str:
    """`what` names the value in words, `right` the choices."""
    value = question.get(key)
    if value is None:
        raise Senseless(MISSING_PART, what=Text(what), right=Text(right))
    if isinstance(value, str) and value in choices:
        return value
    raise Senseless(WRONG_PART, what=key, given=shorten_value(value), right=Text(right))


def _flag(question: Mapping[str, object], key: str, otherwise: bool = False) -> bool:
    value = question.get(key)
    if value is None or type(value) is bool:
        return otherwise if value is None else bool(value)
    raise Senseless(
        WRONG_PART, what=key, given=shorten_value(value), right=Text(_("true or false"))
    )
