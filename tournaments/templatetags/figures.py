"""How pages write figures and names."""

import re
from decimal import Decimal

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.pages.words import break_name
from tournaments.club.amounts import euros_in_words
from tournaments.club.season_texts import make_unbroken
from tournaments.members import couples
from tournaments.standings.pages.standing_texts import format_points

HELD = re.compile(r"-|[^\W\d_]{11}|.{20}")
AFTER_HYPHEN = re.compile(r"(?<=-)[a-z'][^-]*")  # "de Jong" of "Bos-de Jong"
LONG_WORD = re.compile(r"([^\W\d_]{11,})(-|\xa0&amp;|)")

register = template.Library()
register.filter("euros", euros_in_words)
register.filter("unbroken", make_unbroken)


@register.filter
def glued(name: str) -> SafeString:
    """A line ends before a piece of the name, else behind a hyphen, else within a long word."""
    pieces = escape(couples.keep_together(name)).split(" ")
    held = [_hold(piece) if HELD.search(piece) else piece for piece in pieces]
    if held == pieces:
        return mark_safe(" ".join(pieces))  # noqa: S308  escaped
    return mark_safe(f"<bdi>{'&#32;'.join(held)}</bdi>")  # noqa: S308  a space that spaceless keeps


def _hold(piece: str) -> str:
    spaced = re.sub(r"\xa0(?!&)", " ", piece)
    last = AFTER_HYPHEN.sub(lambda words: f"<bdi>{words[0]}</bdi>", spaced)
    words = LONG_WORD.sub(lambda word: f"<bdi>{break_name(word[1])[0]}{word[2]}</bdi>", last)
    return f"<bdi>{words}</bdi>"


@register.filter
def points(value: int | Decimal | None, decimals: bool = False) -> str:
    return "" if value is None else format_points(value, decimals=decimals)
