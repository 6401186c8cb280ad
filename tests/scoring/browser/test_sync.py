import json
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from scoring.browser import sync
from scoring.models import Sheet
from scoring.pages.history_in_words import list_history
from scoring.sheets import lifecycle, links, sheet_under_lock, verify
from tests.scoring.sheets.asking import everything

pytestmark = pytest.mark.django_db

FULL = {"entries": {"Ans": "-", "Bob": 5}}
OTHER = {"entries": {"Ans": "-", "Bob": 6}}
THIRD = {"entries": {"Ans": 7, "Bob": "-"}}
SOME_ID = str(uuid.UUID(int=5))


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"], options={"games": 2})


def ids(count):
    return [str(uuid.uuid4()) for _ in range(count)]


def enter(row=FULL, game=1, seen=0, id=None):
    return {"id": id or ids(1)[0], "do": "enter", "game": game, "row": row, "seen": seen}


def ask(do, **parts):
    return {"id": ids(1)[0], "do": do, **parts}


def send(sheet, *entries, key=None, **parts):
    body = {"version": 1, "device": "d-1", "entries": list(entries)} | parts
    return post(links.make_key(sheet) if key is None else key, json.dumps(body))


def post(key, body, **how):
    kind = "application/json"
    headers = {"Streepje-Link": key}
    return Client(enforce_csrf_checks=True).post(
        "/sync/", body, content_type=kind, headers=headers, **how
    )


def poll(sheet, since="", link=""):
    query = {"since": since, "link": link}
    return Client().get("/sync/", query, headers={"Streepje-Link": links.make_key(sheet)})


def outcomes(response):
    assert response.status_code == 200, response.content
    return [(answer["as"], answer["sequence"]) for answer in response.json()["answers"]]


def test_entry_is_kept_and_the_sheet_comes_back(sheet):
    entry = enter()
    response = send(sheet, entry)
    said = response.json()
    assert said["answers"] == [{"id": entry["id"], "as": "kept", "sequence": 2, "problems": []}]
    assert said["sheet"]["sequence"] == 2
    assert said["sheet"]["seen"] == {"1": 2}
    assert said["sheet"]["data"] == {
        "game": "jokeren",
        "options": {"games": 2},
        "players": ["Ans", "Bob"],
        "scribe": "Ans",
        "games": [FULL],
    }
    assert said["sheet"]["result"]["totals"] == {"Ans": 0, "Bob": 5}
    assert sheet.events.get(sequence=2).device == "d-1"
    assert response["Cache-Control"].count("no-store") == 1


def test_entries_are_done_in_order_and_each_is_answered(sheet):
    first, second = enter(), enter(OTHER, seen=None)
    second["seen"] = first["id"]
    bad = enter({"entries": {"Ans": "-", "Bob": 99}}, game=2)
    response = send(sheet, first, bad, second)
    assert outcomes(response) == [("kept", 2), ("refused", None), ("kept", 3)]
    problem = response.json()["answers"][1]["problems"][0]
    assert (problem["code"], problem["game"], problem["player"]) == ("J22", 2, "Bob")
    assert "99" in problem["message"]
    assert response.json()["sheet"]["data"]["games"] == [OTHER]


def test_entry_on_an_own_entry_that_was_set_aside_is_set_aside_too(sheet):
    lifecycle.record(sheet=sheet, number=1, row=FULL)
    first = enter(OTHER)
    second = enter(THIRD, seen=first["id"])
    third = enter({"entries": {"Ans": 8, "Bob": "-"}}, seen=second["id"])
    assert outcomes(send(sheet, first, second, third)) == [("aside", 3), ("aside", 4), ("aside", 5)]
    assert lifecycle.build_data(sheet)["games"] == [FULL]


def test_entry_on_an_own_entry_that_another_corrected_is_set_aside(sheet):
    first = enter()
    send(sheet, first)
    lifecycle.record(sheet=sheet, number=1, row=OTHER)
    assert outcomes(send(sheet, enter(THIRD, seen=first["id"]))) == [("aside", 4)]


def test_entry_on_one_that_never_came_in_is_as_on_nothing(sheet):
    assert outcomes(send(sheet, enter(seen=ids(1)[0]))) == [("kept", 2)]
    assert outcomes(send(sheet, enter(OTHER, seen=ids(1)[0]))) == [("aside", 3)]


def test_reply_repeats_and_nothing_is_written_twice(sheet):
    entries = [enter(), enter(OTHER), enter(THIRD, game=2)]
    first = send(sheet, *entries)
    before = everything()
    assert send(sheet, *entries).json() == first.json()
    assert send(sheet, entries[1]).json()["answers"] == first.json()["answers"][1:2]
    assert everything() == before


def test_nothing_is_stored_of_a_refusal_so_its_id_can_be_used_again(sheet):
    wrong = enter({"entries": {"Ans": "-", "Bob": 99}})
    before = everything()
    assert [outcomes(send(sheet, wrong)) for _ in range(2)] == [[("refused", None)]] * 2
    assert everything() == before
    mended = wrong | {"row": OTHER}
    assert [outcomes(send(sheet, mended)) for _ in range(2)] == [[("kept", 2)]] * 2
    assert send(sheet, wrong).json()["answers"][0]["problems"][0]["code"] == "S60"
    assert lifecycle.build_data(sheet)["games"] == [OTHER]


@pytest.mark.parametrize(
    ("age", "waited"), [(None, 0), (-90, 0), ("90", 0), (59, 0), (90, 90), (10**12, 3600)], ids=str
)
def test_entry_that_waited_shows_when_it_was_typed(sheet, monkeypatch, age, waited):
    """Whatever its clock says, nothing was typed before the form was opened."""
    now = sheet.events.get().time + timedelta(hours=1)
    monkeypatch.setattr(timezone, "now", lambda: now)
    late = enter(OTHER) | {"age": age}
    state = send(sheet, enter(), late).json()["sheet"]
    times = [version["time"] for version in state["conflicts"][0]["versions"]]
    typed = now - timedelta(seconds=waited)
    assert times == [time.isoformat(timespec="seconds") for time in (now, typed)]
    log = list_history(sheet)[0]
    assert (log.time, len(log.notes)) == (typed, bool(waited))
    assert outcomes(send(sheet, late | {"age": 300})) == [("aside", 3)]
    assert verify.run().problems == []


def test_conflict_is_shown_and_chosen_from(sheet):
    send(sheet, enter())
    aside = enter(OTHER)
    state = send(sheet, aside, device="d-2").json()["sheet"]
    (conflict,) = state["conflicts"]
    assert conflict["game"] == 1
    assert [version["row"] for version in conflict["versions"]] == [FULL, OTHER]
    assert [version["device"] for version in conflict["versions"]] == ["d-1", "d-2"]
    assert conflict["versions"][1]["event"] == aside["id"]
    choice = ask("choose", event=aside["id"], seen=state["sequence"])
    state = send(sheet, choice).json()["sheet"]
    assert (state["conflicts"], state["data"]["games"]) == ([], [OTHER])


def test_whole_form_from_a_phone(sheet):
    send(sheet, enter(), enter(THIRD, game=2), enter({"totals": {"Ans": 7, "Bob": 5}}, game=0))
    fine = {"player": "Bob", "points": 10, "reason": "phoned", "signed": "Dik"}
    state = send(sheet, ask("penalty", **fine)).json()["sheet"]
    assert state["data"]["paper"] == {"totals": {"Ans": 7, "Bob": 5}}
    assert state["penalties"] == [{"event": state["penalties"][0]["event"], **fine}]
    back = ask("withdraw", event=state["penalties"][0]["event"])
    state = send(sheet, back, ask("scribe", player="Bob")).json()["sheet"]
    assert (state["penalties"], state["scribe"], state["missing"]) == ([], "Bob", ["Ans"])
    state = send(sheet, ask("games", games=3)).json()["sheet"]
    assert (state["data"]["options"], state["result"]["complete"]) == ({"games": 3}, False)
    state = send(sheet, ask("games", games=2)).json()["sheet"]
    approval = ask("approve", player="Ans", digest=state["digest"])
    assert send(sheet, approval).json()["sheet"]["approved"]
    signed = ask("approve", player=None, on_paper=True, digest=state["digest"])
    agreed = send(sheet, signed).json()["sheet"]["approvals"]
    assert {"player": None, "on_paper": True} in agreed
    assert verify.run().problems == []


@pytest.mark.parametrize("others", [[], [enter({"totals": {"Ans": 7, "Bob": 5}}, game=0)]])
def test_approval_without_a_connection_counts_if_nobody_else_wrote(sheet, others):
    seen = poll(sheet).json()["sheet"]["sequence"]
    own = [enter(), enter(THIRD, game=2)]
    approval = ask("approve", player="Bob", seen=seen, own=[entry["id"] for entry in own])
    send(sheet, *others)
    for _again in range(2):
        answer = send(sheet, *own, approval).json()
        assert answer["answers"][-1]["as"] == ("refused" if others else "kept")
        assert answer["sheet"]["approved"] is not bool(others)
    if not others:
        send(sheet, enter(OTHER, seen=own[0]["id"]))
        assert send(sheet, approval).json()["answers"][0]["as"] == "kept"  # sent again


# They lie nowhere together.
APART = ["Ah", "3h", "5h", "7h", "Jh", "Kh", "2d", "4d", "6d", "8d", "10d", "Qd"]


def test_judges_verdict_is_kept_beside_the_scribes():
    sheet = lifecycle.open(game="amerikaans-jokeren", names=["Ans", "Bob"])
    hand = {"cards": ["9h", "*"], "could_meld": False}  # so few are left of who lay there already
    state = send(sheet, enter({"entries": {"Ans": "-", "Bob": hand}})).json()["sheet"]
    assert state["verdicts"] == {"1": {"Bob": True}}
    aside = enter({"entries": {"Ans": "-", "Bob": hand | {"cards": [*APART, "9h"]}}})
    state = send(sheet, aside).json()["sheet"]
    assert state["verdicts"] == {"1": {"Bob": True}}
    choice = ask("choose", event=aside["id"], seen=state["sequence"])
    assert send(sheet, choice).json()["sheet"]["verdicts"] == {"1": {"Bob": False}}


BY_ROUND = {"options": {"contract_by": "round"}}


@pytest.mark.parametrize(
    ("head", "said", "could"),
    [
        ({}, {}, True),  # game 3 asks for a set of four
        (BY_ROUND, {"round": 4}, False),  # round 4 for a run of four
        (BY_ROUND | {"round": 4}, {}, False),
        (BY_ROUND | {"round": 10}, {}, True),  # round 10 is the third of the series again
        (BY_ROUND | {"round": 4}, {"round": 3}, True),
        ({"round": 4}, {}, True),
    ],
)
def test_judges_verdict_goes_by_the_contract_in_force(head, said, could):
    sheet = lifecycle.open(game="amerikaans-jokeren", names=["Ans", "Bob"], **head)
    first = {"entries": {"Ans": "-", "Bob": 5}} | said
    hand = {"cards": [*APART[3:], "9h", "9c", "9s", "9d"], "could_meld": False}
    row = {"entries": {"Ans": "-", "Bob": hand}}
    state = send(sheet, enter(first), enter(row, game=3)).json()["sheet"]
    assert state["verdicts"] == {"3": {"Bob": could}}


def test_verdict_of_what_is_left_over_goes_by_every_card():
    # Fourteen after an extra card, between turns: there is no discard to leave one out.
    melds = ["4h", "5h", "6h", "7h", "9h", "9c", "9s", "Kd", "Kc", "Ks", "Jd", "Jc", "Js"]
    for more, could in ((["8h"], True), (["2s"], False)):
        sheet = lifecycle.open(game="amerikaans-jokeren", names=["Ans", "Bob"])
        hand = {"cards": [*melds, *more], "could_meld": could}
        sent = enter({"entries": {"Ans": "-", "Bob": hand}}, game=7)
        assert send(sheet, sent).json()["sheet"]["verdicts"] == {"7": {"Bob": could}}


def test_cards_without_suits_have_no_verdict():
    sheet = lifecycle.open(game="amerikaans-jokeren", names=["Ans", "Bob"])
    row = {"entries": {"Ans": "-", "Bob": {"cards": ["9", "9", "*"], "could_meld": True}}}
    assert send(sheet, enter(row)).json()["sheet"]["verdicts"] == {}


def test_what_came_in_after_closing_is_chosen_from_once_the_form_is_open_again(sheet):
    send(sheet, enter(), enter(OTHER, seen=0))
    lifecycle.close(sheet=sheet)
    send(sheet, enter(THIRD, seen=2), enter(THIRD, game=2))
    state = sync.build_sheet_state(sheet)
    found = [[len(entry["versions"]) for entry in state[kind]] for kind in ("conflicts", "late")]
    assert found == [[2], [1, 1]]
    lifecycle.reopen(sheet=sheet, reason="r")
    state = sync.build_sheet_state(sheet)
    assert [len(conflict["versions"]) for conflict in state["conflicts"]] == [3, 1]
    assert state["late"] == []
    for conflict in state["conflicts"]:
        event = uuid.UUID(conflict["versions"][-1]["event"])
        lifecycle.choose(sheet=sheet, event=event, seen=state["sequence"])
    state = sync.build_sheet_state(sheet)
    assert (state["conflicts"], state["data"]["games"]) == ([], [THIRD, THIRD])


def test_what_came_in_after_an_earlier_closing_is_late_where_nothing_else_was(sheet):
    send(sheet, enter())
    lifecycle.close(sheet=sheet)
    send(sheet, enter(OTHER, seen=2), enter(THIRD, game=2))
    lifecycle.reopen(sheet=sheet, reason="r")
    lifecycle.close(sheet=sheet)
    state = sync.build_sheet_state(sheet)
    found = [[entry["game"] for entry in state[kind]] for kind in ("conflicts", "late")]
    assert found == [[1], [2]]


@pytest.mark.parametrize(
    "entry",
    [
        ask("choose", event=SOME_ID, seen=3),
        ask("approve", player="Bob", digest="0"),
        ask("games", games=3),
        ask("penalty", player="Bob", points=1, reason="r", signed="s"),
        ask("withdraw", event=SOME_ID),
        ask("scribe", player="Bob"),
        ask("starter", player="Bob"),
    ],
    ids=lambda entry: entry["do"],
)
def test_closed_form_refuses_the_rest(sheet, entry):
    lifecycle.close(sheet=sheet)
    (answer,) = send(sheet, entry).json()["answers"]
    assert (answer["as"], answer["problems"][0]["code"]) == ("refused", "S67")


NONSENSE = [
    *({"do": "enter", "game": game, "row": {}, "seen": 0} for game in ("1", 1.0, True)),
    *({"do": "enter", "game": 1, "row": {}} | seen for seen in ({}, {"seen": "7"}, {"seen": 1.5})),
    *({"do": "enter", "game": 1, "seen": 0} | more for more in ({"row": []}, {})),
    *({"do": "choose", "event": "x", "seen": 1}, {"do": "choose", "event": SOME_ID}),
    *({"do": "approve", "digest": "x"} | more for more in ({}, {"player": None})),
    {"do": "approve", "player": "Bob"},
    {"do": "approve", "player": "Bob", "own": "x", "seen": 1},
    {"do": "approve", "player": "Bob", "own": []},
    {"do": "games", "games": "8"},
    {"do": "penalty", "player": "Bob", "points": 1, "reason": None, "signed": "s"},
    *({"do": do} for do in ("withdraw", "scribe", "starter", "burn", ["enter"])),
    {},
]


@pytest.mark.parametrize("entry", NONSENSE)
def test_entry_that_makes_no_sense_is_refused_and_the_others_are_kept(sheet, entry):
    response = send(sheet, {"id": ids(1)[0], **entry}, enter())
    assert outcomes(response) == [("refused", None), ("kept", 2)]
    assert response.json()["answers"][0]["problems"][0]["code"] == "S80"


@pytest.mark.parametrize(
    ("status", "code", "bodies"),
    [
        (400, "S01", [b"", b"{", b"\xff", b"1" * 5000, b"[" * 60_000]),
        (400, "S32", [b'{"version": 1, "version": 1, "entries": []}']),
        (409, "S82", [b'{"version": %s"entries": []}' % more for more in (b"2, ", b"true, ")]),
        (409, "S82", [b'{"entries": []}']),
        (400, "S80", [b"[]", b'{"version": 1}', b'{"version": 1, "entries": {}}']),
        (
            400,
            "S80",
            [
                b'{"version": 1, "entries": [%s]}' % entry
                for entry in (b"1", b'{"do": "enter"}', b'{"id": "1"}', b",".join([b"{}"] * 201))
            ],
        ),
        (
            400,
            "S80",
            [
                b'{"version": 1, "device": %s, "entries": []}' % device
                for device in (b"1", b'"%s"' % (b"d" * 41), b'"\\ud800"')
            ],
        ),
        (413, "S81", [b" " * 70_000, b" " * 3_000_000]),
    ],
)
def test_what_cannot_be_read_is_refused_as_a_whole(sheet, bodies, status, code):
    for body in bodies:
        response = post(links.make_key(sheet), body)
        codes = [problem["code"] for problem in response.json()["problems"]]
        assert (response.status_code, codes) == (status, [code]), body[:80]
    assert sheet.events.count() == 1


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e400", "2.0", "9" * 400, '"٥"', "-1"])
def test_number_that_is_none_is_refused(sheet, value):
    entries = '{"id": "%s", "do": "enter", "game": 1, "row": {"entries": {"Ans": %s}}}'
    body = '{"version": 1, "entries": [' + entries % (ids(1)[0], value) + "]}"
    assert outcomes(post(links.make_key(sheet), body)) == [("refused", None)]


def test_refusal_of_true_does_not_hit_a_1_behind_it(sheet):
    """To Python they are equal."""
    row, wrong = ({"entries": {"Ans": "-", "Bob": value}} for value in (1, True))
    assert outcomes(send(sheet, enter(wrong), enter(row))) == [("refused", None), ("kept", 2)]


def test_wrong_and_renewed_link_get_the_same_answer(sheet):
    old = links.make_key(sheet)
    lifecycle.renew_link(sheet=sheet)
    answers = [send(sheet, enter(), key=key) for key in (old, "A" * 46, "", "no")]
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (404, answers[0].content)
    }
    for answer in answers:
        del answer.headers["Expires"]  # is now, and that may be a second later
    assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1
    assert outcomes(send(sheet, enter())) == [("kept", 2)]


def test_no_cookie_matters(sheet):
    body = json.dumps({"version": 1, "entries": [enter()]})
    response = post(links.make_key(sheet), body, HTTP_COOKIE="streepje=an old log-in")
    assert outcomes(response) == [("kept", 2)]
    assert not response.cookies


def test_polling_tells_what_is_new_and_writes_nothing(sheet):
    send(sheet, enter())
    before = everything()
    with CaptureQueriesContext(connection) as queries:
        assert poll(sheet, 2).json()["sheet"] is None
        for since in (1, 3, "", "٢", "9" * 5000, "-1", "1.0", "²"):
            assert poll(sheet, since).json()["sheet"]["sequence"] == 2
    assert everything() == before
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}


def test_chain_tells_one_history_from_another_that_is_as_long(sheet):
    send(sheet, enter())
    chain = poll(sheet).json()["sheet"]["chain"]
    assert chain == "".join(event.digest[:4] for event in sheet.events.order_by("sequence"))
    assert poll(sheet, 2, chain[-4:]).json()["sheet"] is None
    assert poll(sheet, 2, chain[:4]).json()["sheet"]["chain"] == chain


def test_messages_are_in_the_readers_language(sheet):
    bad = enter({"entries": {"Ans": "-", "Bob": 99}})
    with translation.override(None):
        body = json.dumps({"version": 1, "entries": [bad]})
        said = post(links.make_key(sheet), body, HTTP_ACCEPT_LANGUAGE="de").json()
    assert "is not possible" not in said["answers"][0]["problems"][0]["message"]


@pytest.mark.parametrize("games", [1, 3])
def test_saving_takes_few_queries_however_long_the_sheet(django_assert_num_queries, games):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    for number in range(1, games):
        lifecycle.record(sheet=sheet, number=number, row=FULL)
    with django_assert_num_queries(10):  # two of them are the test's own savepoint
        send(sheet, enter(game=games))


# Floods and late comers


def test_form_on_which_very_much_was_written_takes_no_more_and_can_be_closed(sheet, monkeypatch):
    monkeypatch.setattr(sheet_under_lock, "MOST_EVENTS", 3)
    last = enter(OTHER, seen=2)
    found = outcomes(send(sheet, enter(), last, enter(THIRD, seen=3)))
    assert found == [("kept", 2), ("kept", 3), ("refused", None)]
    assert outcomes(send(sheet, last)) == [("kept", 3)]
    (answer,) = send(sheet, ask("games", games=5)).json()["answers"]
    assert answer["problems"][0]["code"] == "S72"
    assert lifecycle.close(sheet=sheet).kind == "closed"


def test_game_far_beyond_the_last_is_refused():
    sheet = lifecycle.open(game="rummy", names=["Ans", "Bob"])
    row = {"end": "out", "entries": {"Ans": "-", "Bob": 5}}
    answers = send(sheet, *(enter(row, game=number) for number in (51, 50, 100))).json()["answers"]
    assert [answer["as"] for answer in answers] == ["refused", "kept", "kept"]


@pytest.mark.parametrize("table", ["seat", "row", "event", "note"])
def test_what_comes_in_while_somebody_looks_is_told_whole_or_not_at_all(sheet, table):
    """A penalty that is written just before each of the queries."""
    penalty = {"player": "Bob", "points": 20, "reason": "late", "signed": "Els"}
    written, begun = [], []

    def write_first(execute, sql, *rest):
        if not begun and sql.startswith("SELECT") and f'FROM "scoring_{table}"' in sql:
            begun.append(True)
            written.append(lifecycle.penalize(sheet=sheet, **penalty))
        return execute(sql, *rest)

    with connection.execute_wrapper(write_first):
        state_now = sync.build_sheet_state(Sheet.objects.get(pk=sheet.pk))
    whole = [{"event": str(written[0].pk), **penalty}] if state_now["sequence"] == 2 else []
    assert state_now["penalties"] == whole


def test_sheet_that_was_erased_a_moment_ago_is_not_there(sheet, monkeypatch):
    found = Sheet.objects.get(pk=sheet.pk)
    key = links.make_key(sheet)
    lifecycle.erase(sheet=sheet)
    monkeypatch.setattr(links, "find", lambda key: found)
    assert send(sheet, enter(), key=key).status_code == 404


def test_reason_that_nobody_can_see_is_none(sheet):
    (answer,) = send(sheet, enter({"void": "\u200b"})).json()["answers"]
    assert answer["problems"][0]["code"] == "S12"


# What pages of version 1 say and read, for as long as they are served. A name that goes or means
# something else is another version; one that comes is not.
SAID = [
    {"do": "enter", "game": 1, "row": FULL, "seen": 0},
    {"do": "enter", "game": 2, "row": OTHER, "seen": 0},
    {"do": "enter", "game": 0, "row": {"totals": {"Ans": 0, "Bob": 11}}, "seen": 0},
    {"do": "scribe", "player": "Bob"},
    {"do": "penalty", "player": "Bob", "points": 10, "reason": "late", "signed": "Cor"},
    {"do": "games", "games": 3},
]
READ = {
    *("sequence", "chain", "data", "result", "seen", "conflicts", "late", "penalties", "verdicts"),
    *("sat", "away", "renamed", "scribe", "closed", "digest"),
    *("approval", "approvals", "missing", "approved"),
}


def test_page_from_before_an_upgrade_is_understood_and_understands(sheet):
    assert sync.VERSION == 1
    letter = [{"id": id, **entry} for id, entry in zip(ids(len(SAID)), SAID, strict=True)]
    answer = send(sheet, *letter)
    assert outcomes(answer) == [("kept", 2 + number) for number in range(len(SAID))]
    said = answer.json()
    assert {"version", "answers", "sheet"} <= {*said}
    assert {"id", "as", "sequence", "problems"} <= {*said["answers"][0]}
    assert {*said["sheet"]} >= READ


def test_what_a_newer_page_says_beside_it_is_not_in_the_way(sheet):
    """The site went back to a version before, which knows less."""
    more = {"since_next_year": True}
    well, unknown = enter() | more, {"id": ids(1)[0], "do": "since_next_year"}
    answer = send(sheet, well, unknown, **more)
    assert outcomes(answer) == [("kept", 2), ("refused", None)]  # which the phone keeps and shows
