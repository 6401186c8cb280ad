"""What can be done to the people of a club. Everything that is written is written here."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.toolkit.problems import ProblemCode
from tournaments import problems
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.models import Brought, Club, Member, Night, Pair, TableSeat, User
from tournaments.models.member import MOST_TABLES, called, marks
from tournaments.names import LONGEST, Label, Name, NameDetail, Shown, is_clean, read, tell_apart
from tournaments.problems import user_error

MOST_LINES = 10_000


def club_members(club: Club) -> QuerySet[Member]:
    """Each person once: who was merged stands under the name that was kept."""
    return Member.objects.filter(club=club, merged_into=None, erased=None)


@transaction.atomic
def add(*, club: Club, another: bool = False, **said: Any) -> Member:
    """`another`: this is somebody else than who has the same name."""
    clubs.lock_and_invalidate(club)
    member = Member(club=club, **said)
    if not another:
        _refuse_double(member)
    return _save(member)


@transaction.atomic
def change(*, member: Member, another: bool = False, **said: Any) -> Member:
    clubs.lock_and_invalidate(member.club)
    found = Member.objects.select_for_update(of=("self",), no_key=True).select_related("club")
    member = found.get(pk=member.pk)
    if member.erased:
        raise user_error(problems.GONE)
    before = member.name
    for field, value in said.items():
        setattr(member, field, value)
    if not another and member.name.sort_key != before.sort_key:
        _refuse_double(member)
    return _save(member)


@transaction.atomic
def archive(*, member: Member) -> Member:
    """No longer asked for anything; what was played stays."""
    member.archived = member.archived or timezone.now()
    member.save(update_fields=["archived"])
    return member


@transaction.atomic
def restore(*, member: Member) -> Member:
    member.archived = None
    member.save(update_fields=["archived"])
    return member


# Two that are one


@transaction.atomic
def merge(*, double: Member, keep: Member) -> Member:
    """From now on the one stands for the other; neither loses what was written about it."""
    lock_nights_of(keep, double)
    clubs.lock_and_invalidate(keep.club)
    if keep.pk == double.pk or keep.club_id != double.club_id:
        raise user_error(problems.SELF_MERGE)
    for one in (keep, double):
        one.refresh_from_db()
        if one.erased:
            raise user_error(problems.GONE)
        if one.merged_into_id:
            raise user_error(problems.MERGED, name=str(one))
    if double.doubles.exists():
        raise user_error(problems.MERGED, name=str(double))
    _refuse_two(keep, double)
    double.merged_into = keep
    double.save(update_fields=["merged_into"])
    return keep


def _refuse_two(keep: Member, double: Member) -> None:
    """Nobody sits at two tables in one round, or stands twice in the results of a night."""
    whose = Q(member=keep) | Q(member__merged_into=keep)
    rounds = TableSeat.objects.filter(whose).values("round")
    nights = Brought.objects.filter(whose).values("night")
    both = Q(rounds__seats__in=double.seats.filter(round__in=rounds))
    both |= Q(brought__in=double.brought.filter(night__in=nights))
    if night := Night.objects.filter(both).first():
        names = {"name": str(keep), "other": str(double)}
        raise user_error(problems.TWO_PEOPLE, day=str(night), **names)


@transaction.atomic
def unmerge(*, double: Member) -> Member:
    lock_nights_of(double)
    clubs.lock_and_invalidate(double.club)
    double.merged_into = None
    double.save(update_fields=["merged_into"])
    return double


def main_member(member: Member) -> Member:
    """Who plays where this one is named."""
    return member.merged_into or member


def of_account(user: User, club: Club | None = None) -> QuerySet[Member]:
    """Who has the address that this account showed to be its own, in the clubs it takes part in or
    in one; people may share an address.
    """
    if not user.email:
        return Member.objects.none()
    ours = Member.objects.filter(merged_into=None, erased=None, email__iexact=user.email)
    return ours.filter(club=club) if club else ours.filter(club__roles__user=user)


class Known(NamedTuple):
    """All that somebody is called by."""

    shown: str
    nickname: str
    number: str
    name: Name

    def called(self, names: NameDetail) -> Shown:
        """As whoever looks may see them."""
        return Shown(called(names, *self), marks(names, self.nickname, self.number))


def known(ids: Collection[int]) -> dict[int, Known]:
    """These, and everybody else of their club: who is told apart is so on every page alike."""
    clubs_of = Member.objects.filter(pk__in=ids).order_by().values("club")
    return _known(Q(club__in=clubs_of, merged_into=None, erased=None) | Q(pk__in=ids))


def _known(who: Q) -> dict[int, Known]:
    fields = ("pk", "shown", "nickname", "number", *Name._fields)
    found = Member.objects.filter(who).order_by().values_list(*fields)
    return {
        pk: Known(shown, nickname, number, Name(*name))
        for pk, shown, nickname, number, *name in found
    }


def names_by_id(ids: Collection[int], names: NameDetail) -> dict[int, str]:
    """As whoever looks finds them, each told apart from everybody of the club."""
    found = labels(ids, names)
    return {pk: one.full for pk, one in found.items()}


def labels(ids: Collection[int], names: NameDetail) -> dict[int, Label]:
    """The same, with how they stand in a list."""
    return of_these(label_all(known(ids), names), ids)


def labels_in(club: Club) -> dict[int, Label]:
    """Of everybody there, for who organises."""
    return label_all(_known(Q(club=club, merged_into=None, erased=None)), NameDetail.FULL)


def label_all(people: Mapping[int, Known], names: NameDetail) -> dict[int, Label]:
    return tell_apart({pk: one.called(names) for pk, one in people.items()})


def of_these(found: Mapping[int, Label], ids: Collection[int]) -> dict[int, Label]:
    return {pk: found[pk] for pk in ids if pk in found}


def label_people(people: Iterable[Member]) -> list[Member]:
    """The same, each told apart from namesakes wherever they are named from here on."""
    every = list(people)
    found = labels([one.pk for one in every], NameDetail.FULL)
    for one in every:
        one.apart = found[one.pk]
    return every


def by_name(people: Iterable[Member]) -> list[Member]:
    """In the order of every list of members."""
    return sorted(people, key=lambda one: (bytes(one.sort_key), one.pk))


# Who is kept apart, and who together


@transaction.atomic
def pair(*, member: Member, other: Member, kind: str) -> Pair:
    clubs.lock_and_invalidate(member.club)
    if member.pk == other.pk or member.club_id != other.club_id:
        raise user_error(problems.SELF_PAIR)
    one, other = sorted((member, other), key=lambda each: each.pk)
    if Pair.objects.filter(one=one, other=other).exists():
        raise user_error(problems.SAME_PAIR)
    return Pair.objects.create(one=one, other=other, kind=kind)


@transaction.atomic
def unpair(*, pair: Pair) -> None:
    pair.delete()


def pairs_of(member: Member) -> list[tuple[Pair, Member]]:
    """Each with whom it is."""
    found = Pair.objects.filter(Q(one=member) | Q(other=member)).select_related("one", "other")
    pairs = [(pair, pair.other if pair.one_id == member.pk else pair.one) for pair in found]
    label_people(other for _pair, other in pairs)
    return sorted(pairs, key=lambda each: bytes(each[1].sort_key))


# A list of names, pasted


class Line(NamedTuple):
    """One line, and what is to become of it."""

    number: int  # in what was pasted
    text: str
    name: Name
    sure: bool = True
    known: bool = False  # somebody of this name is there, or stands higher on the list
    wrong: ProblemCode | None = None


class ListPreview(NamedTuple):
    lines: tuple[Line, ...]
    again: bool  # who is known is added as well

    @property
    def adds(self) -> list[Line]:
        return [line for line in self.lines if not line.wrong and (self.again or not line.known)]

    @property
    def doubtful(self) -> list[Line]:
        return [line for line in self.lines if not line.wrong and (line.known or not line.sure)]

    @property
    def wrong(self) -> list[Line]:
        return [line for line in self.lines if line.wrong]


def preview_list(*, club: Club, text: str, again: bool = False) -> ListPreview:
    """What adding this list would do."""
    rows = [(place, row) for place, row in enumerate(text.splitlines(), 1) if row.strip()]
    if len(rows) > MOST_LINES:
        raise user_error(problems.LONG_LIST, count=len(rows), most=MOST_LINES)
    seen = {bytes(key) for key in club_members(club).values_list("sort_key", flat=True)}
    lines = []
    for place, row in rows:
        line = _line(place, row)
        lines.append(line._replace(known=line.name.sort_key in seen))
        seen.add(line.name.sort_key)
    return ListPreview(tuple(lines), again)


@transaction.atomic
def add_many(*, club: Club, text: str, again: bool = False) -> list[Member]:
    """All of the list or nothing."""
    clubs.lock_and_invalidate(club)
    reading = preview_list(club=club, text=text, again=again)
    if reading.wrong:
        raise user_error(problems.WRONG_LIST)
    if not reading.adds:
        raise user_error(problems.EMPTY_LIST)
    members = [Member(club=club, **line.name._asdict()) for line in reading.adds]
    for member in members:
        member.index()
    return Member.objects.bulk_create(members, batch_size=500)


def _line(place: int, row: str) -> Line:
    found = read(row)
    if found is None:
        return Line(place, row[:LONGEST], Name(""), wrong=problems.COLUMNS)
    return Line(place, row[:LONGEST], found.name, found.sure, wrong=_wrong(found.name))


# What has to be right


def _save(member: Member) -> Member:
    wrong = _wrong(member.name)
    if wrong:
        raise user_error(wrong, most=LONGEST)
    if not all(map(is_clean, (member.nickname, member.number, member.phone))):
        raise user_error(problems.WRONG_NAME)
    if member.table is not None and not 1 <= member.table <= MOST_TABLES:
        raise user_error(problems.NO_TABLE, most=MOST_TABLES)
    _refuse_number(member)
    member.index()
    member.save()
    return member


def _wrong(name: Name) -> ProblemCode | None:
    if not name.first:
        return problems.NO_FIRST_NAME
    if len(name.full) > LONGEST:
        return problems.LONG_NAME
    return None if is_clean(name.full) else problems.WRONG_NAME


def _refuse_double(member: Member) -> None:
    others = club_members(member.club).exclude(pk=member.pk)
    if same := others.filter(sort_key=member.name.sort_key).first():
        raise user_error(problems.SAME_NAME, name=str(same))


def _refuse_number(member: Member) -> None:
    others = Member.objects.filter(club=member.club).exclude(pk=member.pk)
    same = others.filter(number=member.number).first() if member.number else None
    if same:
        raise user_error(problems.SAME_NUMBER, name=str(same))
