from scoring.games.core.cards import JOKER, TILES, Card
from scoring.games.melds.find_hand_type import Shape, list_divisions, pack_tiles


def shapes(text: str) -> dict[tuple[int, int, int], int]:
    """Groups, runs and colours of the runs; with the lowest total."""
    least: dict[tuple[int, int, int], int] = {}
    for shape, total in list_divisions(pack_tiles(TILES[token] for token in text.split())).items():
        key = (shape.groups, shape.runs, shape.colours)
        least[key] = min(total, least.get(key, total))
    return least


def test_tiles_pack_in_order() -> None:
    ones = [Card(1, colour) for colour in "kbro"]
    assert [pack_tiles([tile]) for tile in ones] == [1, 16, 256, 4096]
    assert pack_tiles([Card(2, "k")]) == 16**4
    assert pack_tiles([Card(13, "o")]) == 16**51
    assert pack_tiles([JOKER]) == 16**52
    assert pack_tiles([*ones, *ones, JOKER, JOKER]) == 0x2222 + 2 * 16**52


def test_one_real_tile_may_make_a_group() -> None:
    assert shapes("9k * *") == {(1, 0, 0): 27, (0, 1, 1): 24}
    assert shapes("3k 3b 3r 9k * *") == {(2, 0, 0): 36, (1, 1, 1): 33}


def test_group_of_four_gives_no_joker_back() -> None:
    tiles = "3k 3b 3r 3o 1k 1b 1r 4k 5k 6k 4b 5b 6b 7b"
    assert shapes(tiles)[2, 2, 2] == 12 + 3 + 15 + 22
    assert min(shapes(tiles).values()) == 52


def test_group_of_three_or_four() -> None:
    assert shapes("3k 3b 3r") == {(1, 0, 0): 9}
    assert shapes("3k 3b *") == {(1, 0, 0): 9}
    assert shapes("3k 3b * *")[1, 0, 0] == 12
    assert shapes("1k 1b 1o *") == {(1, 0, 0): 4}
    assert shapes("3k 3b") == {}
    assert shapes("* *") == shapes("* * *") == {}
    assert shapes("") == {(0, 0, 0): 0}


def test_one_counts_1_at_either_end() -> None:
    assert shapes("12k 13k 1k") == {(0, 1, 1): 26}
    assert shapes("1k 2k 3k") == {(0, 1, 1): 6}
    assert shapes("12k 13k 1k 1b 1k 1r 1o 1b 1r 1o 2k 2b 2r 2o") == {(3, 1, 1): 41}


def test_joker_at_either_end_of_a_run() -> None:
    assert shapes("2k 3k *") == {(0, 1, 1): 6}
    assert shapes("12k 13k *") == {(0, 1, 1): 26}
    assert shapes("13k 1k *") == {(0, 1, 1): 26}
    assert shapes("1k 2k * *") == {(0, 1, 1): 10}
    assert shapes("11k 13k *") == {(0, 1, 1): 36}


def test_runs_do_not_go_round_the_corner() -> None:
    assert shapes("13k 1k 2k") == {}
    assert shapes("13k * 2k") == {}


def test_longest_run() -> None:
    tiles = " ".join(f"{number}k" for number in range(1, 14))
    assert shapes(f"{tiles} 1k")[0, 1, 1] == 92
    assert shapes(f"{tiles} *")[0, 1, 1] == 92


def test_colours_of_the_runs() -> None:
    assert set(shapes("1k 2k 3k 5k 6k 7k")) == {(0, 2, 1)}
    assert set(shapes("1k 2k 3k 5b 6b 7b")) == {(0, 2, 2)}
    assert set(shapes("1r 2r 3r 5o 6o 7o 4k 5k 6k")) == {(0, 3, 3)}


def test_minor_and_major() -> None:
    for text, minor, major in (
        ("7k 8k 9k", True, False),
        ("8k 9k 10k", False, False),
        ("9k 10k 11k", False, False),
        ("10k 11k 12k", False, True),
        ("12k 13k 1k", False, True),
        ("1k 2k 3k", True, False),
        ("1k 1b 1r", True, True),
        ("9k 9b 9r", True, False),
        ("10k 10b 10r", False, True),
        ("1k 1b 1r 7k 8k 9k", True, False),
        ("1k 1b 1r 11k 12k 13k", False, True),
    ):
        (shape,) = list_divisions(pack_tiles(TILES[token] for token in text.split()))
        assert (shape.minor, shape.major) == (minor, major), text


def test_shapes_join() -> None:
    shape, other = Shape(1, 0, 0b01, True, True), Shape(2, 3, 0b11, True, False)
    assert shape.join_shape(other) == Shape(3, 3, 0b11, True, False)
    assert other.join_shape(shape._replace(minor=False)) == Shape(3, 3, 0b11, False, False)
