"""Phones that lose their connection, and a site that dies: nothing typed is lost or counts twice.

Hypothesis invents what two or three phones, an organiser and bad luck do, and makes a failure as
short as it can. After every step the site is laid beside a plain model (`plain.py`), and these
hold:

I1  nothing that was acknowledged is gone
I2  nothing counts twice, however often it is sent
I3  the row in force is what the last entry said whose writer knew the one before, or what the
    table chose
I4  another value is never written over in silence: every value that came in is in force, or in an
    open conflict, or somebody who saw it changed it or chose
I5  the sequence has no gaps, and the chain and all that follows from it are right
I6  an approval holds for what was read, and for nothing else
I7  what comes after closing changes nothing and stands aside
I8  totals are the sum of the rows in force
I9  who keeps score never approves alone
I10 equal values are no conflict
I11 what is sent under a name that a seat had is of who sits there by now

On Bob's seat sits Bob or Bep; phones call them as they heard last. The model calls the seat Bob.
"""

import json
import os
import sys
import uuid
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import approvals, entries, lifecycle, links, replay, sheet_under_lock, verify
from scoring.sheets import row_names as rows
from tests.scoring.plain import PLAYERS, Json, Table

EXAMPLES = int(os.environ.get("STREEPJE_MACHINE", "6"))
SEED = os.environ.get("STREEPJE_SEED", "")

# Few of each, so that they meet.
phones = st.sampled_from([0, 1, 0, 1, 2])
numbers = st.sampled_from([1, 1, 2])
seldom = st.sampled_from([False, False, True])
often = st.sampled_from([True, False])
points = st.sampled_from([1, 2])
full_rows = points.map(lambda bob: {"entries": {"Ans": "-", "Bob": bob, "Cor": 3}})
odd_rows = st.sampled_from(
    [{}, {"entries": {"Bob": 1}}, {"void": "misdeal"}, {"entries": {"Ans": "-", "Bob": "-"}}]
)
papers = st.sampled_from(["right", "right", "wrong", "one of them", "nothing"])


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value).replace('"Bep"', '"Bob"'))


def named(value: Any, bob: str) -> Any:
    return json.loads(json.dumps(value).replace('"Bob"', json.dumps(bob)))


class Crash(Exception):
    """The server dies before it has written what it did."""


class Phone:
    def __init__(self, number: int, key: str, state: Json) -> None:
        self.number, self.key, self.state, self.bob = number, key, state, "Bob"
        self.outbox: list[Json] = []
        self.answered: dict[str, tuple[str, int | None]] = {}
        self.sent: list[Json] = []

    def seen(self, game: int) -> int | str:
        """As the phone's own with_unsent.js has it."""
        own = [
            entry["id"] for entry in self.outbox if entry["do"] == "enter" and entry["game"] == game
        ]
        return own[-1] if own else self.state["seen"].get(str(game), 0)


class Evening(RuleBasedStateMachine):
    made = 0

    @initialize(games=st.integers(1, 2), approval=st.sampled_from(["one", "all"]))
    def opening(self, games, approval):
        options = {"games": games, "subtotal_after": 0}
        self.sheet = lifecycle.open(
            game="jokeren", names=PLAYERS, options=options, approval=approval, scribe="Ans"
        )
        self.table, self.changes = Table(games, approval), []
        state = sync.build_sheet_state(self.sheet)
        self.phones = [Phone(n, links.make_key(self.sheet), state) for n in range(3)]
        self.written: set[str] = set()

    # Writing: onto the phone, and at once to the club where there is a connection

    def give(self, phone, well, entry):
        if well:
            self.poll(phone)
        known = self.phones[phone]
        if (made := entry(known)) is None:
            return
        self.made += 1
        made = plain({"id": str(uuid.UUID(int=self.made)), **made})
        self.written.add(made["id"])
        known.outbox.append(named(made, known.bob))
        if well:
            self.send(phone, reply=True, most=99)

    @rule(phone=phones, well=often, game=numbers, row=full_rows | odd_rows)
    def write(self, phone, well, game, row):
        enter = {"do": "enter", "game": game, "row": row}
        self.give(phone, well, lambda known: {**enter, "seen": known.seen(game)})

    @rule(phone=phones, row=full_rows, player=st.sampled_from(PLAYERS))
    def write_all_and_read_out(self, phone, row, player):
        for game in range(1, self.table.games + 1):
            self.write(phone, True, game, row)
        self.approve(phone, True, player)

    @rule(phone=phones, row=full_rows, paper=papers)
    def write_all_that_was_signed_on_paper(self, phone, row, paper):
        for game in range(1, self.table.games + 1):
            self.write(phone, True, game, row)
        self.copy_the_paper(phone, True, paper)
        self.approve(phone, True, None)

    @rule(phone=phones, well=often, paper=papers)
    def copy_the_paper(self, phone, well, paper):
        def copied(known):
            totals = known.state["result"]["totals"]
            said = {
                "right": {"totals": totals},
                "wrong": {"totals": totals | {"Cor": totals["Cor"] + 1}},
                "one of them": {"totals": {"Bob": totals["Bob"]}},
                "nothing": {},
            }
            return {"do": "enter", "game": 0, "row": said[paper], "seen": known.seen(0)}

        self.give(phone, well, copied)

    @rule(game=numbers, first=full_rows, other=full_rows | odd_rows, reply=often)
    def write_at_the_same_time(self, game, first, other, reply):
        self.write(0, False, game, first)
        self.write(0, False, game, {"entries": {"Bob": 3}})  # on top of an own one
        self.write(1, False, game, other)
        self.send(0, reply=reply, most=99)
        self.send(1, reply=True, most=99)

    @rule(phone=phones, well=often, which=st.integers(0, 5))
    @precondition(lambda self: self.table.conflicts())
    def choose(self, phone, well, which):
        def chosen(known):
            open_ = [
                version["event"] for two in known.state["conflicts"] for version in two["versions"]
            ]
            if not open_:
                return None
            event = open_[which % len(open_)]
            return {"do": "choose", "event": event, "seen": known.state["sequence"]}

        self.give(phone, well, chosen)

    @rule(phone=phones, well=often, player=st.sampled_from([*PLAYERS, None]))
    def approve(self, phone, well, player):
        on_paper = {"on_paper": True} if player is None else {}
        agreed = {"do": "approve", "player": player, **on_paper}
        self.give(phone, well, lambda known: {**agreed, "digest": known.state["digest"]})

    @rule(phone=phones, well=often, games=st.integers(1, 3))
    def set_games(self, phone, well, games):
        self.give(phone, well, lambda known: {"do": "games", "games": games})

    @rule(phone=phones, well=often, player=st.sampled_from(PLAYERS))
    def take_over(self, phone, well, player):
        self.give(phone, well, lambda known: {"do": "scribe", "player": player})

    @rule(phone=phones, well=often, player=st.sampled_from(PLAYERS), points=points)
    def penalize(self, phone, well, player, points):
        line = {"player": player, "points": points, "reason": "late", "signed": "Els"}
        self.give(phone, well, lambda known: {"do": "penalty", **line})

    @rule(phone=phones, well=often)
    def withdraw(self, phone, well):
        def taken_back(known):
            lines = known.state["penalties"]
            return {"do": "withdraw", "event": lines[0]["event"]} if lines else None

        self.give(phone, well, taken_back)

    # Sending: in order or not, whole or in parts, once or more, with or without a reply

    @rule(phone=phones, reply=st.booleans(), most=st.integers(1, 9))
    def send(self, phone, reply, most):
        self.deliver(self.phones[phone], self.phones[phone].outbox[:most], reply)

    @rule(phone=phones, order=st.randoms(use_true_random=False))
    def send_reordered_and_doubled(self, phone, order):
        letter = [*self.phones[phone].outbox] * 2
        order.shuffle(letter)
        self.deliver(self.phones[phone], letter, reply=True)

    @rule(phone=phones, order=st.randoms(use_true_random=False))
    def send_again_what_was_answered(self, phone, order):
        phone = self.phones[phone]
        again = [request for request in phone.sent if phone.answered[request["id"]][0] != "refused"]
        order.shuffle(again)
        said = self.deliver(phone, again[:4], reply=True)
        assert said == [phone.answered[entry["id"]] for entry in again[:4]]

    @rule(phone=phones)
    def send_one_id_with_something_else_in_it(self, phone):
        phone = self.phones[phone]
        for entry in [request for request in phone.sent if request["id"] in self.table.done][:1]:
            other = {**entry, "do": "games", "games": 3 if entry.get("games") != 3 else 2}
            if entry["do"] == "enter":
                other = {**entry, "row": {"entries": {"Bob": 9}}}
                if not entry["game"]:  # of paper only the totals count
                    other["row"] = {"totals": {"Bob": 777}}
            assert self.deliver(phone, [other], reply=True) == [("refused", None)]

    @rule(phone=phones)
    def send_to_a_server_that_crashes(self, phone):
        """Before it has written anything; afterwards it knows of nothing."""
        phone = self.phones[phone]
        with suppress(Crash), transaction.atomic():
            self.post(phone, phone.outbox)
            raise Crash

    @rule(phone=phones)
    def poll(self, phone):
        phone = self.phones[phone]
        since = {"since": phone.state["sequence"], "link": phone.state["chain"][-sync.LINK :]}
        reply = Client().get("/sync/", since, headers={"Streepje-Link": phone.key}).json()
        self.hear(phone, reply["sheet"])

    def deliver(self, phone, letter, reply):
        expected = [self.table.record(plain(entry)) for entry in letter]
        response = self.post(phone, letter)
        assert response.status_code == 200, response.content
        said = response.json()
        outcome = [(answer["as"], answer["sequence"]) for answer in said["answers"]]
        assert outcome == expected, "I2, I3, I7"
        if reply:
            new = {entry["id"]: how for entry, how in zip(letter, outcome, strict=True)}
            phone.answered = new | phone.answered
            phone.sent += [entry for entry in phone.outbox if entry["id"] in new]
            phone.outbox = [entry for entry in phone.outbox if entry["id"] not in new]
            self.hear(phone, said["sheet"])
        return outcome

    def post(self, phone, letter):
        said = json.dumps({"version": 1, "device": f"phone {phone.number}", "entries": letter})
        link = {"Streepje-Link": phone.key}
        return Client().post("/sync/", said, content_type="application/json", headers=link)

    def hear(self, phone, state):
        if state is not None:
            assert self.table.tell(state["digest"]), "I6"
            assert state["chain"].startswith(phone.state["chain"]), "I1, I5"
            phone.state, phone.bob = plain(state), state["data"]["players"][1]

    # The organiser

    @rule(now=seldom)
    @precondition(lambda self: not self.table.closed)
    def close(self, now):
        if now:
            lifecycle.close(sheet=self.sheet)
            self.table.close(True)

    @rule()
    @precondition(lambda self: self.table.closed)
    def reopen(self):
        lifecycle.reopen(sheet=self.sheet, reason="a mistake")
        self.table.close(False)

    @rule(now=seldom)
    @precondition(lambda self: not self.table.closed)
    def somebody_else_takes_a_seat(self, now):
        player = self.sheet.seats.get(position=2).name
        if now:
            name = "Bep" if player == "Bob" else "Bob"
            event = lifecycle.replace(sheet=self.sheet, player=player, name=name, since=1)
            self.changes.append(event.pk)
            self.table.change()

    @rule()
    @precondition(lambda self: self.changes and not self.table.closed)
    def undo_who_took_a_seat(self):
        lifecycle.undo(sheet=self.sheet, change=self.changes.pop())
        self.table.change()

    @rule()
    def renew_the_link(self):
        """Who has the old one keeps the entries until the new one is scanned."""
        lifecycle.renew_link(sheet=self.sheet)
        for phone in self.phones:
            assert self.post(phone, phone.outbox).status_code == 404
            phone.key = links.make_key(self.sheet)

    # What holds

    @invariant()
    def nothing_acknowledged_is_gone_and_nothing_is_there_twice(self):
        kept = [str(id) for id in self.sheet.events.values_list("id", flat=True)]
        assert len({*kept}) == len(kept) == self.table.sequence, "I2, I5"
        for phone in self.phones:
            kept_ids = {id for id, (how, _) in phone.answered.items() if how != "refused"}
            assert kept_ids <= {*kept}, "I1"

    @invariant()
    def sheet_is_as_the_plain_model_has_it(self):
        state, table = plain(sync.build_sheet_state(self.sheet)), self.table
        assert state["sequence"] == table.sequence, "I5"
        assert len(state["chain"]) == table.sequence * sync.LINK, "I5"
        assert (state["closed"], state["scribe"]) == (table.closed, table.scribe)
        assert state["data"]["options"]["games"] == table.games
        shown_rows = {n: row for n, row in enumerate(state["data"]["games"], 1) if row}
        shown_rows |= {0: paper} if (paper := state["data"].get("paper")) else {}
        assert shown_rows == {n: entry.row for n, entry in table.rows.items() if entry.row}, (
            "I3, I7"
        )
        assert state["seen"] == {str(n): entry.sequence for n, entry in table.rows.items()}, "I3"
        conflicts, late = (
            {
                entry["game"]: [(two["event"], two["row"]) for two in entry["versions"]]
                for entry in state[kind]
            }
            for kind in ("conflicts", "late")
        )
        for number, versions in conflicts.items():
            rows = [row for _, row in versions]
            assert number not in table.rows or rows[0] not in rows[1:], "I10"
        for shown_rows, expected in ((conflicts, table.conflicts()), (late, table.late())):
            lines = expected.items()
            assert shown_rows == {
                n: [(entry.id, entry.row) for entry in some] for n, some in lines
            }, "I4"
        penalties = {
            penalty["event"]: (penalty["player"], penalty["points"])
            for penalty in state["penalties"]
        }
        assert penalties == table.penalties, "I2"
        assert state["result"]["totals"] == table.totals(), "I8"
        self.approval_holds_for_what_was_read(state)

    def approval_holds_for_what_was_read(self, state):
        table = self.table
        assert table.tell(state["digest"]), "I6"
        agreed = [
            None if approval["on_paper"] else approval["player"] for approval in state["approvals"]
        ]
        assert agreed == table.agreed(), "I6"
        assert state["scribe"] not in agreed, "I9"
        assert state["approved"] == table.approved(), "I6"
        assert state["missing"] == ([] if table.approved() else table.missing()), "I6"

    def teardown(self):
        try:
            if sys.exc_info()[0] is None:  # else something failed already, and that is the news
                self.drain()
                self.sheet_is_as_the_plain_model_has_it()
                assert verify.run().problems == [], "I5"
        finally:
            for sheet in Sheet.objects.all():
                lifecycle.erase(sheet=sheet)

    def drain(self):
        """There is a connection again: everything arrives, and each entry has its answer."""
        for phone in self.phones:
            self.deliver(phone, phone.outbox, reply=True)
            assert phone.outbox == []
        answered = {id for phone in self.phones for id in phone.answered}
        assert answered == self.written, "I1"


quick = settings(
    max_examples=EXAMPLES,
    stateful_step_count=30,
    deadline=None,
    database=None,
    report_multiple_bugs=False,
    print_blob=False,  # the seed says it already
    suppress_health_check=[*HealthCheck],
)


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level("ERROR", "django.request")  # a 404 is what an old link is to get


def test_nothing_is_lost_and_nothing_counts_twice_whatever_happens():
    run_state_machine_as_test(seed(SEED)(Evening), settings=quick)


WRONG = [
    ("I3", entries, "_moved_on", lambda *_: False),  # the last one wins
    ("I6", approvals, "list_approved", lambda sheet: sheet.approvals),  # whatever was changed since
    ("I4", replay.Replay, "list_conflicts", lambda _: []),  # what stands aside is forgotten
    (
        "I2",
        entries,
        "_recorded_before",
        lambda now, stored, *_: stored,
    ),  # another content passes for the same
    ("I2", entries, "_revision_after", lambda *_: 0),  # own entries are not known
    ("I7", sheet_under_lock.SheetNow, "refuse_closed", lambda _: None),
    ("I6", approvals, "hash_content", lambda sheet: str(sheet.changed)),  # games changed since
    ("I5", sheet_under_lock.SheetNow, "set_totals", lambda *_: None),
    ("I2", rows.RowNames, "replace_names", lambda _self, row, _number: row),
    (
        "(?i)unique",
        sheet_under_lock.SheetNow,
        "find_event",
        lambda *_: None,
    ),  # all are new; the database refuses
]
TRIED = WRONG if EXAMPLES >= 200 else WRONG[:2]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("which", "where", "what", "wrong"), TRIED, ids=[name[2] for name in TRIED]
)
def test_site_that_is_wrong_on_purpose_is_found_out(monkeypatch, which, where, what, wrong):
    monkeypatch.setattr(where, what, wrong)
    find = settings(quick, max_examples=200, phases=[Phase.generate])
    with pytest.raises(Exception, match=which):
        run_state_machine_as_test(seed("wrong")(Evening), settings=find)
