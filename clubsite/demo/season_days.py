from datetime import date
from typing import Any


def name_and_days(first: date, last: date, *, of_couples: bool) -> dict[str, Any]:
    """From September to June, or longer if a night is outside these months."""
    year = last.year - (last.month < 8)
    return {
        "name": f"{'Koppels ' if of_couples else ''}{year}-{year + 1}",
        "first": min(first, date(year, 9, 1)),
        "last": max(last, date(year + 1, 6, 30)),
    }
