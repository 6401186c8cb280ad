"""The name and the days of a demo club's season."""

from datetime import date
from typing import Any


def name_and_days(first: date, last: date, *, of_couples: bool) -> dict[str, Any]:
    """Return the name, the first day and the last day of a season whose first night is on `first`
    and whose last night is on `last`. The season lasts from September to June, or longer if a night
    is outside these months. With `of_couples`, its name says that it is a season of couples (two
    members who play as partners).
    """
    year = last.year - (last.month < 8)
    return {
        "name": f"{'Koppels ' if of_couples else ''}{year}-{year + 1}",
        "first": min(first, date(year, 9, 1)),
        "last": max(last, date(year + 1, 6, 30)),
    }
