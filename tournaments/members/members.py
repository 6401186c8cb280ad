from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from scoring.toolkit.problems import ProblemCode, user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.locks import lock_nights_of
from tournaments.members import past_imports
from tournaments.models import Club, Couple, ImportedResult, Member, Night, Pair, TableSeat, User
from tournaments.models.member import MOST_TABLES, belongs_to
from tournaments.names import (
    LONGEST,
    NOBODY,
    Label,
    Name,
    NameDetail,
    Shown,
    choose_name,
    is_clean,
    is_whole_name,
    list_marks,
    read,
    tell_apart,
)

MOST_LINES = 10_000


def list_members(club: Club) -> QuerySet[Member]:
    """Return them without merged duplicates and erased members."""
    return Member.objects.filter(club=club, merged_into=None, erased=None)


@transaction.atomic
def add(*, club: Club, another: bool = False, **said: Any) -> Member:
    """A second member of the same name is refused, unless it is confirmed as `another`."""
    clubs.lock_and_invalidate(club)
    member = Member(club=club, **said)
    if not another:
        _refuse_double(member)
    return _save(member)


@transaction.atomic
def change(*, member: Member, another: bool = False, **said: Any) -> Member:
    clubs.lock_and_invalidate(member.club)
    member = read_again(member, lock=True)
    before, email = member.name, member.email
    for field, value in said.items():
        setattr(member, field, value)
    if not another and member.name.sort_key != before.sort_key:
        _refuse_double(member)
    if member.email != email:
        member.link_mailed = None  # it went to somebody else, perhaps
    return _save(member)


@transaction.atomic
def archive(*, member: Member) -> Member:
    clubs.lock_and_invalidate(member.club)
    member.archived = member.archived or timezone.now()
    Member.objects.filter(pk=member.pk).update(archived=member.archived)
    return member


@transaction.atomic
def restore(*, member: Member) -> Member:
    clubs.lock_and_invalidate(member.club)
    member.archived = None
    Member.objects.filter(pk=member.pk).update(archived=None)
    return member


# Merging duplicates


@transaction.atomic
def merge(*, double: Member, keep: Member) -> Member:
    """Both records stay, so that `unmerge` is possible."""
    lock_nights_of(keep, double)
    clubs.lock_and_invalidate(keep.club)
    if keep.pk == double.pk or keep.club_id != double.club_id:
        raise user_error(problems.SELF_MERGE)
    keep, double = read_again(keep), read_again(double)
    for member in (keep, double):
        if member.merged_into_id:
            raise user_error(problems.MERGED, name=str(member))
    if double.doubles.exists():
        raise user_error(problems.MERGED, name=str(double))
    _refuse_two(keep, double)
    double.merged_into = keep
    double.save(update_fields=["merged_into"])
    if double.erasure_asked and not keep.erasure_asked:
        keep.erasure_asked = double.erasure_asked
        keep.save(update_fields=["erasure_asked"])
    return keep


def _refuse_two(keep: Member, double: Member) -> None:
    """Who sat in the same round, or has results on the same night, are different people; nobody is
    in two couples of a season.
    """
    whose = belongs_to([keep])
    rounds = TableSeat.objects.filter(whose).values("round")
    nights = ImportedResult.objects.filter(whose).values("night")
    both = Q(rounds__seats__in=double.seats.filter(round__in=rounds))
    both |= Q(imported_results__in=double.imported_results.filter(night__in=nights))
    if night := Night.objects.filter(both).first():
        names = {"name": str(keep), "other": str(double)}
        raise user_error(problems.TWO_PEOPLE, day=str(night), **names)
    kept = Member.objects.filter(Q(pk=keep.pk) | Q(merged_into=keep))
    seasons = Couple.objects.filter(Q(first__in=kept) | Q(second__in=kept)).values("season")
    own = Couple.objects.filter(Q(first=double) | Q(second=double), season__in=seasons)
    if couple := own.first():
        other = couple.second if couple.first_id == double.pk else couple.first
        raise user_error(problems.HAS_PARTNER, name=str(double), other=str(other))


@transaction.atomic
def unmerge(*, double: Member) -> Member:
    lock_nights_of(double)
    clubs.lock_and_invalidate(double.club)
    for keep in Member.objects.filter(doubles=double, erasure_asked=double.erasure_asked):
        if keep.erasure_asked:  # as this double did; another may have asked, too
            rest = keep.doubles.exclude(pk=double.pk).aggregate(asked=Min("erasure_asked"))
            keep.erasure_asked = rest["asked"]
            keep.save(update_fields=["erasure_asked"])
    double.merged_into = None
    double.save(update_fields=["merged_into"])
    return double


def read_again(member: Member, *, lock: bool = False) -> Member:
    """Refuse who was erased or deleted meanwhile."""
    rows = Member.objects.select_related("club", "merged_into")
    if lock:
        rows = rows.select_for_update(of=("self",), no_key=True)
    now = rows.filter(pk=member.pk).first()
    if now is None or now.erased:
        raise user_error(problems.GONE)
    return now


def list_account_members(user: User, club: Club | None = None) -> QuerySet[Member]:
    """Without `club`, in all clubs where the account has a role."""
    if not user.email:
        return Member.objects.none()
    matching = Member.objects.filter(merged_into=None, erased=None, email__iexact=user.email)
    return matching.filter(club=club) if club else matching.filter(club__roles__user=user)


def load_main_ids(ids: Collection[int]) -> dict[int, int]:
    """Of a merged double, the id of the member kept."""
    rows = Member.objects.filter(pk__in=ids).order_by().values_list("pk", "merged_into")
    return {pk: keep or pk for pk, keep in rows}


class MemberNames(NamedTuple):
    shown: str
    nickname: str
    number: str
    name: Name

    def choose_shown(self, detail: NameDetail) -> Shown:
        number = self.number and gettext("no. %(number)s") % {"number": self.number}
        name = choose_name(detail, self.shown, self.nickname, number, self.name)
        hides = name.full == NOBODY
        return Shown(name, () if hides else list_marks(detail, self.nickname, self.number))


def name_in_hall(member: Member) -> str:
    names = MemberNames(member.shown, member.nickname, member.number, member.name)
    return names.choose_shown(NameDetail.FELLOW).name.full


KNOWN = ("pk", "shown", "nickname", "number", *Name._fields)  # the columns of `MemberNames`


def load_known(ids: Collection[int]) -> dict[int, MemberNames]:
    """Also those of everybody else in their clubs, so that every page tells namesakes apart in the
    same way.
    """
    clubs_of = Member.objects.filter(pk__in=ids).order_by().values("club")
    # Written so that PostgreSQL finds them by their club, and reads no other's.
    there = Q(merged_into=None, erased=None) | Q(pk__in=ids)
    return _known(Q(club__in=clubs_of) & there)


def _known(who: Q) -> dict[int, MemberNames]:
    rows = Member.objects.filter(who).order_by().values_list(*KNOWN)
    return {
        pk: MemberNames(shown, nickname, number, Name(*name))
        for pk, shown, nickname, number, *name in rows
    }


def load_names(ids: Collection[int], detail: NameDetail) -> dict[int, str]:
    return {pk: label.full for pk, label in load_labels(ids, detail).items()}


def load_labels(ids: Collection[int], detail: NameDetail) -> dict[int, Label]:
    return select_labels(label_all(load_known(ids), detail), ids)


def load_club_labels(club: Club) -> dict[int, Label]:
    return label_all(_known(Q(club=club, merged_into=None, erased=None)), NameDetail.FULL)


def label_all(people: Mapping[int, MemberNames], detail: NameDetail) -> dict[int, Label]:
    return tell_apart({pk: person.choose_shown(detail) for pk, person in people.items()})


def select_labels(labels: Mapping[int, Label], ids: Collection[int]) -> dict[int, Label]:
    return {pk: labels[pk] for pk in ids if pk in labels}


def label_people(people: Iterable[Member]) -> list[Member]:
    """`str(member)` then tells people of the same name apart."""
    members = list(people)
    labels_by_id = load_labels([person.pk for person in members], NameDetail.FULL)
    for person in members:
        person.apart = labels_by_id[person.pk]
    return members


def label_in_order(people: Iterable[Member]) -> list[Member]:
    return sorted(label_people(people), key=lambda member: (member.label.order, member.pk))


def sort_by_name(people: Iterable[Member]) -> list[Member]:
    return sorted(people, key=lambda member: (bytes(member.sort_key), member.pk))


# Pairs kept apart or together


@transaction.atomic
def pair(*, member: Member, other: Member, kind: str) -> Pair:
    clubs.lock_and_invalidate(member.club)
    if member.pk == other.pk or member.club_id != other.club_id:
        raise user_error(problems.SELF_PAIR)
    lower, other = sorted((member, other), key=lambda person: person.pk)
    if other in (known for _pair, known in list_pairs(lower)):
        raise user_error(problems.SAME_PAIR)
    return Pair.objects.create(first=lower, second=other, kind=kind)


@transaction.atomic
def unpair(*, pair: Pair) -> None:
    pair.delete()


def find_pairs(people: Collection[int]) -> QuerySet[Pair]:
    """Those of the doubles of these people, too."""
    first = Q(first__in=people) | Q(first__merged_into__in=people)
    second = Q(second__in=people) | Q(second__merged_into__in=people)
    rows = Pair.objects.select_related("first__merged_into", "second__merged_into")
    return rows.filter(first | second).order_by("pk")


def list_pairs(member: Member) -> list[tuple[Pair, Member]]:
    both = ((pair, {*pair.people} - {member.main}) for pair in find_pairs([member.main_id]))
    pairs = [(pair, other) for pair, others in both for other in others]
    label_people(other for _pair, other in pairs)
    return sorted(pairs, key=lambda item: bytes(item[1].sort_key))


# A pasted list of names


class ListLine(NamedTuple):
    number: int  # line number in the pasted text
    text: str
    name: Name
    sure: bool = True
    known: bool = False  # the name exists, or stands earlier in the list
    wrong: ProblemCode | None = None


class ListPreview(NamedTuple):
    lines: tuple[ListLine, ...]
    again: bool  # add known names, too

    @property
    def adds(self) -> list[ListLine]:
        return [line for line in self.lines if not line.wrong and (self.again or not line.known)]

    @property
    def doubtful(self) -> list[ListLine]:
        return [line for line in self.lines if not line.wrong and (line.known or not line.sure)]

    @property
    def wrong(self) -> list[ListLine]:
        return [line for line in self.lines if line.wrong]


def preview_list(*, club: Club, text: str, again: bool = False) -> ListPreview:
    """A known name is skipped; with `again`, it is added as another person."""
    rows = [(place, row) for place, row in enumerate(text.splitlines(), 1) if row.strip()]
    if len(rows) > MOST_LINES:
        raise user_error(problems.LONG_LIST, count=len(rows), most=MOST_LINES)
    here = club.members.filter(erased=None)  # merged doubles, too
    seen = {bytes(key) for key in here.values_list("sort_key", flat=True)}
    lines = []
    for place, name in ((place, part) for place, row in rows for part in split_partners(row)):
        line = _line(place, name)
        lines.append(line._replace(known=line.name.sort_key in seen))
        seen.add(line.name.sort_key)
    return ListPreview(tuple(lines), again)


@transaction.atomic
def add_many(
    *, club: Club, text: str, again: bool = False, guests: bool = False, by: str = ""
) -> list[Member]:
    """If a line is wrong, nobody is added."""
    clubs.lock_and_invalidate(club)
    reading = preview_list(club=club, text=text, again=again)
    if reading.wrong:
        raise user_error(problems.WRONG_LIST)
    if not reading.adds:
        raise user_error(problems.EMPTY_LIST)
    members = [Member(club=club, guest=guests, **line.name._asdict()) for line in reading.adds]
    for member in members:
        member.index()
    added = Member.objects.bulk_create(members, batch_size=500)
    past_imports.save_import(club, added, by=by)
    return added


def split_partners(line: str) -> list[str]:
    """Who play together may stand on one line."""
    for word in (" & ", " + ", pgettext("between two partners", " and ")):
        if word in line:
            return line.split(word)
    return [line]


def split_couple(line: str) -> list[str]:
    """Likewise; two columns of a sheet are two people, too."""
    columns = line.strip().split("\t")
    is_couple = len(columns) == 2 and all(map(is_whole_name, columns))
    return columns if is_couple else split_partners(line)


def find_partners_key(club: Club) -> str:
    """Return where a session keeps a list's lines of two, until couples are made of them."""
    return f"partners {club.pk}"


def list_partners(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if len(split_partners(line)) == 2)


def _line(place: int, row: str) -> ListLine:
    reading = read(row)
    if reading is None:
        return ListLine(place, row[:LONGEST], Name(""), wrong=problems.COLUMNS)
    return ListLine(place, row[:LONGEST], reading.name, reading.sure, wrong=_wrong(reading.name))


# Checks


def _save(member: Member) -> Member:
    wrong = _wrong(member.name)
    if wrong:
        raise user_error(wrong, most=LONGEST)
    if not all(map(is_clean, (member.nickname, member.number, member.phone, member.household))):
        raise user_error(problems.WRONG_NAME)
    if member.table is not None and not 1 <= member.table <= MOST_TABLES:
        raise user_error(problems.NO_TABLE, most=MOST_TABLES)
    others = Member.objects.filter(club=member.club).exclude(pk=member.pk)
    if member.number and (same := others.filter(number=member.number).first()):
        if same.main_id != member.pk:
            raise user_error(problems.SAME_NUMBER, name=str(same))
        same.number = ""  # which the member kept takes over
        same.index()
        same.save(update_fields=["number", "search_text"])
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
    others = list_members(member.club).exclude(pk=member.pk)
    if same := others.filter(sort_key=member.name.sort_key).first():
        raise user_error(problems.SAME_NAME, name=str(same))


class Enrolled(NamedTuple):
    guest: bool
    merged_into: int | None
    is_gone: bool  # merged into another member, or erased
    known: MemberNames


def read_roll(club: Club | int) -> dict[int, Enrolled]:
    fields = ("pk", "guest", "merged_into", "erased", "shown", "nickname", "number", *Name._fields)
    rows = Member.objects.filter(club=club).order_by("pk").values_list(*fields)
    return {
        pk: Enrolled(
            guest,
            merged_into,
            bool(merged_into or erased),
            MemberNames(shown, nickname, number, Name(*name)),
        )
        for pk, guest, merged_into, erased, shown, nickname, number, *name in rows
    }


def find_known(roll: Mapping[int, Enrolled], ids: Collection[int]) -> dict[int, MemberNames]:
    return {
        pk: enrolled.known for pk, enrolled in roll.items() if pk in ids or not enrolled.is_gone
    }


@transaction.atomic
def show_as(*, member: Member, shown: str) -> Member:
    clubs.lock_and_invalidate(member.club)
    member.shown = shown
    member.save(update_fields=["shown"])
    return member


@transaction.atomic
def renew_link(*, member: Member) -> Member:
    member.link_version += 1
    member.link_mailed = None  # what was mailed works no more
    member.save(update_fields=["link_version", "link_mailed"])
    return member
