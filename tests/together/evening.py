from collections.abc import Iterator
from functools import cache
from typing import Any

from scoring.sheets import verify
from tests.together import calls, listing, phones, world  # noqa: F401  (those fill the list)
from tests.together.listing import CALLS, EVERY
from tests.together.pauses import Met, Two

Came = list[tuple[str, str]]
Result = tuple[Came, dict[str, Any]]


class Evening:
    """The club in the database until it is left, as it was before each time two meet there."""

    def __init__(self) -> None:
        self.before = world.Kept("before")
        self.w = world.build()
        self.kept, self.two = world.Kept("kept"), Two()
        self.met = 0
        self.in_order = cache(self._in_order)

    def leave(self) -> None:
        self.two.stop()
        self.before.put_back()
        self.kept.drop()
        self.before.drop()

    def meet(self, first: str, second: str, place: int = 0) -> Met:
        self.kept.put_back()
        self.met += place > 0
        call, other = CALLS[first], CALLS[second]
        return self.two.meet(lambda: call(self.w), lambda: other(self.w), place)

    def places(self, first: str, second: str) -> dict[int, int]:
        return self.in_order(first, second)[1]

    def _in_order(self, first: str, second: str, place: int = 0) -> tuple[Result, dict[int, int]]:
        met = self.meet(first, second, place)
        places = {n: met.places[n - 1] for n in range(met.entry, len(met.places) + 1) if n}
        return (came(first, second, met), world.seen(self.w)), places

    def orders(self, first: str, second: str) -> Iterator[Result]:
        """What comes of one after the other, whichever is first; also where who was second had
        looked at a page before, or typed something on a phone.
        """
        for early, other in ((first, second), (second, first)):
            result, places = self.in_order(early, other)
            yield result
            if places:
                yield self.in_order(early, other, min(places))[0]

    def wrong(self, first: str, second: str, place: int) -> tuple[list[str], bool]:
        met = self.meet(first, second, place)
        each, now = came(first, second, met), world.seen(self.w)
        faults = [f"{name}: {how}" for name, how in each if how.startswith("FAULT")]
        faults += [f"{name} was acknowledged and is gone" for name in listing.lost(each)]
        faults += world.impossible(self.w)
        faults += [f"verify: {problem}" for problem in verify.run().problems]
        if not faults and (each, now) not in self.orders(first, second):
            orders = [*self.orders(first, second)]
            faults = [f"comes to what no order comes to: {difference((each, now), orders)}"]
        where = f"{second} while {first} stopped at place {place}"
        return [f"{where}: {call}" for call in faults], met.waited

    def all_wrong(self, first: str, second: str) -> list[str]:
        """At every place, but for those where nothing new can come of it: where the second waited
        for a lock at an earlier place of the same transaction, it waits at a later one likewise,
        has come no further, and holds and has read no more than there.
        """
        wrong, waited = [], 0
        for place, transaction in self.places(first, second).items():
            if transaction != waited:
                faults, waits = self.wrong(first, second, place)
                wrong += faults
                waited = transaction if waits else 0
        return wrong


def came(first: str, second: str, met: Met) -> Came:
    return sorted([(first, met.first), (second, met.second)])


def difference(now: Result, orders: list[Result]) -> str:
    by_phone = {}
    for each, seen in orders:
        parts = {key: apart(seen[key], now[1][key]) for key in seen if seen[key] != now[1][key]}
        by_phone[f"{each} and not {now[0]}: {parts}"[:1500]] = None
    return "; or ".join(by_phone)


def apart(mine: Any, other: Any) -> Any:
    if isinstance(mine, dict) and isinstance(other, dict):
        keys = mine.keys() | other.keys()
        return {
            key: apart(mine.get(key), other.get(key))
            for key in keys
            if mine.get(key) != other.get(key)
        }
    return mine, other


def partners(first: str) -> Iterator[str]:
    """Whatever touches the same night, itself as well; but an entry that comes in twice is one."""
    mine = CALLS[first].night
    for name, call in CALLS.items():
        if (EVERY in (mine, call.night) or mine == call.night) and not (
            name == first and call.event
        ):
            yield name
