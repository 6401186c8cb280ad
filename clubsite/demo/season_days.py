"""The name and the days of a demo club's season."""

from datetime import date
from typing import Any


def name_and_days(first: date, last: date, *, of_couples: bool) -> dict[str, Any]:
    """Return the name and the days of a season with its first and last night on these days. It
    begins in September, or with the first night if that is earlier.
    """
    year = last.year - (last.month < 8)
    return {
        "name": f"{'Koppels ' if of_couples else ''}{year}-{year + 1}",
        "first": min(first, date(year, 9, 1)),
        "last": max(last, date(year + 1, 6, 30)),
    }
