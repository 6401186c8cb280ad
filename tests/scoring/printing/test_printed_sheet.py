import os
from itertools import groupby, islice, pairwise

import pytest
from django.utils.translation import override

from scoring import games
from scoring.pages import rulebook
from scoring.pages.grid import has_dashes
from scoring.printing import draw_form, draw_small_print, form_pages
from scoring.printing.draw_form import divide_column
from scoring.printing.form_layout import SAID, find_room
from scoring.printing.printed_sheet import build_blank, build_sheet
from scoring.toolkit.pdf.page import Box
from scoring.toolkit.pdf.text import ELLIPSIS, width
from scoring.toolkit.translation import translate
from tests import printed
from tests.by_day import by_day
from tests.scoring.printing import forms
from tests.scoring.printing.forms import Kind

PEN = 9.0
ENDS_AT_A_TOTAL = {"jolly", "vijfhonderd", "hartenjagen"}
ALL = os.environ.get("STREEPJE_FORMS") == "all"
NAMES = forms.NAMES["short"]


def covering():
    """Of every system some: together each size, language and set of names, filled and not."""
    everything = {
        system.key: [kind for kind in forms.kinds() if kind.game == system.key]
        for system in games.GAMES
    }
    for number, kinds in enumerate(everything.values()):
        step = len(kinds) // 3
        for turn, kind in enumerate(kinds[number % 4 :: step]):
            size, language = form_pages.SIZES[(number + turn) % 3], forms.LANGUAGES[turn % 3]
            yield kind._replace(size=size, language=language, filled=(number + turn) % 2 == 0)


def wanted():
    every = [kind for filled in (False, True) for kind in forms.kinds(filled=filled)]
    chosen = every if ALL else list(covering())
    together = sorted(chosen, key=lambda kind: (kind.size, kind.language))
    for (size, language), kinds in groupby(together, lambda kind: (kind.size, kind.language)):
        kept = iter(kinds)
        for number in range(1000):
            if not (some := list(islice(kept, 40))):
                break
            yield pytest.param(some, id=f"{size}-{language}-{number}")


@pytest.mark.parametrize("kinds", list(wanted()))
def test_nothing_on_a_form_touches_anything_else(kinds):
    pdf = forms.pdf(*kinds)
    leaves = printed.read(pdf)
    assert [page.wrong() for page in leaves] == [[] for _ in leaves]
    behind = sum(not page.codes for page in leaves)  # rules, and closed hands
    front = len(leaves) - behind
    assert [bool(page.codes) for page in leaves] == [True] * front + [False] * behind
    assert len(printed.outline(pdf)) == len(kinds) + behind


@pytest.mark.parametrize("kinds", [sheet for sheet in wanted() if ALL or "nl" in sheet.id])
def test_codes_lead_to_their_own_form(kinds):
    found = {said for page in printed.scanned(forms.pdf(*kinds)) for said in page}
    addresses = {said.split("#")[0] for said in found}
    assert addresses == {forms.ADDRESS.format(number) for number, _kind in enumerate(kinds)}
    assert {said.rpartition(".")[2] for said in found} == {str(draw_form.LAYOUT)}


def page_of(kind, options=None):
    return pages_of(kind, options)[0]


def pages_of(kind, options=None):
    with override(kind.language):
        made = forms.made(kind, options=options)
        return printed.read(form_pages.print_forms([made], kind.size))


@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_form_names_its_players_games_and_rules(system):
    count = min(system.seats[1], 4)
    page, players = page_of(Kind(system.key, "a4", "en", count, "short")), NAMES[:count]
    said, game = {*page.said}, system({})
    assert {*forms.HEADS["short"], *players, "scribe", "Total", "Place"} <= said
    assert ("begins" in said) == (not game.leads)
    assert {str(number) for number in range(1, (game.games or 7) + 1)} <= said
    every = all(page.said.count(name) > 1 for name in players)
    assert every or system.starter_by_lot, "all begin, and have a seat; a pen says what lots do"
    run = "".join("".join(page.said).split())
    with override("en"):
        contracts = [translate(text) for text in game.contract_texts]
    assert all("".join(contract.split()) in run for contract in contracts)
    assert ("deals" in said, "Dashes" in said) == (game.has_dealer, has_dashes(game))
    assert "joker" in run or game.laying() is None


def test_form_of_hartenjagen_has_no_x_and_says_which_card_leads():
    page = page_of(Kind("hartenjagen", "a4", "en", 4, "short"))
    run = " ".join(page.said)
    assert "does not play" not in run
    assert "holds the two of clubs leads" in run


def test_small_print_of_klaverjassen_begins_with_what_is_written():
    """What nat, pit and revoking cost comes before the deal and the values of the cards."""
    with override("en"):
        notes = build_blank(games.find("klaverjassen")({}), 4).notes
    places = [
        next(place for place, note in enumerate(notes) if words in note)
        for words in (
            "N nat · P pit · R revoked",
            "is nat: the others get",
            "All tricks are a pit",
            "get eight of",
            "jack 20",
        )
    ]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", ["V verzaakt", "2592", "is nat: de anderen", "is een pit", "een kant verzaakt"]),
        ("de", ["2592", "ist nass: Die anderen", "sind ein Pit", "bedient, bekommen"]),
        ("en", ["R revoked", "2592", "is nat: the others", "are a pit", "a side revokes"]),
    ],
)
def test_first_page_of_klaverjassen_has_all_that_counts_in_a_game(language, told):
    page = page_of(Kind("klaverjassen", "a4", language, 4, "short"))
    assert [words for words in told if words not in " ".join(page.words.split())] == []


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("jolly", ["Points laid", "Points in hand", "Score", "Handglatt"]),
        ("rummy", ["How the game ended", "Match points"]),
        ("rummikub", ["How the game ended", "together 0", "Score"]),
        ("rummikub-international", ["Closed hand", "Jokers in it", "Settlement"]),
        (
            "klaverjassen",
            ["Points", "Roem", "Subtotal after 12", "totals together are 2592 + roem"],
        ),
        ("vijfhonderd", ["Bid", "Who bid", "6♠ 40", "10 no trump 520", "Side 1 + 3", "Side 2 + 4"]),
    ],
)
def test_form_has_what_only_its_game_has(game, words):
    page = page_of(Kind(game, "a4", "en", 4, "short"))
    printed_words = " ".join(page.words.split())
    assert [word for word in words if word not in printed_words] == []


def missing(paragraphs, words):
    """Those that are not among the words of a page, wherever their lines are broken."""
    run = "".join(words.split())
    return [paragraph for paragraph in paragraphs if "".join(paragraph.split()) not in run]


SETTLED = [
    *((system.key, {}) for system in games.GAMES),
    ("jokeren", {"joker_points": 5, "first_meld": 40, "contracts": ["M3", "S4"]}),
    ("amerikaans-jokeren", {"contract_by": "round", "joker_high": 10}),
    ("jolly", {"games": 6, "first_meld": 40}),
    ("rummikub", {"pool_tie": "organiser", "joker_value": 25}),
    ("rummikub-international", {"trump_bonus": 50}),
    ("vijfhonderd", {"defenders_stop_at": 480}),
]


@pytest.mark.parametrize("size", by_day(["a4", "a5"], "a5"))
@pytest.mark.parametrize("language", by_day(forms.LANGUAGES, "de"))
@pytest.mark.parametrize(("key", "options"), SETTLED)
def test_every_rule_stands_on_the_form_or_on_a_page_behind_it(key, options, language, size):
    system = games.find(key)
    kind = Kind(key, size, language, min(system.seats[1], 4), "long")
    with override(language):
        rules = rulebook.build_rulebook(system(options, kind.players)).paragraphs
        made = forms.made(kind, options=options)
        said, heading = draw_small_print.note_in_words(), draw_small_print.heading_in_words(made)
        leaves = printed.read(form_pages.print_forms([made], size))
    front = " ".join(page.words for page in leaves if page.codes)
    behind = [page for page in leaves if heading in page.said]
    whole = not missing(rules, front)
    assert (len(behind), bool(missing([said], front))) == ((0, True) if whole else (1, False))
    assert [page.wrong() for page in behind] == [[] for _ in behind]
    assert missing(rules, behind[0].words if behind else front) == []


def test_form_prints_no_settled_rule_that_does_nothing():
    options = {"games": 6, "target": 300, "first_meld": 40}
    with override("en"):
        made = forms.made(Kind("jolly", "a4", "en", 4, "short"), options=options)
    assert made.notes[0] == made.rules[0] == "Points needed for the first meld: 40"


def test_scribe_is_marked_and_the_others_sign():
    page = page_of(Kind("jokeren", "a4", "en", 4, "short"))
    [mark] = [text for text in page.texts if text.text == "scribe"]
    below = [text for text in page.texts if 0 < text.top - mark.bottom < 6]
    assert [word.text for word in below if abs(word.right - mark.right) < 25] == ["Dik"]
    [line] = [text for text in page.texts if text.text.startswith("Seen and agreed")]
    assert [text.text for text in page.texts if 0 < text.top - line.bottom < 4] == NAMES[:3]


def test_form_that_was_played_shows_it():
    kind = Kind("jokeren", "a4", "en", 3, "short", filled=True)
    rows = [{"entries": {"Ans": "-", "Bob": 12, "Cor": 3}}] * 6
    data = forms.sheet(kind, {"games": 6}) | {"games": rows}
    with override("en"):
        page = printed.read(form_pages.print_forms([build_sheet(data)], "a4"))[0]
    assert page.codes == []
    assert page.said.count("12") == 6
    assert {"60", "15", "0", "72", "18", "6"} <= {*page.said}, "subtotals, totals and dashes"
    strokes = [line for line in page.lines if 0.7 < line.bottom - line.top < 1.5]
    assert len(strokes) == 6, "a dash for each game won"


LOST = {"bid": "10C", "by": "Ans", "tricks": 0}  # ten clubs failed: −460 each time
GONE = {  # the hands count twice
    "Ans": {"meld": 60, "out": True, "handglatt": True},
    "Bob": {"meld": 0, "hand": 386},
}


@pytest.mark.parametrize("size", form_pages.SIZES)
@pytest.mark.parametrize(
    ("game", "rows", "running"),
    [
        ("vijfhonderd", [LOST, {"bid": "P"}, LOST], ["−460", "100", "−460", "100", "−920", "200"]),
        ("jolly", [{"entries": GONE}] * 2, ["120", "−772", "240", "−1544"]),
    ],
)
def test_running_totals_stand_beside_the_scores(game, rows, running, size):
    options = {"games": len(rows)} if game == "jolly" else {}
    count = 4 if game == "vijfhonderd" else 2
    data = forms.sheet(Kind(game, size, "en", count, "short"), options) | {"games": rows}
    with override("en"):
        form = build_sheet(data)
        page = printed.read(form_pages.print_forms([form], size))[0]
    assert [cells[-1] for line in form.lines for cells in line.cells if cells[-1]] == running
    assert set(running) <= {*page.said}
    assert page.wrong() == []


@pytest.mark.parametrize("size", form_pages.SIZES)
@pytest.mark.parametrize("key", ["vijfhonderd", "jolly"])
def test_running_total_has_room_for_what_is_written_by_hand(key, size):
    system = games.find(key)
    wide, high = {"a4": (192, 279), "a5": (130, 192), "two": (130.5, 192)}[size]
    for count in range(system.seats[0], system.seats[1] + 1):
        form = build_blank(system({}), count)
        grid = find_room(Box(9, 9, wide, high), form).grid
        place = Box(0, 0, grid.places[1] - grid.places[0], 18)
        *_others, running = divide_column(grid, len(form.parts), place)
        assert running.width > (9 if count > 4 and size != "a4" else 11)


def test_games_that_do_not_end_at_a_total_have_no_running_total():
    for system in games.GAMES:
        with override("en"):
            form = build_blank(system({}), 4)
        assert form.runs == ("Total so far" in form.parts) == (system.key in ENDS_AT_A_TOTAL)


@pytest.mark.parametrize("size", by_day(form_pages.SIZES, "a5"))
@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_nothing_on_a_form_is_smaller_than_can_be_read(system, size):
    for names in ("short", "long"):
        pdf = forms.pdf(Kind(system.key, size, "de", system.seats[1], names, filled=True))
        assert min(printed.sizes(pdf)) >= 7


def test_cut_short_name_is_marked_as_such():
    page = page_of(Kind("jolly", "a5", "nl", 6, "hostile"))
    cut = [text for text in page.said if text.startswith("WWW")]
    assert ELLIPSIS in {text[-1] for text in cut}
    assert [text for text in page.said if text.startswith("<b>Ans</b>")]


@pytest.mark.parametrize("size", by_day(form_pages.SIZES, "a5"))
@pytest.mark.parametrize("system", games.GAMES, ids=lambda system: system.key)
def test_no_cell_is_too_low_for_a_pen(system, size):
    with override("de"):
        forms = [build_blank(system({}), 4)] * (2 if size == "two" else 1)
        leaves = printed.read(form_pages.print_forms(forms, size))
    page = next(page for page in leaves if "Summe" in page.said)
    at = next(text.left for text in page.texts if text.text == "Summe")
    wide = page.wide / 2 if size == "two" else page.wide
    begin, end = wide * (at // wide), wide * (at // wide + 1)  # of the form that ends on this page
    texts = [text for text in page.texts if begin < text.left and text.right < end]
    numbers = [text for text in texts if text.text.isdecimal() and text.bottom - text.top > 2.5]
    first = min(numbers, key=lambda text: text.top)
    total = next(text for text in texts if text.text == "Summe")
    lines = [line for line in page.lines if begin < line.left and line.right < end]
    edges = [line.top for line in lines if line.right - line.left > 19]
    cells = sorted(edge for edge in edges if first.top - 6 < edge < total.bottom + 6)
    assert all(low - high > PEN - 0.25 for high, low in pairwise(cells) if low - high > 0.5)
    assert len(cells) > 4


@pytest.mark.parametrize("language", by_day(forms.LANGUAGES, "de"))
@pytest.mark.parametrize(("size", "games_on_it"), [("a4", 15), ("a5", 8), ("two", 8)])
@pytest.mark.parametrize("bonus", [0, 50])
def test_form_of_international_has_room_for_many_games(size, games_on_it, language, bonus):
    """With the small print that is told first, on A4 all of it, or one thing more to write where
    the trump gives a bonus.
    """
    kind = Kind("rummikub-international", size, language, 4, "long", filled=True)
    page = page_of(kind, {"trump_bonus": bonus})
    assert page.wrong() == []
    numbers = [text for text in page.texts if text.text.isdecimal() and text.left < 20 < text.top]
    large = [each for each in numbers if each.bottom - each.top > 2.4 and each.top > 40]
    games_found = {int(number.text) for number in large}
    assert set(range(1, games_on_it + 1)) <= games_found
    with override(language):
        book = rulebook.build_rulebook(games.find(kind.game)({"trump_bonus": bonus}))
    whole = size == "a4" and not bonus
    expected = book.paragraphs if whole else [book.paragraphs[0], *book.counting[:3]]
    assert missing(expected, page.words) == []


def test_blank_form_has_lines_for_names_and_places_as_turns():
    with override("en"):
        form = build_blank(games.find("jokeren")({}), 3)
        page = printed.read(form_pages.print_forms([form], "a4"))[0]
    assert {"deals", "begins", "1", "2", "3", "Club", "Table"} <= {*page.said}
    assert page.codes == []


def test_long_form_goes_on_with_its_headings():
    kind = Kind("jokeren", "a5", "en", 4, "long")
    with override("en"):
        made = forms.made(kind, options={"games": 40, "subtotal_after": 20})
        leaves = printed.read(form_pages.print_forms([made], "a5"))
    *leaves, behind = leaves
    assert [page.wrong() for page in leaves] == [[] for _ in leaves]
    assert all("Jokeren" in page.said and page.codes for page in leaves)
    assert "Jokeren: the rules" in behind.said
    numbered = [text for page in leaves for text in page.said if text.isdecimal()]
    assert {str(number) for number in range(1, 41)} <= {*numbered}
    assert ["Total" in page.said for page in leaves] == [False] * (len(leaves) - 1) + [True]


def test_two_forms_stand_beside_each_other():
    kinds = [Kind("rummy", "two", "en", 2, "short")] * 3
    first, second = printed.read(forms.pdf(*kinds))
    assert (first.wide, len(first.codes), len(second.codes)) == (pytest.approx(297, abs=0.2), 2, 1)


def test_whose_turn_it_is_stands_by_first_name_unless_two_have_it():
    name, other = "Jan-Willem op den Camp", "Jan-Willem Vos"
    data = forms.sheet(Kind("amerikaans-jokeren", "a4", "nl", 4, "short"))
    with override("nl"):
        form = build_sheet(data | {"players": [name, other, "Ans de Wit", "Bob"]})
        page = printed.read(form_pages.print_forms([form]))[0]
    turns = [text for text in page.texts if text.text == name]
    assert sum(turn.right - turn.left > width(name, SAID) - 1 for turn in turns) > 2
    assert "Ans" in page.said


def test_own_game_has_one_cell_for_what_is_written_and_says_nothing_twice():
    page = page_of(Kind("punten", "a4", "en", 4, "short"))
    assert "Score" not in page.words
    assert page.words.count("Everybody's points are written down after each game.") == 1
