from collections.abc import Sequence

from django.utils.translation import gettext

from scoring.games.core.game import Game
from scoring.games.core.options import TOTALS
from scoring.pages import rulebook
from scoring.pages.entry_columns import build_columns, find_shortest, list_hints

ON_THE_FORM = ("games", "subtotal_after", "entry")  # house rules that the form shows anyway


def list_notes(game: Game, players: Sequence[str], book: rulebook.Rulebook) -> list[str]:
    """The most important first: house rules, signs, sums, the deal, counting, all else.

    If marks such as nat are written, the counting rules that tell when come before the deal.
    """
    signs = [
        f"{hint.keys} {hint.words}"
        for hint in list_hints(game, players)
        if hint.keys and hint.words
    ]
    deal, *others = book.paragraphs
    counting = [words for words in book.counting if words != deal]
    play = [words for words in others if words not in counting]
    rules = [deal, _values(game), *counting, *play]
    if game.marks:
        rules = [*counting, deal, *play]
    written = " ".join(filter(None, (_marks(game, players), _together(game))))
    return [_settled(book), " · ".join(signs), *filter(None, [written]), *rules]


def list_rules(game: Game, book: rulebook.Rulebook) -> list[str]:
    return [words for words in (_settled(book), *book.paragraphs, _values(game)) if words]


def _marks(game: Game, players: Sequence[str]) -> str:
    words = next((column.words for column in build_columns(game, players) if column.in_row), ())
    every = [word for word, _meant in words]
    marks = " · ".join(f"{find_shortest(word, every).upper()} {word}" for word in every)
    text = gettext("In place of the points, at the side that it happens to: %(marks)s.")
    return text % {"marks": marks} if marks else ""


def _together(game: Game) -> str:
    """What they must add up to; a sum of 0 has a box of its own."""
    games = game.value("games") if game.entry == TOTALS else game.games
    if not game.adds_to or not games:
        return ""
    marks = [gettext(mark.label) for mark in game.marks.values() if mark.in_score]
    total = " + ".join([str(games * game.adds_to), *marks])
    return gettext("The totals together are %(sum)s.") % {"sum": total}


def _settled(book: rulebook.Rulebook) -> str:
    return " · ".join(
        f"{setting.label}: {setting.value}"
        for setting in book.settled
        if setting.own and setting.key not in ON_THE_FORM
    )


def _values(game: Game) -> str:
    return " · ".join(f"{gettext(label)} {value}" for label, value in game.worth.items())
