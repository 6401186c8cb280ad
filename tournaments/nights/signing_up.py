"""Who says to come to a night or not: places, the reserve list, and signing off in time."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.accounts import mail, mail_queue
from tournaments.club import season_texts
from tournaments.locks import lock_night_alone
from tournaments.members import couples, members
from tournaments.models import Attendance, Member, Night, NightLogEntry
from tournaments.models.club import at_in_words
from tournaments.models.member import MAIN, belongs_to
from tournaments.models.night import AHEAD, AT_THE_DOOR
from tournaments.names import NameDetail, normalize
from tournaments.nights.nights import list_club_nights, set_attendances

State, Said = Night.State, Attendance.Said
# Whoever was archived or erased takes no place; of a merged duplicate, the member kept counts.
GONE = Q(member__merged_into=None, member__archived__isnull=False) | Q(
    member__merged_into__archived__isnull=False
)


def count_signed_up(night: Night) -> int:
    who = night.attendances.filter(said=Said.ON).exclude(GONE).annotate(who=MAIN)
    return who.values("who").distinct().count()


def list_reserve(night: Night) -> list[Member]:
    """Whoever comes if there is a place, the first in line first."""
    return [member for group in _list_waiting(night) for member in group]


def _list_waiting(night: Night) -> list[list[Member]]:
    """Two who signed up together stand together. Who is in, or has a place as a duplicate, needs no
    other.
    """
    settled = night.attendances.filter(Q(said=Said.ON) | Q(present=True))
    placed = settled.annotate(who=MAIN).values("who")
    rows = night.attendances.filter(said=Said.WAIT).exclude(GONE)
    rows = rows.annotate(who=MAIN).exclude(who__in=placed)
    groups: dict[object, list[Member]] = {}
    seen: set[int] = set()
    for row in rows.select_related("member__merged_into").order_by("waiting_since", "pk"):
        member = row.member.main
        if member.pk not in seen:
            groups.setdefault(row.waiting_since, []).append(member)
        seen.add(member.pk)
    return list(groups.values())


def find_places(night: Night) -> int:
    """0 if there is no limit."""
    return night.season.most_people if night.most_people is None else night.most_people


def has_room(night: Night, people: int = 1) -> bool:
    """Nobody goes past those who wait."""
    places = find_places(night)
    if not places:
        return True
    return count_signed_up(night) + people <= places and not _list_waiting(night)


def find_answer(night: Night, member: Member) -> str:
    return read_answers([night], [member]).get((night.pk, member.pk), "")


def read_answers(nights: Iterable[Night], people: Iterable[Member]) -> dict[tuple[int, int], str]:
    """By night and member; also what was said as a duplicate that was merged since."""
    whose = belongs_to(people)
    rows = Attendance.objects.filter(whose, night__in=nights).exclude(said=Said.NOTHING)
    said = rows.order_by("-pk").values_list("night", MAIN, "said")
    return {(night, who): to for night, who, to in sorted(said, key=lambda row: row[2] == Said.ON)}


class Partner(NamedTuple):
    name: str
    said: str
    agrees: bool
    refuses: bool


def find_partner(night: Night, member: Member) -> Partner | None:
    me, *others = list_with_partner(night, member)
    if not others:
        return None
    name = members.load_names([others[0].pk], NameDetail.FELLOW)[others[0].pk]
    mine, said = (find_answer(night, who) for who in (me, others[0]))
    off = {Said.OFF, Said.LATE}
    agrees = {mine, said} <= off or mine == said != ""
    return Partner(name, said, agrees, refuses=said in off and not agrees)


def open_for(member: Member) -> list[tuple[Night, str]]:
    """Whoever was archived is let in by an organiser."""
    if member.archived:
        return []
    nights = list(list_club_nights(member.club).filter(state=State.SIGN_UP))
    answers = read_answers(nights, [member])
    return [(night, answers.get((night.pk, member.pk), "")) for night in nights]


def list_answers(
    member: Member | None, answers: Mapping[Night, str], nights: Iterable[Night]
) -> Iterator[tuple[Night, str | None, Partner | None, str]]:
    """Of a night without signing up the answer is None. The first says when signing off ends."""
    for number, night in enumerate(nights):
        partner, sign_off, said = None, "", answers.get(night)
        if member and said is not None:
            partner = find_partner(night, member)
            is_brief = number and said in ("", "on")
            tell = describe_place if is_brief else describe_sign_off
            sign_off = tell(night, said, member)
        yield night, said, partner, sign_off


def find_sign_off_end(night: Night) -> datetime | None:
    """Return when signing off in time ends, if that is before the door opens."""
    start, hours = night.begins, night.season.sign_off_hours
    return start - timedelta(hours=hours) if start and hours else None


def describe_sign_off(night: Night, said: str, member: Member | None = None) -> str:
    moved, places = None, find_places(night)
    if member and said == Said.ON and (places or find_sign_off_end(night)):
        moved = _find_moved_up(night).get(member.pk)
    free = gettext("A place became free: you're coming after all.") if moved and places else ""
    told = [free, describe_place(night, said, member), _describe_end(night, said, moved)]
    return " ".join(filter(None, told))


def describe_place(night: Night, said: str, member: Member | None) -> str:
    if said == Said.WAIT:
        line = list_reserve(night)
        words = gettext("You are number %(place)s on the reserve list.")
        return words % {"place": line.index(member) + 1} if member in line else ""
    if said == Said.ON:
        words = gettext("If you sign off, your place goes to the first on the reserve list.")
        return words if find_places(night) and _list_waiting(night) else ""
    if has_room(night):
        return ""
    return gettext("The night is full: whoever signs up now is on the reserve list.")


def _describe_end(night: Night, said: str, moved: datetime | None) -> str:
    """Who moved up after it always signs off in time."""
    end = find_sign_off_end(night)
    if end is None or said == Said.WAIT or (moved and moved > end):
        return ""
    local = timezone.localtime(end)
    counts = {
        "end": f"{date_format(local, 'WEEKDAY_AND_MONTH_FORMAT')} {at_in_words(local.time())}",
        "points": season_texts.no_show_in_words(night.season),
    }
    if said == Said.LATE:
        words = gettext(
            "You signed off too late: it counts as %(points)s, unless the club decides otherwise."
        )
    elif said == Said.OFF:
        return gettext("You signed off in time.")
    elif end < timezone.now():
        words = gettext("It is too late to sign off in time. Whoever stays away gets: %(points)s.")
    else:
        words = gettext("You can sign off until %(end)s. After that it counts as: %(points)s.")
    return words % counts


# The sign-up


def sign(
    *, night: Night, member: Member, said: str, with_partner: bool = False, by: str = ""
) -> Attendance:
    """Whoever signs off when it is too late for it has not signed off in time, unless they got
    their place after that. Who finds no place is on the reserve list.
    """
    with lock_night_alone(night, State.SIGN_UP) as now:
        if member.archived:
            raise user_error(problems.GONE)
        people = list_with_partner(now, member) if with_partner else [member]
        answers = {pk: to for (_night, pk), to in read_answers([now], people).items()}
        late, kind = [], NightLogEntry.Kind.SAID
        if said == Said.ON:
            for who in [who for who in people if answers.get(who.pk) in (said, Said.WAIT)]:
                set_attendances(now, [who], kind, answers[who.pk], by)
                people.remove(who)
            said = said if has_room(now, len(people)) else Said.WAIT
        elif (end := find_sign_off_end(now)) and end < timezone.now():
            in_time = {pk for pk, answer in answers.items() if answer in (said, Said.WAIT)}
            in_time |= {pk for pk, moved in _find_moved_up(now).items() if moved > end}
            late = [who for who in people if who.pk not in in_time]
            people = [who for who in people if who.pk in in_time]
        set_attendances(now, people, kind, said, by)
        set_attendances(now, late, kind, Said.LATE, by)
        if said == Said.WAIT:
            whose = belongs_to(people)
            now.attendances.filter(whose).update(waiting_since=timezone.now())
        _fill(now)
        found = now.attendances.filter(member=member).first()
        return found or Attendance(night=now, member=member)  # who said nothing has no line


def _find_moved_up(night: Night, **which: str) -> dict[int, datetime]:
    """Whose last answer it is: who signs off and on again has taken a place by themselves."""
    entries = night.log_entries.filter(kind=NightLogEntry.Kind.SAID).order_by("sequence")
    last = {entry.body["member"]: entry.pk for entry in entries}
    changed = {"body__was": Said.WAIT.value, "body__to": Said.ON.value}
    moved = entries.filter(pk__in=last.values(), **changed, **which)
    return dict(moved.values_list("body__member", "time"))


def list_untold(night: Night) -> list[Member]:
    """Who got a place by itself, and gets no letter that says so."""
    moved = night.attendances.filter(member__in=_find_moved_up(night, actor=""), said=Said.ON)
    rows = moved.exclude(GONE).select_related("member__merged_into")
    people = {row.member.main for row in rows}
    writes = settings.MAIL and night.season.club.letters
    told = {who for who in people if writes and who.email and who.reminders and not who.no_mail}
    return members.sort_by_name(people - told)


def fill_places(*, night: Night) -> None:
    with lock_night_alone(night) as now:
        _fill(now)


def fill_all_places() -> None:
    """A season may have more places now, or whoever had one is archived."""
    ahead = Night.objects.filter(state__in=AHEAD, attendances__said=Said.WAIT)
    for night in ahead.distinct():
        fill_places(night=night)


def _fill(now: Night) -> None:
    """Give free places to who waits, and tell them. At the door an organiser lets them in."""
    waiting = _list_waiting(now) if now.state in AHEAD else []
    places = find_places(now)
    free = places - count_signed_up(now) if waiting else 0
    for group in waiting:
        if places and len(group) > free:
            break
        free -= len(group)
        set_attendances(now, group, NightLogEntry.Kind.SAID, Said.ON, "")
        people = Member.objects.filter(pk__in=[member.pk for member in group])
        kind, until = mail_queue.Kind.PLACE, now.guess_beginning()
        mail_queue.queue_to_members(kind=kind, people=people, night=now, until=until)
        transaction.on_commit(mail.wake)


def sign_for(
    *, night: Night, member: Member, said: str, reason: str = "", by: str = ""
) -> Attendance:
    """Also more than there are places. Once play is over, a reason is required."""
    with lock_night_alone(night, *AHEAD, *AT_THE_DOOR, State.CLOSING) as now:
        if now.state == State.CLOSING and not normalize(reason):
            raise user_error(problems.NO_REASON)
        kind = NightLogEntry.Kind.SAID
        attendances = set_attendances(now, [member], kind, said, by, reason=reason)
        _fill(now)
        return attendances[member.pk]


def list_with_partner(now: Night, member: Member) -> list[Member]:
    """A partner who was archived does not come along."""
    couple = couples.find_couple(now.season, member)
    other = [couple.find_other(member.pk)] if couple else []
    return [member, *Member.objects.filter(pk__in=other, archived=None)]
