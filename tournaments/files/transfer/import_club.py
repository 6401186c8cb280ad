"""Previews a club's file without writing anything, or imports all of it or nothing. Everything is
read twice, for the preview and for the import, and never more than one night at a time.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from secrets import randbelow
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Model

from scoring.models import Event, FormerName, Note, Row, Seat, Sheet
from scoring.toolkit.problems import UserError
from tournaments import problems
from tournaments.club import clubs, logos
from tournaments.files.transfer import read_club as whole_club
from tournaments.files.transfer.club_file import LOGO, PackedClub, make_broken_error
from tournaments.files.transfer.read_nights import Arriving, Keep
from tournaments.files.transfer.read_sheets import Form, WrongForm
from tournaments.files.transfer.values import Ids, Json
from tournaments.members import erasure_marks, privacy
from tournaments.models import Club, Logo, Member, Night, User
from tournaments.problems import user_error

AT_ONCE = 500  # rows
MOST_GENERATION = 1 << 30
NUMBERS = count(1)
Totals = list[list[int]]  # each seat's total, by sheet of a night


class Preview(NamedTuple):
    """The preview of importing a club: how many objects of each kind would be created. Accounts are
    only listed, because they are not created.
    """

    name: str
    slug: str
    members: int
    seasons: list[str]
    nights: int
    playing: int  # nights that are being played
    forms: int
    accounts: list[str]
    logo: bool
    totals: list[Totals]


class NightRead(NamedTuple):
    night: int
    nights: int


def preview(file: PackedClub) -> Iterator[NightRead | Preview]:
    """Read the whole file. Yield the progress after each night, and finally the preview. Nothing is
    saved.
    """
    parsed, keep = file.club, _invent_ids
    club = _head(file)
    names = file.list_nights()
    club.pk = next(NUMBERS)
    arriving = _arriving(parsed, club, keep)
    known = arriving.arrive()
    logo = _logo(file)
    totals, playing, forms = list[Totals](), 0, 0
    for number, name in enumerate(names, 1):
        yield NightRead(number, len(names))
        entry = _night(file, name, known, keep)
        totals.append([_totals(entry, form) for form in entry.forms])
        playing += entry.night.state == Night.State.PLAYING
        forms += len(entry.forms)
    arriving.settle()
    yield Preview(
        name=club.name,
        slug=club.slug,
        members=sum(
            entry["merged_into"] is None and not entry["erased"] for entry in parsed["members"]
        ),
        seasons=[entry["name"] for entry in parsed["seasons"]],
        nights=len(names),
        playing=playing,
        forms=forms,
        accounts=whole_club.list_roles(parsed),
        logo=logo is not None,
        totals=totals,
    )


def import_club(*, file: PackedClub, checked: Preview, name: str, slug: str, owner: User) -> Club:
    """Create the club, with all its data, from its exported file. `checked` is the result of the
    preview. On a problem nothing is saved.
    """
    try:
        with transaction.atomic():
            return _import(file, checked, name, slug, owner)
    except (IntegrityError, DataError):  # constraints of the database are the last check
        raise make_broken_error("club") from None


def _import(file: PackedClub, checked: Preview, name: str, slug: str, owner: User) -> Club:
    parsed = file.club
    head = _head(file)
    club = clubs.create_club(name=name, slug=slug, owner=owner)
    as_there = {
        field: getattr(head, field)
        for field in ("created", "public_id", "visible_to", "indexed", "starts", "venue")
    }
    Club.objects.filter(pk=club.pk).update(**as_there, link_version=_new_link_version())
    if image := _logo(file):
        Logo.objects.create(club=club, image=image)
    arriving = _arriving(parsed, club, _keep)
    known = arriving.arrive()
    for path, totals in zip(file.list_nights(), checked.totals, strict=True):
        _write(_night(file, path, known, _keep).forms, totals)
    arriving.settle()
    _erase_again(club)
    return club


def _erase_again(club: Club) -> None:
    """Erase members of the new club who were erased on this site before. An older file may contain
    them still.
    """
    marks = erasure_marks.load_all_known()
    secrets = erasure_marks.list_secrets()
    for member in Member.objects.filter(club=club, erased=None) if marks else ():
        if erasure_marks.is_marked(member, marks, secrets):
            privacy.erase(member=member)


def _head(file: PackedClub) -> Club:
    club = whole_club.read_head(file.club)
    _refuse_here(Club, [club.public_id])
    return club


def _arriving(parsed: Json, club: Club, keep: Keep) -> whole_club.Arriving:
    arriving = whole_club.Arriving(parsed, club, keep)
    _refuse_here(Member, [member.public_id for member in arriving.members], "club__")
    return arriving


def _night(file: PackedClub, path: str, known: Ids, keep: Keep) -> Arriving:
    night = Arriving(file.read_night(path), known, path, keep)
    _refuse_here(Night, [night.night.public_id], "season__club__")
    sheets = [form.sheet.public_id for form in night.forms]
    _refuse_here(Sheet, sheets, "table__round__night__season__club__")
    night.arrive()
    known.know([night.old_id], [night.night])
    night.check_forms()
    return night


def _logo(file: PackedClub) -> bytes | None:
    content = file.read_logo()
    try:
        return None if content is None else logos.redraw(content)
    except UserError:
        raise make_broken_error(LOGO) from None


def _totals(night: Arriving, form: Form) -> list[int]:
    try:
        return form.compute_totals()
    except WrongForm:
        raise night.make_form_error(form) from None


def _write(forms: Sequence[Form], totals: Totals) -> None:
    """Save what belongs to these sheets: their rows of games, earlier names of players, notes,
    events (recorded changes) and totals. The sheets themselves are saved before.
    """
    for form, came_to in zip(forms, totals, strict=True):
        for seat, total in zip(form.seats, came_to, strict=True):
            seat.total = total
        things: tuple[FormerName | Note | Event, ...] = (*form.former, *form.notes, *form.events)
        for thing in things:
            thing.sheet = form.sheet
    _all(Row, [row for form in forms for row in form.build_rows()])
    _all(FormerName, [record for form in forms for record in form.former])
    _all(Note, [record for form in forms for record in form.notes])
    _all(Event, [record for form in forms for record in form.events])
    seats = [(seat.total, seat) for form in forms for seat in form.seats]
    _set(Seat, Seat._meta.get_field("total"), seats)


# Refusing what this site has already


def _refuse_here(model: type[Model], ids: Sequence[UUID], club: str = "") -> None:
    """Refuse to import objects with ids that this site already has. They cannot get new ids,
    because digests are computed over them. `club` is the Django lookup from the model to its club,
    such as “club__”, with which the message names the club.
    """
    already = model._default_manager.filter(public_id__in=ids)
    for name in already.values_list(f"{club}name", flat=True)[:1]:
        raise user_error(problems.CLUB_IS_HERE, name=name or "")


# Keeping


def _invent_ids(made: Sequence[Model], field: str = "") -> None:
    """Give unsaved objects an invented id. The preview does this in the place of saving, so that
    references between the objects can be checked. `field` is not used; it is there because the
    function that saves has it.
    """
    for record in made:
        record.pk = record.pk or next(NUMBERS)


def _keep(made: Sequence[Model], field: str = "") -> None:
    if not made:
        return
    model = type(made[0])
    if field:
        model._default_manager.bulk_update(made, [field], batch_size=AT_ONCE)
        return
    for record in made:
        if hasattr(model, "link_version"):  # links of another site must not work here
            record.link_version = _new_link_version()  # type: ignore[attr-defined]
    since = [field for field in model._meta.concrete_fields if getattr(field, "auto_now_add", 0)]
    times = {field: [getattr(record, field.name) for record in made] for field in since}
    _all(model, made)
    for column, old_times in times.items():
        _set(model, column, zip(old_times, made, strict=True))


def _new_link_version() -> int:
    return 1 + randbelow(MOST_GENERATION)


def _all(model: type[Model], made: Sequence[Model]) -> None:
    model._default_manager.bulk_create(made, batch_size=AT_ONCE)


def _set(model: type[Model], field: Any, values: Iterable[tuple[Any, Model]]) -> None:
    """Save the values of one field with SQL. If Django saved them, it would overwrite the values of
    a field with auto_now_add. `values` has pairs of a value and the object to which it belongs.
    """
    quote = connection.ops.quote_name
    table, column = quote(model._meta.db_table), quote(field.column)
    words = f"UPDATE {table} SET {column} = %s WHERE id = %s"  # noqa: S608  our own names
    ready = [(field.get_db_prep_save(value, connection), record.pk) for value, record in values]
    with connection.cursor() as cursor:
        cursor.executemany(words, ready)
