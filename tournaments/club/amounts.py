"""Amounts of money, in cents: read what people type, and write it in their language."""

import re
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext

TYPED = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}|-{1,2}|–))?")  # also the Dutch 2,-
MOST_FEE = 1000_00


def read_cents(typed: str) -> int | None:
    """Return the cents of an amount such as 2,50 or 2.50, or None if it is no amount."""
    plain = re.sub(r"^€|€$|\s", "", typed.strip())
    match = TYPED.fullmatch(plain)
    if not match:
        return None
    cents = (match[2] or "").strip("-–")
    amount = int(match[1]) * 100 + int(cents.ljust(2, "0"))
    return amount if amount <= MOST_FEE else None


def write_cents(cents: int) -> str:
    """Return an amount of cents as people type it in the current language, such as 2,50. There is
    no euro sign.
    """
    return number_format(Decimal(cents) / 100, 2)


def euros_in_words(cents: int) -> str:
    return gettext("€%(amount)s") % {"amount": write_cents(cents)}
