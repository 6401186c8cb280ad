import pytest

from scoring.games.core.cards import (
    CARDS,
    COLOURS,
    FROM_SEVEN,
    HOW_TILES,
    JOKER,
    SUITS,
    TILES,
    Card,
    Pack,
    _spellings,
    read,
)

CARDS_HOW = "a rank (A, 2 to 10, J, Q or K) with its suit (h, d, c or s), such as 10h; * is a joker"
TILES_HOW = "a number (1 to 13) with its colour (k, b, r or o), such as 10r; * is a joker"

PACK = Pack(CARDS, SUITS, jokers=2)
BOX = Pack(TILES, COLOURS, jokers=2, how=HOW_TILES)


def test_every_card_is_written_as_it_is_read() -> None:
    cards = [JOKER, *(Card(rank, suit) for rank in range(1, 14) for suit in ("", *"hdcs"))]
    assert [read(PACK, PACK.write(card)) for card in cards] == cards
    assert len(CARDS) == len(cards)


def test_every_tile_is_written_as_it_is_read() -> None:
    tiles = [JOKER, *(Card(rank, suit) for rank in range(1, 14) for suit in ("", *"kbro"))]
    assert [read(BOX, BOX.write(tile)) for tile in tiles] == tiles
    assert len(TILES) == len(tiles)


@pytest.mark.parametrize(
    ("token", "card"),
    [
        ("A", Card(1, "")),
        ("10s", Card(10, "s")),
        ("Kh", Card(13, "h")),
        ("*", JOKER),
        (7, Card(7, "")),
        (10, Card(10, "")),
    ],
)
def test_token(token: object, card: Card) -> None:
    assert read(PACK, token) == card


@pytest.mark.parametrize(
    "token", ["", "1", "11", "0", "7x", "h7", "ah", 1, 11, True, 7.0, None, []]
)
def test_token_that_names_no_card(token: object) -> None:
    assert read(PACK, token) is None


def test_spellings() -> None:
    assert _spellings(("A", "2"), "hd") == {
        "*": JOKER,
        "A": Card(1, ""),
        "2": Card(2, ""),
        "Ah": Card(1, "h"),
        "Ad": Card(1, "d"),
        "2h": Card(2, "h"),
        "2d": Card(2, "d"),
    }


def test_pack_from_seven() -> None:
    order = [name for name, card in FROM_SEVEN.spellings.items() if not card.suit]
    assert order == ["7", "8", "9", "10", "J", "Q", "K", "A"]
    cards = {card for card in FROM_SEVEN.spellings.values() if card.suit}
    assert len(cards) == 32
    assert (FROM_SEVEN.jokers, FROM_SEVEN.copies) == (0, 1)
    assert [read(FROM_SEVEN, token) for token in ("6h", "*", "2")] == [None] * 3
    assert read(FROM_SEVEN, "Ah") == Card(1, "h")


def test_examples() -> None:
    assert PACK.how == CARDS_HOW
    assert BOX.how == TILES_HOW
    assert PACK.copies == 2
