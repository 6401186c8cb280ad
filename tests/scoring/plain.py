"""A sheet as anybody would keep it who never loses a thing: lists and dicts, nothing clever.

What `tests/scoring/sheets/test_machine.py` compares the site with. It knows Jokeren only, and
shares no line with the program.
"""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
PLAYERS = ("Ans", "Bob", "Cor")


@dataclass
class Version:
    id: str
    row: Json
    sequence: int


@dataclass
class Table:
    games: int
    approval: str
    sequence: int = 1  # it was opened
    scribe: str = "Ans"
    closed: bool = False
    closed_at: int | None = None
    changes: int = 0  # so many times what is read out became something else
    rows: dict[int, Version] = field(default_factory=dict)
    aside: dict[int, list[Version]] = field(default_factory=dict)
    penalties: dict[str, tuple[str, int]] = field(default_factory=dict)
    approvals: list[tuple[str | None, int]] = field(default_factory=list)
    done: dict[str, tuple[Json, str, int]] = field(default_factory=dict)
    digests: dict[str, int] = field(default_factory=dict)  # as told by the site: of which change

    def record(self, entry: Json) -> tuple[str, int | None]:
        """What becomes of an entry; of one that came before, what became of it then."""
        if entry["id"] in self.done:
            before, how, sequence = self.done[entry["id"]]
            return (how, sequence) if before == entry else ("refused", None)
        how = getattr(self, f"do_{entry['do']}")(entry)
        if how == "refused":
            return how, None
        self.sequence += 1
        self.done[entry["id"]] = (entry, how, self.sequence)
        return how, self.sequence

    # Each thing that is done; the next sequence number is its own

    def do_enter(self, entry: Json) -> str:
        number, row = entry["game"], entry["row"]
        if self.is_wrong(number, row):
            return "refused"
        there = self.rows.get(number)
        if there and there.row == row:
            return "kept"
        if self.closed or (there and self.knew(entry["seen"]) < there.sequence):
            self.aside.setdefault(number, []).append(Version(entry["id"], row, self.sequence + 1))
            return "aside"
        self.put(number, entry["id"], row)
        return "kept"

    def do_choose(self, entry: Json) -> str:
        lines = [
            (number, version)
            for number, versions in self.conflicts().items()
            for version in versions
            if version.id == entry["event"]
        ]
        if self.closed or not lines:
            return "refused"
        ((number, chosen),) = lines
        there = self.rows.get(number)
        moved_on = there and there.sequence > entry["seen"]
        if moved_on or self.is_wrong(number, chosen.row):
            return "refused"
        self.aside[number] = [
            event for event in self.aside[number] if event.sequence > entry["seen"]
        ]
        if not there or there.row != chosen.row:
            self.put(number, entry["id"], chosen.row)
        return "kept"

    def do_approve(self, entry: Json) -> str:
        read = self.digests.get(entry["digest"])
        player = entry["player"]
        if self.closed or player == self.scribe or read != self.changes:
            return "refused"
        if self.conflicts() or not self.is_complete() or self.paper_differs():
            return "refused"
        if player is None and self.paper().keys() != {*PLAYERS}:
            return "refused"
        self.approvals.append((player, read))
        return "kept"

    def do_games(self, entry: Json) -> str:
        played = [number for number, entry in self.rows.items() if entry.row]
        if self.closed or not max(played, default=1) <= entry["games"]:
            return "refused"
        self.games, self.changes = entry["games"], self.changes + 1
        return "kept"

    def do_penalty(self, entry: Json) -> str:
        if self.closed:
            return "refused"
        self.penalties[entry["id"]] = (entry["player"], entry["points"])
        self.changes += 1
        return "kept"

    def do_withdraw(self, entry: Json) -> str:
        if self.closed or entry["event"] not in self.penalties:
            return "refused"
        del self.penalties[entry["event"]]
        self.changes += 1
        return "kept"

    def do_scribe(self, entry: Json) -> str:
        if self.closed:
            return "refused"
        self.scribe, self.changes = entry["player"], self.changes + 1
        return "kept"

    def close(self, closed: bool) -> None:
        self.closed = closed
        self.sequence += 1
        self.closed_at = self.sequence if closed else None

    def change(self) -> None:
        """Something else is read out, and nothing was entered."""
        self.sequence += 1
        self.changes += 1

    def tell(self, digest: str) -> bool:
        """Whether the site calls the same by the same digest, and nothing else by it."""
        return self.digests.setdefault(digest, self.changes) == self.changes and (
            len({*self.digests.values()}) == len(self.digests)
        )

    # What follows

    def put(self, number: int, id: str, row: Json) -> None:
        self.rows[number] = Version(id, row, self.sequence + 1)
        self.aside[number] = [entry for entry in self.aside.get(number, []) if entry.row != row]
        self.changes += 1

    def knew(self, seen: int | str) -> int:
        """The last change of a game that the writer knew; by an own entry, the one under that."""
        if isinstance(seen, int):
            return seen
        if seen not in self.done:
            return 0
        before, how, sequence = self.done[seen]
        return sequence if how == "kept" else self.knew(before["seen"])

    def is_wrong(self, number: int, row: Json) -> bool:
        two_dashes = [*row.get("entries", {}).values()].count("-") > 1
        return two_dashes or (number > self.games and row != {})

    def conflicts(self) -> dict[int, list[Version]]:
        late = [version for versions in self.late().values() for version in versions]
        aside = {
            n: [entry for entry in self.aside[n] if entry not in late] for n in sorted(self.aside)
        }
        return {n: [*filter(None, [self.rows.get(n)]), *aside[n]] for n in aside if aside[n]}

    def late(self) -> dict[int, list[Version]]:
        """What came in after closing; a game without a row has nothing that came before."""
        if self.closed_at is None:
            return {}
        versions = {
            number: [
                entry
                for entry in aside
                if number not in self.rows or entry.sequence > self.closed_at
            ]
            for number, aside in self.aside.items()
        }
        return {number: versions[number] for number in sorted(versions) if versions[number]}

    def is_complete(self) -> bool:
        rows = [self.rows[number].row for number in range(1, self.games + 1) if number in self.rows]
        return len(rows) == self.games and all(map(is_full, rows))

    def paper(self) -> dict[str, int]:
        return self.rows[0].row.get("totals", {}) if 0 in self.rows else {}

    def paper_differs(self) -> bool:
        totals = self.totals()
        return any(totals[name] != figure for name, figure in self.paper().items())

    def totals(self) -> dict[str, int]:
        cells = [row.row["entries"] for row in self.rows.values() if is_full(row.row, void=False)]
        return {name: sum(row[name] for row in cells if row[name] != "-") for name in PLAYERS}

    def agreed(self) -> list[str | None]:
        return [player for player, read in self.approvals if read == self.changes]

    def missing(self) -> list[str]:
        return [name for name in PLAYERS if name not in (self.scribe, *self.agreed())]

    def approved(self) -> bool:
        agreed = self.agreed()
        enough = agreed and (self.approval == "one" or not self.missing())
        return not self.conflicts() and (None in agreed or bool(enough))


def is_full(row: Json, void: bool = True) -> bool:
    return (void and "void" in row) or row.get("entries", {}).keys() == {*PLAYERS}
