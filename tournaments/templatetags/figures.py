"""How pages write figures."""

from decimal import Decimal

from django import template

from tournaments.names import split_name
from tournaments.standings.pages.standing_rows import format_points

register = template.Library()


register.filter(split_name)


@register.filter
def points(value: int | Decimal | None) -> str:
    return "" if value is None else format_points(value)
