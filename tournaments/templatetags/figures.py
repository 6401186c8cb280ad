"""How pages write figures."""

from decimal import Decimal

from django import template

from tournaments.club.amounts import euros_in_words
from tournaments.members import couples
from tournaments.members.couples import AND
from tournaments.names import split_name
from tournaments.standings.pages.standing_texts import format_points

register = template.Library()
register.filter("euros", euros_in_words)
register.filter("glued", couples.keep_together)


@register.filter
def keep_together(name: str) -> list[str]:
    """Return the parts of a name in which no line may be broken. A name that would be broken only
    between its parts is one part. Of a couple, each of the two is.
    """
    if AND in name:
        first, _and, second = name.partition(AND)
        return [first + AND.rstrip(), second]
    parts = split_name(name)
    return parts if "-" in name or len(parts) <= name.count(" ") else [name]


@register.filter
def points(value: int | Decimal | None, decimals: bool = False) -> str:
    return "" if value is None else format_points(value, decimals=decimals)
