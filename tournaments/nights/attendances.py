"""What is known of each member on a night. Each change adds a `NightLogEntry`; `by` names nobody,
such as "user 12".
"""

from collections.abc import Iterable

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.models import Attendance, Member, Night, NightLogEntry
from tournaments.models.member import belongs_to
from tournaments.nights.nights import add_log_entries


def set_all(
    night: Night,
    people: Iterable[Member],
    kind: NightLogEntry.Kind,
    value: str | bool,
    by: str,
    *,
    reason: str = "",
) -> dict[int, Attendance]:
    """Set the field `kind` of these members and of their merged duplicates, and log it."""
    there = {member.pk: Attendance(night=night, member=member) for member in people}
    whose = belongs_to(there)
    there |= {attendance.member_id: attendance for attendance in night.attendances.filter(whose)}
    changed = [attendance for attendance in there.values() if getattr(attendance, kind) != value]
    new = [attendance for attendance in changed if not attendance.pk]
    if Member.objects.filter(pk__in=[line.member_id for line in new]).count() < len(new):
        raise user_error(problems.GONE)
    bodies = [
        {"member": attendance.member_id, "was": getattr(attendance, kind), "to": value}
        for attendance in changed
    ]
    for attendance in changed:
        setattr(attendance, kind, value)
    known = [attendance.pk for attendance in changed if attendance.pk]
    Attendance.objects.filter(pk__in=known).update(**{kind.value: value})
    Attendance.objects.bulk_create(new)
    add_log_entries(night, kind, by, bodies, reason)
    return there
