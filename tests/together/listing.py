import inspect
import uuid
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.core.exceptions import ObjectDoesNotExist

from scoring.models import Event, Sheet
from tournaments.models import Member, Night, Season, Table

World = SimpleNamespace
Said = Callable[[World], dict[str, Any]]
EVERY = "every night"


class Called(NamedTuple):
    name: str
    verb: str
    night: str  # which of the world's; EVERY: what it holds reaches them all
    call: Callable[[World], Any]
    event: uuid.UUID | None = None  # of an entry

    def __call__(self, w: World) -> str:
        try:
            return str(self.call(w) or "done")
        except ObjectDoesNotExist as gone:
            if _fetched(gone):
                return "refused"  # as a page that is not found
            raise


def _fetched(error: ObjectDoesNotExist) -> bool:
    """Whether it was looked for by a call itself, not in a verb."""
    trace = error.__traceback__
    names = set()
    while trace:
        names.add(trace.tb_frame.f_globals.get("__name__", ""))
        trace = trace.tb_next
    return not any(name.startswith(("scoring.", "tournaments.")) for name in names)


CALLS: dict[str, Called] = {}


def add_call(name: str, night: str, verb: Callable[..., Any], said: Said) -> None:
    """`said` is what the verb is told besides the night, if it takes one."""
    takes_night = "night" in inspect.signature(verb).parameters

    def call(w: World) -> None:
        verb(**{"night": find_night(w, night)} if takes_night else {}, **said(w))

    CALLS[name] = Called(name, name_verb(verb), night, call)


def name_verb(verb: Callable[..., Any]) -> str:
    return f"{verb.__module__}.{verb.__name__}"


# What a call looks for first, as a page does


def find_night(w: World, name: str = "playing") -> Night:
    return Night.with_called_off.select_related("season__club").get(pk=getattr(w, name))


def find_season(w: World) -> Season:
    return Season.objects.get(pk=w.season)


def who(w: World, number: int) -> Member:
    return Member.objects.select_related("merged_into").get(pk=w.who[number])


def table(w: World, name: str) -> Table:
    return Table.objects.select_related("round__night__season__club").get(pk=getattr(w, name))


def player(sheet: Sheet, place: int = 1) -> str:
    return [*sheet.seats.order_by("position")][place].name


def lost(came: Iterable[tuple[str, str]]) -> list[str]:
    kept = [CALLS[name] for name, how in came if how in ("kept", "aside")]
    ids = {event.event: event.name for event in kept if event.event}
    there = {*Event.objects.filter(pk__in=ids).values_list("pk", flat=True)}
    return [name for id, name in ids.items() if id not in there]
