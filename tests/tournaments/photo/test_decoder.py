"""What the decoder makes of cells that a picture leaves in doubt."""

import pytest

from tournaments.photo.engine.decoder import (
    Form,
    Rules,
    decode,
    gather_answers,
    gather_form,
)
from tournaments.photo.engine.readings import ABSENT, BLANK, DASH, OTHER, Key, Reading, doubt

JOKEREN = Rules(1, 13, one_dash=True, sums=(3, 5))
PLAIN = Rules(1, 13, one_dash=True, sums=())
# Five games of three columns, and the sums after the third and the fifth.
CELLS = ("- 4 7", "3 - 9", "10 2 -", "- 5 5", "1 - 8")
SUMS = {3: "13 6 16", 5: "14 11 29"}


def clear(text, *others):
    """A cell that the picture shows clearly, with what else it might be."""
    rest = 1e-5 / max(1, len(others))
    return [Reading(text, 1 - 1e-5), *(Reading(other, rest) for other in others)]


def either(**chances):
    names = {"dash": DASH, "blank": BLANK, "other": OTHER, "absent": ABSENT}
    found = [Reading(names.get(name, name.strip("n_")), chance) for name, chance in chances.items()]
    return sorted(found, key=lambda reading: -reading.probability)


def form(cells=CELLS, sums=SUMS, dashes=None, scores=None, **changed):
    """A form that is clear but for `changed`: g2c1 is the second game's cell of column 1."""
    games = {
        (game, column): clear(text)
        for game, line in enumerate(cells, 1)
        for column, text in enumerate(line.split())
    }
    below = {
        (after, column): clear(text)
        for after, line in sums.items()
        for column, text in enumerate(line.split())
    }
    for name, readings in changed.items():
        kind, place = name[0], (int(name[1]), int(name[3]))
        (games if kind == "g" else below)[place] = readings
    return Form(games, below, dashes or {}, scores or {})


def asked(decoded):
    cells = {**{("g", *place): answer for place, answer in decoded.games.items()}}
    cells |= {("s", *place): answer for place, answer in decoded.sums.items()}
    cells |= {("d", column): answer for column, answer in decoded.dashes.items()}
    return {place for place, answer in cells.items() if not answer.sure}


def test_clear_form_is_read_without_a_question():
    found = decode(form(), JOKEREN)
    assert found.questions == 0
    assert [found.games[3, column].text for column in range(3)] == ["10", "2", "-"]
    assert found.sums[5, 2].text == "29"


def test_sums_confirm_what_the_picture_leaves_a_little_open():
    found = decode(form(g2c2=either(n_9=0.95, n_4=0.05)), JOKEREN)
    assert (found.games[2, 2].text, found.games[2, 2].sure) == ("9", True)
    assert asked(decode(form(sums={}, g2c2=either(n_9=0.95, n_4=0.05)), PLAIN)) == {("g", 2, 2)}


def test_cell_that_was_not_read_as_a_whole_is_asked_though_all_sums_agree():
    found = decode(form(g2c2=doubt(clear("9", OTHER))), JOKEREN)
    assert asked(found) == {("g", 2, 2)}
    assert found.games[2, 2].text == "9"


def test_sums_never_make_sure_what_the_picture_reads_otherwise():
    found = decode(form(g2c2=either(n_4=0.6, n_9=0.4)), JOKEREN)
    assert found.games[2, 2].text == "9"  # proposed, as the sums say so
    assert not found.games[2, 2].sure


def test_wrong_sum_of_the_scribe_is_kept_and_not_read_away():
    found = decode(form(sums={3: "13 6 16", 5: "14 12 29"}), JOKEREN)
    assert found.sums[5, 1].text == "12"
    assert {found.games[game, 1].text for game in (1, 4)} == {"4", "5"}
    doubtful = form(sums={3: "13 6 16", 5: "14 12 29"}, g4c1=either(n_5=0.999, n_6=0.001))
    assert not decode(doubtful, JOKEREN).games[4, 1].sure  # a wrong sum, or a 6


def test_wrong_sum_is_proposed_as_it_is_written_if_people_err_like_that():
    def propose(written):
        seen = [Reading(written, 0.9985), Reading("29", 0.0015)]
        return decode(form(s5c2=seen), JOKEREN).sums[5, 2].text

    assert propose("39") == "39"  # a forgotten ten
    assert propose("76") == "29"  # rather misread


def test_sum_that_does_not_fit_does_not_make_a_clear_figure_unreadable():
    found = decode(
        form(g2c2=either(n_9=0.96, other=0.04), sums={3: "13 6 20", 5: "14 11 33"}), JOKEREN
    )
    assert [reading.text for reading in found.games[2, 2].candidates[:2]] == ["9", OTHER]
    assert not found.games[2, 2].sure


def test_scribe_who_goes_on_with_a_wrong_sum_is_understood():
    found = decode(form(sums={3: "13 7 16", 5: "14 12 29"}), JOKEREN)
    assert found.sums[5, 1].sure


def test_game_without_a_clear_dash_gets_the_one_that_is_missing():
    found = decode(form(g1c0=either(dash=0.97, n_1=0.03)), JOKEREN)
    assert (found.games[1, 0].text, found.games[1, 0].sure) == ("-", True)


def test_second_dash_in_a_game_is_asked():
    found = decode(form(cells=("- - 7", *CELLS[1:]), sums={}), PLAIN)
    assert {found.games[1, 0].text, found.games[1, 1].text} == {"-"}
    doubtful = form(cells=("- - 7", *CELLS[1:]), sums={}, g1c1=either(dash=0.99, n_1=0.01))
    assert not decode(doubtful, PLAIN).games[1, 1].sure


@pytest.mark.parametrize(
    "readings",
    [
        either(other=0.9, n_4=0.1),
        either(n_4=0.98, other=0.02),
        either(blank=0.99, n_4=0.01),
        either(n_14=0.999, n_4=0.001),  # more than the game allows
        [],
    ],
)
def test_what_must_be_looked_at_is_asked(readings):
    assert ("g", 1, 1) in asked(decode(form(g1c1=readings), JOKEREN))


def test_crossed_out_cell_is_asked_even_where_the_sums_know_it():
    found = decode(form(g1c1=either(other=0.7, n_4=0.2, n_1=0.1)), JOKEREN)
    assert not found.games[1, 1].sure
    assert found.games[1, 1].text in ("4", OTHER)


def test_games_that_were_not_played_are_blank():
    empty = (BLANK,) * 3
    cells = form(cells=CELLS[:3], sums={3: SUMS[3]})
    games = {**cells.games, **{(4, column): clear(text) for column, text in enumerate(empty)}}
    sums = {**cells.sums, **{(5, column): clear(BLANK) for column in range(3)}}
    found = decode(Form(games, sums, {}), JOKEREN)
    assert found.questions == 0
    assert {found.games[4, column].text for column in range(3)} == {BLANK}
    assert {found.sums[5, column].text for column in range(3)} == {BLANK}


def test_game_of_which_one_cell_is_filled_in_asks_for_the_others():
    games = {(1, 0): clear("5"), (1, 1): clear("4"), (1, 2): clear(BLANK)}
    assert ("g", 1, 2) in asked(decode(Form(games, {}, {}), PLAIN))


def test_row_that_might_be_blank_is_asked():
    games = {(1, column): either(blank=0.6, n_1=0.4) for column in range(2)}
    found = decode(Form(games, {}, {}), PLAIN)
    assert found.questions == 2


def test_blank_row_is_surer_than_each_of_its_cells():
    games = {(1, column): either(blank=0.99, n_1=0.01) for column in range(3)}
    assert decode(Form(games, {}, {}), PLAIN).questions == 0
    assert decode(Form({(1, 0): games[1, 0]}, {}, {}), PLAIN).questions == 1


def test_who_does_not_play_keeps_the_x():
    found = decode(form(cells=("- 4 x", *CELLS[1:]), sums={}), PLAIN)
    assert found.games[1, 2].text == ABSENT
    assert found.questions == 0


def test_dashes_above_the_columns_are_weighed_with_those_in_them():
    right = {0: clear("2"), 1: clear("2"), 2: clear("1")}
    assert asked(decode(form(dashes=right), JOKEREN)) == set()
    doubtful = {**right, 2: either(n_1=0.995, n_7=0.005)}
    assert decode(form(dashes=doubtful), JOKEREN).dashes[2].sure
    otherwise = {**right, 2: either(n_7=0.95, n_1=0.05)}
    assert ("d", 2) in asked(decode(form(dashes=otherwise), JOKEREN))
    crossed = {**right, 2: either(other=0.95, n_1=0.05)}
    assert ("d", 2) in asked(decode(form(dashes=crossed), JOKEREN))


def test_score_beside_an_entry_confirms_it():
    rules = Rules(1, 100, one_dash=True, sums=())
    cells, scores = ("- 4", "13 -"), ("4 -4", "-13 13")
    beside = {
        (game, column): clear(text)
        for game, line in enumerate(scores, 1)
        for column, text in enumerate(line.split())
    }
    doubtful = either(n_4=0.95, n_9=0.05)
    assert asked(decode(form(cells, {}, scores=beside, g1c1=doubtful), rules)) == set()
    assert asked(decode(form(cells, {}, g1c1=doubtful), rules)) == {("g", 1, 1)}
    contrary = {**beside, (1, 1): clear("-9")}
    assert ("g", 1, 1) in asked(decode(form(cells, {}, scores=contrary, g1c1=doubtful), rules))


def test_entry_that_differs_from_its_score_is_asked():
    rules = Rules(1, 500, one_dash=True, sums=())
    scores = {(1, 0): clear("27"), (1, 1): clear("-8"), (1, 2): clear("-19")}
    seen = [Reading("419", 0.9999), Reading(OTHER, 0.0001)]  # a 4 that was crossed out, then 19
    assert asked(decode(form(("- 8 419",), {}, scores=scores, g1c2=seen), rules)) == {("g", 1, 2)}
    scores[1, 2] = [Reading("-19", 0.6), Reading("-419", 0.4)]
    found = decode(form(("- 8 19",), {}, scores=scores), rules)
    assert asked(found) == set()


def test_score_of_the_winner_confirms_what_the_others_left():
    rules = Rules(1, 100, one_dash=True, sums=())
    doubtful = either(n_8=0.95, n_3=0.05)

    def ask(winner, entry="4"):
        scores = {(1, 0): clear(winner), (1, 1): clear("-4"), (1, 2): clear(OTHER)}
        cells = form(("- 4 8",), {}, scores=scores, g1c1=clear(entry), g1c2=doubtful)
        return asked(decode(cells, rules))

    assert ask("12") == set()
    assert ask("7") == {("g", 1, 2)}
    assert ask(OTHER) == {("g", 1, 2)}
    assert ask("12", OTHER) == {("g", 1, 1), ("g", 1, 2)}  # what one has left is not known


def test_scores_of_a_column_confirm_its_total():
    rules = Rules(1, 100, one_dash=True, sums=())
    games = form(("- 4", "7 -"), {}).games
    scores = form(("4 -4", "-7 7"), {}).games
    totals = {(2, 0): clear("-3"), (2, 1): either(n_3=0.6, n_8=0.4)}
    found = decode(Form(games, totals, {}, scores), rules)
    assert (found.sums[2, 1].text, found.questions) == ("3", 0)
    unread = {place: clear(OTHER) for place in scores}
    found = decode(Form(games, totals, {}, unread), rules)  # a dash takes what the others left
    assert (found.sums[2, 1].text, found.questions) == ("3", 0)
    totals[2, 1] = clear("8")  # a scribe's slip stays
    found = decode(Form(games, totals, {}, scores), rules)
    assert found.sums[2, 1].text == "8"


def test_total_is_that_of_the_scores_where_an_entry_is_crossed_out():
    rules = Rules(1, 100, one_dash=True, sums=())
    games = form(("- 4", "7 -"), {}, g1c1=clear(OTHER)).games
    scores = form(("4 -4", "-7 7"), {}).games
    totals = {(2, 0): either(**{"n_-3": 0.6, "n_-8": 0.4}), (2, 1): either(n_3=0.6, n_8=0.4)}
    found = decode(Form(games, totals, {}, scores), rules)
    assert [found.sums[2, column].text for column in range(2)] == ["-3", "3"]
    assert [found.sums[2, column].sure for column in range(2)] == [True, True]


def test_stain_in_a_row_that_was_not_played_is_asked_alone():
    games = {(1, column): clear(BLANK) for column in range(4)} | {
        (1, 1): either(dash=0.9, blank=0.1)
    }
    assert asked(decode(Form(games, {}, {}), PLAIN)) == {("g", 1, 1)}


def test_sum_that_cannot_be_read_is_asked_and_joins_the_games_around_it():
    found = decode(form(s3c1=either(other=1.0), g1c1=either(n_4=0.95, n_9=0.05)), JOKEREN)
    assert asked(found) == {("s", 3, 1)}  # the total confirms the 4


def test_game_without_a_dash_in_its_rules_takes_any_number():
    rules = Rules(0, 20, one_dash=False, sums=())
    found = decode(form(cells=("0 4 7",), sums={}), rules)
    assert found.questions == 0


def test_dash_as_a_sum_is_nothing():
    assert decode(form(cells=("- 4",), sums={3: "- 4"}), JOKEREN).sums[3, 0].text == "0"


def test_what_was_read_goes_where_it_belongs():
    seen = {
        Key("game", 1, 0): [Reading("4", 1.0)],
        Key("score", 1, 0): [Reading("-4", 1.0)],
        Key("sum", 5, 0): [Reading("9", 1.0)],
        Key("dashes", 0, 0): [Reading("1", 1.0)],
    }
    form = gather_form(seen)
    assert (form.games[1, 0], form.scores[1, 0]) == ([Reading("4", 1.0)], [Reading("-4", 1.0)])
    assert (form.sums[5, 0], form.dashes[0]) == ([Reading("9", 1.0)], [Reading("1", 1.0)])


def test_answers_of_single_cells_are_those_of_the_form():
    found = decode(form(dashes={column: clear("1") for column in range(3)}), JOKEREN)
    answers = dict(found.list_answers())
    assert answers[Key("game", 1, 1)].text == "4"
    assert gather_answers(answers) == found
