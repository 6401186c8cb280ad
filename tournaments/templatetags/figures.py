"""How pages write figures."""

from decimal import Decimal
from fractions import Fraction

from django import template

from tournaments.standings.pages.standing_rows import format_points

register = template.Library()


@register.filter
def points(value: int | Decimal | None) -> str:
    return "" if value is None else format_points(Fraction(value))
