from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.accounts import accounts
from tournaments.models import NightLogEntry


class SignOff(NamedTuple):
    day: date  # of the night
    member: int
    time: datetime
    name: str  # of the user who did it; empty: the member did
    reason: str

    @property
    def brief(self) -> str:
        """The time if it was today, otherwise the date."""
        when = timezone.localtime(self.time)
        today = when.date() == timezone.localdate()
        time = date_format(when, "TIME_FORMAT" if today else "DAY_AND_MONTH_FORMAT")
        if not self.name:
            return time
        words = gettext("by %(name)s, %(time)s") % {"name": self.name, "time": time}
        return f"{words}: {self.reason}" if self.reason else words


def read_sign_offs(**which: Any) -> dict[tuple[date, int], SignOff]:
    """`which` filters the log entries. The keys are the day and the member."""
    entries = NightLogEntry.objects.filter(kind=NightLogEntry.Kind.SAID, **which)
    columns = ("night__day", "body", "time", "actor", "reason")
    last = {
        (day, body["member"]): (time, actor, reason)
        for day, body, time, actor, reason in entries.order_by("sequence").values_list(*columns)
    }
    names = accounts.load_names(actor for _time, actor, _reason in last.values())
    return {
        key: SignOff(*key, time, names.get(actor, ""), reason)
        for key, (time, actor, reason) in last.items()
    }
