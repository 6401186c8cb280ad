import json
import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from tests.faults.database import StoredEvent
from tests.faults.phones import Phone
from tests.faults.site import Site
from tests.servers import PATIENCE, wait

SEED = os.environ.get("STREEPJE_SEED", "faults")
SHEETS, PHONES = 3, 3  # phones on each of them
KINDS = {"kept": ("entered", "chosen", "approved", "penalized"), "aside": ("set aside",)}


@dataclass
class Report:
    lost: list[str] = field(default_factory=list)  # acknowledged, or kept on a phone
    twice: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    letters: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, more: "Report") -> "Report":
        for name in ("lost", "twice", "other", "kills", "letters", "events"):
            setattr(self, name, getattr(self, name) + getattr(more, name))
        return self

    @property
    def wrong(self) -> list[str]:
        return self.lost + self.twice + self.other


def evening(site: Site, kills: Iterable[str], number: int, kept: Collection[str] = ()) -> Report:
    """Play an evening, kill processes in it, and count everything. It goes on until something of
    each kind in `kept` was kept.
    """
    report, chance = Report(), Random(f"{SEED} {number}")
    phones = sit_down(site, f"{number}")
    with writing(site, phones):
        for how in kills:
            some_more(phones)
            time.sleep(chance.uniform(0, 0.1))
            if how == "full disk":
                without_room(site, phones)
            else:
                site.kill(how, chance)
            report.kills[how] += 1
        some_more(phones)
        wait(lambda: {*kept} <= find_kept(phones), f"not all of {kept} are kept")
    count(report, site, phones)
    return report


def sit_down(site: Site, name: str) -> list[Phone]:
    opened = site.open(SHEETS)
    site.start()
    return [
        Phone(site.port, sheet, key, f"{SEED} {name} {table} {n}")
        for table, (sheet, key) in enumerate(opened.items())
        for n in range(PHONES)
    ]


@contextmanager
def writing(site: Site, phones: list[Phone]) -> Iterator[None]:
    """In the end all send what they still have, and the site ends."""
    try:
        for phone in phones:
            phone.start()
        yield
        go_home(phones)
    finally:
        for phone in phones:
            phone.gives_up.set()
        site.end()


def some_more(phones: list[Phone], answers: int = 10) -> None:
    def answered() -> int:
        return sum(len(phone.answered) for phone in phones)

    enough = answered() + answers
    wait(lambda: answered() >= enough, "nothing is answered any more")


def find_kept(phones: list[Phone]) -> set[str]:
    return {
        phone.made[id]["do"]
        for phone in phones
        for id, (how, _) in [*phone.answered.items()]
        if how == "kept"
    }


def without_room(site: Site, phones: list[Phone]) -> None:
    """Until some were told so; nobody starts anything anew."""

    def count_told() -> int:
        return sum(phone.letters["answered that nothing can be kept"] for phone in phones)

    enough = count_told() + len(phones)
    site.fill_up()
    try:
        wait(lambda: count_told() >= enough, "nobody is told that nothing can be kept")
    finally:
        site.make_room()


def go_home(phones: list[Phone]) -> None:
    for phone in phones:
        phone.goes_home.set()
    give_up = time.monotonic() + PATIENCE
    for phone in phones:
        phone.join(max(0, give_up - time.monotonic()))
    for phone in phones:
        phone.read_sheet()


# What is there in the end


def count(report: Report, site: Site, phones: list[Phone]) -> None:
    sheets = {phone.sheet: phone for phone in phones}
    events = [event for event in site.database.events() if event[1] in sheets]
    there: dict[str, list[StoredEvent]] = {}
    for event in events:
        there.setdefault(event[0], []).append(event)
    for phone in phones:
        count_phone(report, phone, there)
        if phone.state != sheets[phone.sheet].state:
            report.other.append(f"{phone.name} sees another sheet than {sheets[phone.sheet].name}")
    made = {id for phone in phones for id in phone.made}
    for id, stored in there.items():
        if id not in made and [kind for *_, kind in stored] != ["opened"]:
            report.other.append(f"{id}: nobody made {stored}")
    for sheet, phone in sheets.items():
        sequences = [sequence for _, entry, sequence, _ in events if entry == sheet]
        if sequences != [*range(1, phone.state["sequence"] + 1)]:
            report.other.append(f"{phone.name} sees {phone.state['sequence']} of {sequences}")
    report.other += [json.dumps(problem) for problem in site.verify()]
    report.events += Counter(kind for *_, kind in events)


def count_phone(report: Report, phone: Phone, there: dict[str, list[StoredEvent]]) -> None:
    report.other += phone.wrong
    report.letters += phone.letters
    for id in phone.made:
        stored, (how, sequence) = there.get(id, []), phone.answered.get(id, ("never", None))
        said = f"{id} of {phone.name}: answered {how} {sequence}, there is {stored}"
        if how == "refused" and id in phone.unsure and len(stored) == 1:
            # An earlier letter with it was still under way, and came when it could be kept.
            report.letters["overtaken by a later one"] += 1
        elif len(stored) > (how != "refused"):
            report.twice.append(said)
        elif how != "refused" and not stored:
            report.lost.append(said)
        elif stored and not right(stored[0], phone.sheet, how, sequence):
            report.other.append(said)
    if phone.outbox:
        report.lost.append(f"{phone.name}: {len(phone.outbox)} entries never got an answer")


def right(event: StoredEvent, sheet: str, how: str, sequence: int | None) -> bool:
    _, where, number, kind = event
    return (where, number) == (sheet, sequence) and kind in KINDS.get(how, ())
