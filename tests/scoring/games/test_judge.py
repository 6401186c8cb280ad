from typing import Any

import pytest

from scoring.games import GAMES
from scoring.games.judge import answer, build_refusal
from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import Text
from tests.scoring.games.asking import english, list_problems

CARDS_HOW = "a rank (A, 2 to 10, J, Q or K) with its suit (h, d, c or s), such as 10h; * is a joker"
TILES_HOW = "a number (1 to 13) with its colour (k, b, r or o), such as 10r; * is a joker"

NO_MELD = {"legal": False, "kind": None, "value": None, "reasons": []}
NO_COMING = {"could_meld": False, "melds": [], "reasons": []}
NO_TRICK = {"value": 0, "roem": 0, "parts": [], "reasons": []}
NO_SUM = {"nat": False, "ours": 0, "theirs": 0, "reasons": []}
NO_HAND = {"type": None, "name": "", "value": 0, "jokers": 0}
FROM_SEVEN_HOW = (
    "a rank (7 to 10, J, Q, K or A) with its suit (h, d, c or s), such as 10h; there are no jokers"
)
NAMES = {system.key: system.name for system in GAMES}
RIGHT_SUIT = "h (hearts), d (diamonds), c (clubs) or s (spades)"
RIGHT_SIDE = "13 or 24, for the seats of a side"
ASKED = {"game": "klaverjassen"}
INTERNATIONAL = "rummikub-international"
ROYAL = [*(f"{number}r" for number in range(1, 14)), "1r"]


def meld(cards: Any, game: str = "jokeren", **more: Any) -> Any:
    return answer({"game": game, "question": "meld", "cards": cards, **more})


def could_meld(hand: Any, game: str = "jokeren-potjes", **more: Any) -> Any:
    return answer({"game": game, "question": "could_meld", "contract": 1, "hand": hand, **more})


def closed(tiles: Any, **more: Any) -> Any:
    return answer({"game": INTERNATIONAL, "question": "hand", "tiles": tiles, **more})


def trick(cards: Any, trump: Any = "h", **more: Any) -> Any:
    return answer({**ASKED, "question": "roem", "cards": cards, "trump": trump, **more})


def nat(plays: Any = "13", **more: Any) -> Any:
    return answer({**ASKED, "question": "nat", "plays": plays, **more})


def only_refused(answer: Any, empty: Any) -> list[Any]:
    assert {key: value for key, value in answer.items() if key != "problems"} == empty
    return [(code, words) for code, _game, _player, words in list_problems(answer)]


# Questions that make no sense


@pytest.mark.parametrize("question", [None, [], "meld", 3])
def test_no_question(question: Any) -> None:
    assert only_refused(answer(question), NO_MELD) == [("S51", {})]


def test_text_that_can_not_be_read() -> None:
    found = build_refusal(ProblemCode(1, "nothing (%(why)s)."), why="at all")
    assert only_refused(found, NO_MELD) == [("S01", {"why": "at all"})]


@pytest.mark.parametrize(
    ("game", "kind", "empty"),
    [
        (INTERNATIONAL, "meld", NO_MELD),
        (INTERNATIONAL, "could_meld", NO_COMING),
        (INTERNATIONAL, "hand", NO_HAND),
        ("klaverjassen", "roem", NO_TRICK),
        ("klaverjassen", "nat", NO_SUM),
    ],
)
def test_refusal_has_the_shape_of_the_answer(game: str, kind: str, empty: Any) -> None:
    found = answer({"game": "poker", "question": kind})
    assert [code for code, _words in only_refused(found, empty)] == ["S02"]
    found = answer({"game": game, "question": kind, "options": {"target": 3}})
    assert [code[1:] for code, _words in only_refused(found, empty)] == ["03"]
    found = answer({"game": game, "question": kind, "cheat": 3})
    assert [code[1:] for code, _words in only_refused(found, empty)] == ["58"]


@pytest.mark.parametrize(
    ("game", "kind", "right"),
    [
        ("jokeren", "hand", "meld, could_meld"),
        ("jokeren", "hands", "meld, could_meld"),
        ("jokeren", None, "meld, could_meld"),
        ("jokeren", ["meld"], "meld, could_meld"),
        (INTERNATIONAL, 3, "meld, could_meld, hand"),
        ("jokeren", "roem", "meld, could_meld"),
        ("klaverjassen", "meld", "roem, nat"),
        ("vijfhonderd", "meld", "nothing: it has no melds"),
    ],
)
def test_question_that_can_not_be_asked(game: str, kind: Any, right: str) -> None:
    found = answer({"game": game, "question": kind})
    ((code, _game, _player, words),) = list_problems(found)
    assert code[1:] == "52"
    assert words["right"] == right
    assert words["given"] == (str(kind) if isinstance(kind, str | int) else "this kind of value")
    assert words["game"] == english(Text(NAMES[game]))


def test_unknown_part_of_a_question() -> None:
    words = {"given": "hand", "right": "cards"}
    assert only_refused(meld([], hand=[]), NO_MELD) == [("J58", words)]
    words = {"given": "hands", "right": "contract, hand, on_table, turn"}
    assert only_refused(could_meld([], hands=[]), NO_COMING) == [("J58", words)]
    words = {"given": "turn", "right": "tiles, first_turn, dealt, starter"}
    assert only_refused(closed(ROYAL, turn=1), NO_HAND) == [("I58", words)]


def test_unknown_part_of_a_question_about_sides() -> None:
    words = {"given": "hand", "right": "cards, trump, last"}
    assert only_refused(trick([], hand=[]), NO_TRICK) == [("L58", words)]
    words = {"given": "pit", "right": "plays, points_13, points_24, roem_13, roem_24"}
    assert only_refused(nat(pit="13"), NO_SUM) == [("L58", words)]


@pytest.mark.parametrize("given", ["5h", None, {}])
def test_no_list_of_cards(given: Any) -> None:
    words = {"right": CARDS_HOW}
    assert only_refused(meld(given), NO_MELD) == [("J53", {"what": "cards", **words})]
    assert only_refused(could_meld(given), NO_COMING) == [("J53", {"what": "hand", **words})]


def test_no_list_of_tiles() -> None:
    words = {"what": "tiles", "right": TILES_HOW}
    assert only_refused(closed(3), NO_HAND) == [("I53", words)]


def test_longest_list_of_cards() -> None:
    assert list_problems(meld(["5h"] * 30)) == []
    words = {"count": 31, "most": 30}
    assert only_refused(meld(["5h"] * 31), NO_MELD) == [("J59", words)]


@pytest.mark.parametrize(
    ("card", "given"), [("7k", "7k"), ("7", '"7"'), (7, "7"), ([], "this kind of value")]
)
def test_no_card(card: Any, given: str) -> None:
    words = {"given": given, "right": CARDS_HOW}
    assert only_refused(meld(["5h", card]), NO_MELD) == [("J54", words)]
    assert only_refused(could_meld(["5h", card]), NO_COMING) == [("J54", words)]


def test_more_of_a_card_than_the_packs_hold() -> None:
    words: Any = {"card": "5h", "count": 3, "most": 2}
    assert only_refused(could_meld(["5h"] * 3), NO_COMING) == [("J55", words)]
    words = {"card": "*", "count": 5, "most": 4}
    assert only_refused(could_meld(["*"] * 5), NO_COMING) == [("J55", words)]
    assert list_problems(could_meld(["*"] * 4 + ["5h"] * 2)) == []
    words = {"card": "1r", "count": 3, "most": 2}
    assert only_refused(closed([*ROYAL[:12], "1r", "1r"]), NO_HAND) == [("I55", words)]


@pytest.mark.parametrize("count", [0, 13, 15])
def test_closed_hand_of_fourteen(count: int) -> None:
    found = closed([*ROYAL, "2r"][:count])
    assert only_refused(found, NO_HAND) == [("I56", {"count": count})]


@pytest.mark.parametrize(
    ("value", "given"),
    [(0, "0"), (51, "51"), ("1", '"1"'), (1.0, "1.0"), (True, None), (None, None), ([], None)],
)
def test_wrong_contract(value: Any, given: str | None) -> None:
    words = {"what": "contract", "given": given or "this kind of value", "right": "1 to 50"}
    assert only_refused(could_meld([], contract=value), NO_COMING) == [("J57", words)]


def test_contract_on_its_bounds() -> None:
    assert (
        list_problems(could_meld([], contract=1))
        == list_problems(could_meld([], contract=50))
        == []
    )


def test_contract_where_there_is_none() -> None:
    question = {"game": "jokeren", "question": "could_meld", "hand": ["5h", "5d", "5c"]}
    assert answer(question)["could_meld"] is True
    assert list_problems(answer({**question, "contract": 0})) != []


@pytest.mark.parametrize("value", [1, "true", []])
def test_wrong_flag(value: Any) -> None:
    given = str(value) if value != [] else "this kind of value"
    words = {"given": given, "right": "true or false"}
    for key in ("on_table", "turn"):
        found = could_meld([], **{key: value})
        assert only_refused(found, NO_COMING) == [("J57", {"what": key, **words})]
    for key in ("first_turn", "dealt", "starter"):
        found = closed(ROYAL, **{key: value})
        assert only_refused(found, NO_HAND) == [("I57", {"what": key, **words})]


def test_cards_that_are_none_in_a_trick() -> None:
    words: Any = {"given": "6h", "right": FROM_SEVEN_HOW}
    assert only_refused(trick(["7h", "6h"]), NO_TRICK) == [("L54", words)]
    words = {"card": "7h", "count": 2, "most": 1}
    assert only_refused(trick(["7h", "7h"]), NO_TRICK) == [("L55", words)]
    words = {"count": 5, "most": 4}
    assert only_refused(trick(["7h", "8h", "9h", "10h", "Jh"]), NO_TRICK) == [("L59", words)]


@pytest.mark.parametrize(
    ("value", "given"), [("x", "x"), ("H", "H"), ("hd", "hd"), (1, "1"), ([], "this kind of value")]
)
def test_wrong_trump(value: Any, given: str) -> None:
    words = {"what": "trump", "given": given, "right": RIGHT_SUIT}
    assert only_refused(trick(["7h"], value), NO_TRICK) == [("L57", words)]


@pytest.mark.parametrize(
    ("value", "given"),
    [(14, "14"), ("31", '"31"'), (True, "this kind of value"), ({}, "this kind of value")],
)
def test_wrong_side(value: Any, given: str) -> None:
    words = {"what": "plays", "given": given, "right": RIGHT_SIDE}
    assert only_refused(nat(value, points_13=81), NO_SUM) == [("L57", words)]


def test_a_side_is_no_number() -> None:
    words = {"what": "plays", "given": "13", "right": RIGHT_SIDE}
    assert only_refused(nat(13, points_13=80), NO_SUM) == [("L57", words)]


def test_what_must_be_told() -> None:
    words = {"what": "the suit of trumps", "right": RIGHT_SUIT}
    assert only_refused(trick(["7h"], None), NO_TRICK) == [("L60", words)]
    words = {"what": "the side that plays", "right": RIGHT_SIDE}
    assert only_refused(nat(None, points_13=81), NO_SUM) == [("L60", words)]


def test_figures_of_sides_are_checked_as_on_a_sheet() -> None:
    found = only_refused(nat(points_13=161, roem_13=25, roem_24=30), NO_SUM)
    assert [code for code, _words in found] == ["L35", "L36", "L35"]
    found = only_refused(nat(points_13=100, points_24=40), NO_SUM)
    assert found == [("L41", {"ours": 100, "theirs": 40})]
    for plays in ("13", "24"):
        words = {"what": "the points of a side", "right": "a whole number"}
        assert only_refused(nat(plays, roem_13=20), NO_SUM) == [("L60", words)]
        assert only_refused(nat(plays, points_13=None), NO_SUM) == [("L60", words)]


# Answers


def test_legal_meld() -> None:
    found = meld(["Jh", "Jd", "*"], game="jolly")
    assert found == {"legal": True, "kind": "set", "value": 30, "reasons": [], "problems": []}


def test_meld_that_is_not_legal() -> None:
    found = meld(["Jh", "Jd"])
    assert [english(reason) for reason in found.pop("reasons")] == [
        "A meld has at least 3 cards; these are 2."
    ]
    assert found == {"legal": False, "kind": None, "value": None, "problems": []}


def test_could_have_come_out() -> None:
    found = could_meld(["5h", "6h", "9d", "7h"], on_table=False)
    melds = [["5h", "6h", "7h"]]
    assert found == {"could_meld": True, "melds": melds, "reasons": [], "problems": []}


def test_could_not_have_come_out() -> None:
    found = could_meld(["5h", "6h", "9d", "7d"], contract=2, on_table=False)
    assert [english(reason) for reason in found.pop("reasons")] == ["This hand has no set of 4."]
    assert found == {"could_meld": False, "melds": [], "problems": []}


@pytest.mark.parametrize(("first_meld", "could"), [(0, True), (40, False)])
def test_points_to_come_out(first_meld: int, could: bool) -> None:
    hand, options = ["5h", "6h", "7h"], {"first_meld": first_meld}
    found = could_meld(hand, game="jokeren", options=options, on_table=False)
    assert found["could_meld"] is could


# They lie nowhere together.
THIRTEEN = ["Ah", "3h", "5h", "7h", "9h", "Jh", "Kh", "2d", "4d", "6d", "8d", "10d", "Qd"]


@pytest.mark.parametrize(
    ("hand", "on_table", "reason"),
    [
        (["9h", "*"], None, "Fewer than 13 are left: whoever holds so few has come out already."),
        (THIRTEEN[1:], None, "Fewer than 13 are left: whoever holds so few has come out already."),
        (THIRTEEN[1:], True, "This player has come out already."),
        (THIRTEEN, True, "This player has come out already."),
    ],
)
def test_who_came_out_already(hand: list[str], on_table: bool | None, reason: str) -> None:
    found = could_meld(hand, on_table=on_table)
    assert [english(reason) for reason in found.pop("reasons")] == [reason]
    assert found == {"could_meld": True, "melds": [], "problems": []}


@pytest.mark.parametrize(("hand", "on_table"), [(THIRTEEN, None), (["9h", "*"], False)])
def test_who_has_not_come_out_is_judged_by_the_cards(hand: list[str], on_table: Any) -> None:
    assert could_meld(hand, on_table=on_table)["could_meld"] is False


@pytest.mark.parametrize(
    ("game", "few"), [("jokeren", 12), ("jolly", 10), ("rummy", 13), (INTERNATIONAL, 13)]
)
def test_fewer_than_were_dealt_have_come_out(game: str, few: int) -> None:
    letters = "kbro" if game in ("rummy", INTERNATIONAL) else "hdcs"
    apart = [f"{rank}{letters[rank % 2 + 2 * turn]}" for turn in (0, 1) for rank in range(2, 9)]
    for count, out in ((few, True), (few + 1, False)):
        found = answer({"game": game, "question": "could_meld", "hand": apart[:count]})
        assert (found["could_meld"], found["problems"]) == (out, [])


# All of them meld.
NINES = ["9h", "9d", "9c", "4h", "5h", "6h", "2d", "3d", "4d", "10s", "Js", "Qs"]


@pytest.mark.parametrize(
    ("more", "turn", "could"),
    [
        (["Kd"], None, False),  # 13, between turns: all must meld
        (["Kd"], True, True),  # in one's own turn one is discarded
        (["Ks"], None, True),
        (["Ks", "Kd"], None, True),  # 14, one of them drawn
        (["Ks", "Kd"], False, False),  # 14 after an extra card, between turns
        (["Ks", "As"], False, True),
    ],
)
def test_everything_at_once_by_whose_turn_it_was(
    more: list[str], turn: bool | None, could: bool
) -> None:
    found = could_meld([*NINES, *more], game="amerikaans-jokeren", contract=7, turn=turn)
    assert found["could_meld"] is could
    left = "Not all cards meld."
    assert [english(reason) for reason in found["reasons"]] == ([] if could else [left])


def test_contract_of_a_round_begins_again() -> None:
    by_round = {"options": {"contract_by": "round"}}
    hand = [*NINES[:3], "Kd", "2s", "4c", "6c", "7c", "10c", "Qc", "2h", "8d", "Jd"]
    for number, could in ((1, True), (2, False), (8, True), (9, False), (15, True)):
        found = could_meld(hand, game="amerikaans-jokeren", contract=number, **by_round)
        assert found["could_meld"] is could


def test_closed_hand() -> None:
    found = closed(ROYAL)
    assert english(found.pop("name")) == "Royal"
    assert found == {"type": 24, "value": 2400, "jokers": 0, "problems": []}
    found = closed([*ROYAL[:12], "*", "*"])
    assert (found["type"], found["value"], found["jokers"]) == (24, 2000, 2)


def test_no_closed_hand() -> None:
    tiles = "1k 3k 3b 5r 5b 7o 7k 9k 11b 11o 13r 2o 4k *"
    found = closed(tiles.split())
    assert english(found.pop("name")) == "no closed hand"
    assert found == {"type": None, "value": 0, "jokers": 1, "problems": []}


@pytest.mark.parametrize(
    ("more", "number"),
    [
        ({}, 1),
        ({"first_turn": True}, 39),
        ({"dealt": True}, 40),
        ({"dealt": True, "first_turn": False}, 40),
        ({"dealt": True, "starter": True}, 39),
        ({"first_turn": True, "starter": True}, 39),
        ({"starter": True}, 1),
        ({"first_turn": None}, 1),
    ],
)
def test_hand_in_the_first_turn_or_as_dealt(more: Any, number: int) -> None:
    tiles = "2k 3k 4k 5b 6b 7b 8r 9r 10r 11r 12k 12b 12r 12o"
    assert closed(tiles.split(), **more)["type"] == number


def test_trick() -> None:
    found = trick(["10h", "Qh", "Kh", "Jh"], last=True)
    assert [english(reason) for reason in found.pop("reasons")] == [
        "Points: 10 + 3 + 4 + 20 + 10 = 47, of which 10 for the last trick."
    ]
    assert found == {
        "value": 47,
        "roem": 70,
        "parts": [
            {"kind": "run_of_4", "cards": ["10h", "Jh", "Qh", "Kh"], "value": 50},
            {"kind": "stuk", "cards": ["Kh", "Qh"], "value": 20},
        ],
        "problems": [],
    }


@pytest.mark.parametrize(
    ("plays", "figures", "tie", "sums", "reasons"),
    [
        (
            "13",
            {"points_13": 82},
            "nat",
            (False, 82, 80),
            ["82 is more than 80: made.", "The side that plays gets 82, the others get 80."],
        ),
        (
            "24",
            {"points_13": 91, "roem_24": 20},
            "nat",
            (True, 91, 91),
            [
                "71 + 20 is as much as 91, and that is nat here.",
                "The side that plays gets 0, the others get 182.",
            ],
        ),
        (
            "24",
            {"points_24": 71, "roem_24": 20},
            "made",
            (False, 91, 91),
            [
                "71 + 20 is as much as 91, and that is made here.",
                "The side that plays gets 91, the others get 91.",
            ],
        ),
        (
            "13",
            {"points_13": 60, "roem_13": 50, "roem_24": 20},
            "made",
            (True, 110, 122),
            [
                "60 + 50 is less than 102 + 20: nat.",
                "The side that plays gets 0, the others get 232.",
            ],
        ),
    ],
)
def test_whether_the_side_that_plays_is_nat(
    plays: str, figures: Any, tie: str, sums: Any, reasons: list[str]
) -> None:
    found = nat(plays, options={"tie": tie}, **figures)
    assert [english(reason) for reason in found["reasons"]] == reasons
    assert (found["nat"], found["ours"], found["theirs"]) == sums
    assert found["problems"] == []


@pytest.mark.parametrize("options", [{}, {"trump_by": "choice"}, {"revoke": "262"}])
def test_side_that_plays_is_said_whoever_names_trumps(options: Any) -> None:
    assert nat("24", options=options, points_24=80)["nat"] is True
    assert nat("13", options=options, points_24=80)["nat"] is False
