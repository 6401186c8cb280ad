"""Amounts of money, in cents."""

import re
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext

TYPED = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}|-{1,2}|–))?")  # also the Dutch 2,-
MOST_FEE = 1000_00


def read_cents(typed: str, most: int = MOST_FEE) -> int | None:
    """Return None if it is no amount."""
    plain = re.sub(r"^€|€$|\s", "", typed.strip())
    match = TYPED.fullmatch(plain)
    if not match:
        return None
    cents = (match[2] or "").strip("-–")
    amount = int(match[1]) * 100 + int(cents.ljust(2, "0"))
    return amount if amount <= most else None


def write_cents(cents: int) -> str:
    return number_format(Decimal(cents) / 100, 2)


def euros_in_words(cents: int) -> str:
    return gettext("€%(amount)s") % {"amount": write_cents(cents)}
