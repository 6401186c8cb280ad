"""How pages write figures."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def points(value: int | Decimal | None) -> str:
    """Write points as people do: whole or with two decimals, and with a real minus sign."""
    if value is None:
        return ""
    return number_format(value, 0 if value == int(value) else 2).replace("-", "−")
