"""Who comes in on a night, guests too, and who pays."""

from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.locks import lock_night_alone
from tournaments.members import couples, members
from tournaments.models import Attendance, Member, Night, NightLogEntry, TableSeat
from tournaments.models.member import MAIN, belongs_to
from tournaments.models.night import AT_THE_DOOR, OVER, STAYS_AWAY
from tournaments.names import Name, build_name, fold
from tournaments.nights import entrants, money
from tournaments.nights.nights import set_attendances

Said = Attendance.Said


def check_in(*, night: Night, member: Member, present: bool, by: str = "") -> Attendance:
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        return set_attendances(now, [member], NightLogEntry.Kind.PRESENT, present, by)[member.pk]


def check_in_all(*, night: Night, by: str = "") -> None:
    """Check in who signed up, or else all couples, or all but guests; not who signed off or went
    home. Who is away while the partner is in comes in only if nobody else is left.
    """
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        given = now.attendances.exclude(said=Said.NOTHING).order_by("-pk")
        columns = given.values_list("member", "member__merged_into", "said")
        answers = {keep or member: said for member, keep, said in columns}
        people = members.list_members(now.season.club).filter(archived=None)
        expected = couples.list_expected(now)
        who = [member for member in people if answers.get(member.pk) == Said.ON]
        who = who or [
            member
            for member in people
            if (member.pk in expected if expected else not member.guest)
            and answers.get(member.pk) not in STAYS_AWAY
        ]
        seats = TableSeat.objects.filter(round__night=now)
        played = {keep or pk for pk, keep in seats.values_list("member", "member__merged_into")}
        come = [member for member in who if member.pk not in played]
        if now.season.by_couple:
            replaced = entrants.load_tonight(now).replaced
            come = [member for member in come if member.pk not in replaced]
            partners = [couple[1:] for couple in couples.list_couples(now.season)]
            here = set(now.attendances.filter(present=True).values_list(MAIN, flat=True))
            halved = {pk for both in partners if here.intersection(both) for pk in both}
            away = [member for member in come if member.pk not in here]
            come = [member for member in away if member.pk not in halved] or away
        set_attendances(now, come, NightLogEntry.Kind.PRESENT, True, by)


def list_namesakes(night: Night, name: Name) -> list[Member]:
    """Without a family name also who isn't in yet and bears the words; the last may be cut."""
    known = members.list_members(night.season.club)
    if name.family:
        return members.label_people(known.filter(sort_key=name.sort_key))
    *typed, last = fold(name.first).split() or [""]
    inside = set(night.attendances.filter(present=True).values_list(MAIN, flat=True))

    def is_meant(member: Member) -> bool:
        words = fold(member.name.full).split()
        begun = typed and any(word.startswith(last) for word in words)
        is_whole = typed and words == [*typed, last]
        bears = {*typed} <= {*words} and bool(begun or last in words)
        return bears and bool(is_whole or member.pk not in inside)

    same = [member for member in known if member.sort_key == name.sort_key]
    return members.label_people(same or filter(is_meant, known))


def walk_in(
    *,
    night: Night,
    first: str,
    family: str,
    same: Member | None = None,
    another: bool = False,
    couple: int | None = None,
    by: str = "",
) -> Attendance:
    """Refuse a member's name, unless it is the `same` or `another`. For who is away of `couple`
    the guest stands in.
    """
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        name, club = build_name(first, family), now.season.club
        if not (same or another) and (known := list_namesakes(now, name)):
            raise user_error(problems.SAME_NAME, name=str(known[0]))
        guest = same or members.add(club=club, another=another, guest=True, **name._asdict())
        attendance = set_attendances(now, [guest], NightLogEntry.Kind.PRESENT, True, by)[guest.pk]
        halved = now.season.couples.filter(pk=couple).first() if couple else None
        if halved:  # else it was split meanwhile
            entrants.set_substitute(night=now, couple=halved, member=guest, by=by)
        return attendance


def pay(
    *, night: Night, member: Member, paid: bool, debts: bool = False, by: str = ""
) -> Attendance:
    """With `debts`, also pay everything unpaid from earlier nights."""
    with lock_night_alone(night, *AT_THE_DOOR, *OVER) as now:
        attendance = set_attendances(now, [member], NightLogEntry.Kind.PAID, paid, by)[member.pk]
        whose = belongs_to([member])
        now.attendances.filter(whose).update(amount=0, settled=False, by_card=False)
        cards = money.read_cards(now.season)
        fee = money.ask_fee(now.fees, member, cards) if paid else 0
        attendance.by_card = fee > 0 and money.has_punch(cards, member)
        due = money.count_to_pay(now, member, cards, debts=debts) if paid else 0
        attendance.amount = due - fee if attendance.by_card else due
        attendance.settled = paid and debts
        if attendance.pk:  # who was never there has no line
            attendance.save(update_fields=["amount", "settled", "by_card"])
        return attendance


def pay_all(*, night: Night, debts: bool = False, by: str = "") -> None:
    with lock_night_alone(night, *AT_THE_DOOR, *OVER) as now:
        for row in money.build_money(now).owing:
            pay(night=now, member=row.member, paid=True, debts=debts, by=by)
