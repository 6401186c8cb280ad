import uuid
from contextlib import suppress

import pytest
from django.db import transaction
from django.utils.translation import override
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.models import Event, FormerName, Sheet
from scoring.sheets import lifecycle, sittings, verify
from scoring.sheets.events import digest_event
from scoring.toolkit.problems import UserError
from scoring.toolkit.translation import translate
from tests.lifting import triggers_lifted
from tests.scoring.sheets.asking import refused, state

NAMES = ["Ans", "Bob", "Cor"]
GAMES = {"games": 4, "subtotal_after": 0}
NOTHING = {"bid": 0, "tricks": 0}


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=NAMES, options=GAMES, scribe="Ans")


def again(sheet):
    return Sheet.objects.get(pk=sheet.pk)


def play(sheet, number, **cells):
    return lifecycle.record(sheet=sheet, number=number, row={"entries": cells})


def games(sheet):
    return [row.get("entries", {}) for row in lifecycle.build_data(again(sheet))["games"]]


def totals(sheet):
    return dict(again(sheet).seats.values_list("name", "total"))


def sat(sheet):
    return [
        [(sitting.name, sitting.since, sitting.until) for sitting in stays]
        for stays in sittings.load_sittings([sheet])[sheet.pk].values()
    ]


def verified(sheet):
    """What was worked out again agrees with what is kept, both for who reads rows and events."""
    assert verify.run().problems == []
    assert state(sheet)["data"] == lifecycle.build_data(again(sheet))
    return True


# Leaving


def test_who_leaves_has_a_cross_in_each_game_from_then_on(sheet):
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    lifecycle.leave(sheet=sheet, player="Cor", since=3)
    assert games(sheet) == [{"Ans": "-", "Bob": 5, "Cor": 6}, {}, {"Cor": "x"}, {"Cor": "x"}]
    assert state(sheet)["result"]["next"]["game"] == 2
    assert sat(sheet) == [[("Ans", 1, None)], [("Bob", 1, None)], [("Cor", 1, 2)]]
    assert verified(sheet)


def test_who_was_said_twice_to_have_left_comes_back(sheet):
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    lifecycle.replace(sheet=sheet, player="Cor", name="Cor", since=4)
    play(sheet, 4, Ans="-", Bob=5, Cor=6)
    assert games(sheet)[1:] == [{"Cor": "x"}, {"Cor": "x"}, {"Ans": "-", "Bob": 5, "Cor": 6}]
    assert sat(sheet)[2] == [("Cor", 1, 1), ("Cor", 4, None)]
    play(sheet, 4, Ans="-", Bob=5)
    assert games(sheet)[3] == {"Ans": "-", "Bob": 5}
    assert verified(sheet)


def test_leaving_completes_the_games_that_only_waited_for_who_left(sheet):
    play(sheet, 1, Ans="-", Bob=5)
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    assert totals(sheet) == {"Ans": 0, "Bob": 5, "Cor": 0}
    assert state(sheet)["result"]["rows"][0]["scores"] == {"Ans": 0, "Bob": 5}
    assert verified(sheet)


def test_turn_passes_who_left(sheet):
    lifecycle.leave(sheet=sheet, player="Bob", since=1)
    dealers = [row["dealer"] for row in state(sheet)["result"]["rows"]]
    assert dealers == ["Cor", "Ans", "Cor", "Ans"]


def test_nobody_leaves_before_a_game_in_which_something_was_entered_for_them(sheet):
    play(sheet, 2, Ans="-", Bob=5, Cor=6)
    with pytest.raises(UserError) as refusal:
        lifecycle.leave(sheet=sheet, player="Cor", since=2)
    (problem,) = refusal.value.problems
    with override("en"):
        message = translate(problem["message"])
    assert problem["code"] == "S75"
    assert message == "Cor stands on this form already: in game 2. Undo that first."
    lifecycle.leave(sheet=sheet, player="Cor", since=3)


def test_nobody_leaves_before_an_entry_that_may_still_be_chosen(sheet):
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 5, "Cor": "x"}})
    late = {"entries": {"Ans": "-", "Bob": 5, "Cor": 6}}
    lifecycle.record(sheet=sheet, number=1, row=late, seen=0)
    assert refused(lifecycle.leave, sheet=sheet, player="Cor", since=1) == ["S75"]


def test_what_a_phone_types_for_who_left_goes_before_the_cross(sheet):
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    assert totals(sheet) == {"Ans": 0, "Bob": 5, "Cor": 6}
    assert verified(sheet)


def test_phone_that_did_not_hear_who_left_says_the_same_as_one_that_did(sheet):
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    play(sheet, 1, Ans="-", Bob=5, Cor="x")
    late = {"entries": {"Ans": "-", "Bob": 5}}
    assert lifecycle.record(sheet=sheet, number=1, row=late, seen=0).kind == "entered"
    assert state(sheet)["conflicts"] == []


def test_two_stay_and_no_fewer(sheet):
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    assert refused(lifecycle.leave, sheet=sheet, player="Bob", since=3) == ["J15", "J15"]


@pytest.mark.parametrize("game, names", [("rummy", NAMES[:2]), ("vijfhonderd", [*NAMES, "Dik"])])
def test_game_of_so_many_players_and_no_other_is_left_by_nobody_and_joined_by_nobody(game, names):
    sheet = lifecycle.open(game=game, names=names)
    assert refused(lifecycle.leave, sheet=sheet, player="Bob", since=2)[0] == "S76"
    assert refused(lifecycle.add, sheet=sheet, name="Eva", since=2)[0][1:] == "05"
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    assert verified(sheet)


@pytest.mark.parametrize("since", [0, 5, True, "1", None])
def test_change_is_from_a_game_of_the_form_on(sheet, since):
    for change in (
        lambda: lifecycle.leave(sheet=sheet, player="Cor", since=since),
        lambda: lifecycle.replace(sheet=sheet, player="Cor", name="Eva", since=since),
        lambda: lifecycle.add(sheet=sheet, name="Eva", since=since),
    ):
        assert refused(change) == ["S61"]


def test_where_nobody_knows_how_many_games_there_will_be_those_so_far_are_crossed():
    sheet = lifecycle.open(game="jolly", names=NAMES)
    play(sheet, 1, Ans={"meld": 40, "out": True}, Bob={"meld": 0, "hand": 9})
    lifecycle.leave(sheet=sheet, player="Cor", since=1)
    assert [row["Cor"] for row in games(sheet)] == ["x"]
    assert state(sheet)["result"]["next"]["game"] == 2
    assert verified(sheet)


# Coming late


def test_latecomer_takes_the_last_seat_and_has_crosses_before(sheet):
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    lifecycle.add(sheet=sheet, name="Eva", since=3)
    assert games(sheet) == [{"Ans": "-", "Bob": 5, "Cor": 6, "Eva": "x"}, {"Eva": "x"}]
    assert lifecycle.build_data(again(sheet))["players"] == [*NAMES, "Eva"]
    assert sat(sheet)[3] == [("Eva", 3, None)]
    play(sheet, 3, Ans="-", Bob=1, Cor=2, Eva=3)
    assert totals(sheet) == {"Ans": 0, "Bob": 6, "Cor": 8, "Eva": 3}
    assert verified(sheet)


def test_full_table_takes_no_latecomer():
    sheet = lifecycle.open(game="jokeren", names=[*NAMES, "Dik", "Els", "Fer"])
    assert refused(lifecycle.add, sheet=sheet, name="Eva", since=2) == ["J05"]
    assert again(sheet).seats.count() == 6


def bids_played(names, count, **options):
    """Boerenbridge of which so many games are played; each bids nothing, the last takes all."""
    sheet = lifecycle.open(game="boerenbridge", names=names, options={"hook": "never", **options})
    for number in range(1, count + 1):
        contract = state(sheet)["result"]["next"]["contract"]
        cells = {name: {"bid": 0, "tricks": 0} for name in names}
        cells[names[-1]] = {"bid": 0, "tricks": int(contract.split()[0])}
        play(sheet, number, **cells)
    return sheet


def test_latecomer_changes_no_cards_of_games_that_were_played():
    sheet = bids_played(NAMES, 1, most=17, course="down")  # 17 cards for three, 13 for four
    with pytest.raises(UserError) as refusal:
        lifecycle.add(sheet=sheet, name="Eva", since=2)
    (problem,) = refusal.value.problems
    with override("en"):
        said = translate(problem["message"])
    assert problem["code"] == "S93"
    assert said.startswith("with 4 players game 1 would have 13 cards, and it was played with 17")
    assert again(sheet).seats.count() == 3
    assert verified(sheet)


@pytest.mark.parametrize(
    "options", [{"most": 17}, {"most": 10, "course": "down"}], ids=["the same so far", "the same"]
)
def test_latecomer_comes_where_games_stay_as_they_were(options):
    sheet = bids_played(NAMES, 2, **options)
    before = totals(sheet)
    lifecycle.add(sheet=sheet, name="Eva", since=3)
    assert totals(sheet) == {**before, "Eva": 0}
    assert verified(sheet)


def test_latecomer_is_not_taken_back_once_that_changes_games():
    sheet = bids_played(NAMES, 0, most=17, course="down")
    added = lifecycle.add(sheet=sheet, name="Eva", since=2)
    play(sheet, 1, Ans=NOTHING, Bob=NOTHING, Cor={"bid": 0, "tricks": 13})
    assert refused(lifecycle.undo, sheet=sheet, change=added.pk) == ["S93"]


@pytest.mark.parametrize("name, code", [("Bob", "J07"), ("", "J06"), ("e" * 61, "J06")])
def test_who_comes_has_a_name_of_their_own(sheet, name, code):
    for change in (
        lambda: lifecycle.add(sheet=sheet, name=name, since=2),
        lambda: lifecycle.replace(sheet=sheet, player="Cor", name=name, since=2),
    ):
        assert refused(change) == [code]


def test_name_is_the_same_however_its_accents_are_written(sheet):
    lifecycle.add(sheet=sheet, name="Zoe\N{COMBINING DIAERESIS}", since=2)
    assert again(sheet).seats.last().name == "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"


# Taking over


def test_who_takes_over_has_the_column_and_its_total_from_then_on(sheet):
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    play(sheet, 2, Ans="-", Eva=1, Cor=2)
    assert lifecycle.build_data(again(sheet))["players"] == ["Ans", "Eva", "Cor"]
    assert totals(sheet) == {"Ans": 0, "Eva": 6, "Cor": 8}
    assert sat(sheet)[1] == [("Bob", 1, 1), ("Eva", 2, None)]
    assert verified(sheet)


def test_from_game_1_on_it_is_another_name_and_no_more(sheet):
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    lifecycle.replace(sheet=sheet, player="Bob", name="Bop", since=1)
    assert games(sheet) == [{"Ans": "-", "Bop": 5, "Cor": 6}]
    assert sat(sheet)[1] == [("Bop", 1, None)]
    assert verified(sheet)


def test_scribe_who_is_replaced_hands_over_the_pencil_too(sheet):
    lifecycle.replace(sheet=sheet, player="Ans", name="Eva", since=2)
    assert state(sheet)["scribe"] == state(sheet)["data"]["scribe"] == "Eva"


def test_who_left_comes_back_to_their_own_seat(sheet):
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    lifecycle.replace(sheet=sheet, player="Cor", name="Cor", since=3)
    assert games(sheet) == [{}, {"Cor": "x"}]
    assert sat(sheet)[2] == [("Cor", 1, 1), ("Cor", 3, None)]
    assert refused(lifecycle.replace, sheet=sheet, player="Cor", name="Cor", since=3) == ["S07"]


def test_name_of_who_sat_on_another_seat_is_not_taken_again(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    assert refused(lifecycle.replace, sheet=sheet, player="Cor", name="Bob", since=3) == ["S77"]
    lifecycle.replace(sheet=sheet, player="Eva", name="Bob", since=3)
    assert sat(sheet)[1] == [("Bob", 1, 1), ("Eva", 2, 2), ("Bob", 3, None)]


def test_change_of_a_seat_goes_before_no_other(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=3)
    for change in (
        lambda: lifecycle.leave(sheet=sheet, player="Eva", since=2),
        lambda: lifecycle.replace(sheet=sheet, player="Eva", name="Fem", since=2),
    ):
        assert refused(change) == ["S78"]
    lifecycle.leave(sheet=sheet, player="Eva", since=3)
    assert sat(sheet)[1] == [("Bob", 1, 2)]


# Phones that were away


def test_entry_under_a_former_name_is_of_who_sits_there_now(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    late = {"id": uuid.uuid4(), "row": {"entries": {"Ans": "-", "Bob": 5, "Cor": 6}}}
    for _ in range(2):
        event = lifecycle.record(sheet=sheet, number=1, row=late["row"], event=late["id"])
        assert event.kind == "entered"
    assert games(sheet) == [{"Ans": "-", "Eva": 5, "Cor": 6}]
    assert "Bob" not in event.body
    assert verified(sheet)


def test_entry_before_a_change_that_comes_in_again_after_it_is_the_same(sheet):
    row, id = {"entries": {"Ans": "-", "Bob": 5, "Cor": 6}}, uuid.uuid4()
    first = lifecycle.record(sheet=sheet, number=1, row=row, event=id)
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    assert lifecycle.record(sheet=sheet, number=1, row=row, event=id) == first


def test_paper_and_a_penalty_under_a_former_name(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Bob": 5}})
    lifecycle.penalize(sheet=sheet, player="Bob", points=5, reason="late", signed="Els")
    state_now = state(sheet)
    assert state_now["data"]["paper"] == {"totals": {"Eva": 5}}
    assert [penalty["player"] for penalty in state_now["penalties"]] == ["Eva"]


def test_name_that_was_taken_back_is_known_too(sheet):
    change = lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.undo(sheet=sheet, change=change.pk)
    play(sheet, 1, Ans="-", Eva=5, Cor=6)
    assert games(sheet) == [{"Ans": "-", "Bob": 5, "Cor": 6}]


def test_two_names_of_one_seat_in_one_entry_are_refused(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    assert refused(play, sheet, 1, Ans="-", Bob=5, Eva=6, Cor=7) == ["J27"]


def test_cross_of_a_latecomer_who_was_taken_back_does_not_matter(sheet):
    change = lifecycle.add(sheet=sheet, name="Eva", since=2)
    row, id = {"entries": {"Ans": "-", "Bob": 5, "Cor": 6, "Eva": "x"}}, uuid.uuid4()
    first = lifecycle.record(sheet=sheet, number=1, row=row, event=id)
    lifecycle.undo(sheet=sheet, change=change.pk)
    assert lifecycle.record(sheet=sheet, number=1, row=row, event=id) == first
    lifecycle.record(sheet=sheet, number=2, row=row)
    assert games(sheet) == [{"Ans": "-", "Bob": 5, "Cor": 6}] * 2
    assert refused(play, sheet, 3, Ans="-", Bob=5, Cor=6, Eva=7) == ["J27"]
    assert verified(sheet)


# Undoing


def test_each_change_is_undone(sheet):
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    before = state(sheet)["data"]
    for change in (
        lambda: lifecycle.leave(sheet=sheet, player="Cor", since=2),
        lambda: lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2),
        lambda: lifecycle.add(sheet=sheet, name="Eva", since=2),
    ):
        event = change()
        assert state(sheet)["data"] != before
        lifecycle.undo(sheet=sheet, change=event.pk)
        assert state(sheet)["data"] == before
        assert refused(lifecycle.undo, sheet=sheet, change=event.pk) == ["S79"]
    assert verified(sheet)


def test_of_one_seat_the_last_change_is_undone_first(sheet):
    first = lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    second = lifecycle.leave(sheet=sheet, player="Eva", since=2)
    lifecycle.replace(sheet=sheet, player="Cor", name="Fem", since=4)  # another seat's
    assert refused(lifecycle.undo, sheet=sheet, change=first.pk) == ["S78"]
    for change in (second, first):
        lifecycle.undo(sheet=sheet, change=change.pk)
    assert sat(sheet)[1] == [("Bob", 1, None)]


@pytest.mark.parametrize(
    "stands",
    [
        lambda sheet: play(sheet, 2, Eva=3),
        lambda sheet: lifecycle.record(sheet=sheet, number=0, row={"totals": {"Eva": 3}}),
        lambda sheet: lifecycle.hand_over(sheet=sheet, player="Eva"),
        lambda sheet: lifecycle.penalize(
            sheet=sheet, player="Eva", points=5, reason="late", signed="Els"
        ),
    ],
    ids=["an entry", "on paper", "keeps score", "a penalty"],
)
def test_latecomer_of_whom_something_stands_on_the_form_stays(sheet, stands):
    change = lifecycle.add(sheet=sheet, name="Eva", since=2)
    stands(sheet)
    assert refused(lifecycle.undo, sheet=sheet, change=change.pk) == ["S75"]


def test_name_is_not_given_back_that_somebody_else_has_by_now(sheet):
    change = lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=1)
    lifecycle.replace(sheet=sheet, player="Cor", name="Bob", since=2)
    assert refused(lifecycle.undo, sheet=sheet, change=change.pk) == ["J07"]


# Whatever is done

POSITIONS, SINCE = st.integers(1, 4), st.integers(1, 4)
DONE = st.one_of(
    st.tuples(st.just("leave"), POSITIONS, SINCE),
    st.tuples(st.just("replace"), POSITIONS, SINCE, st.sampled_from([*NAMES, "Eva", "Fem"])),
    st.tuples(st.just("add"), SINCE, st.sampled_from(["Bob", "Eva", "Fem"])),
    st.tuples(st.just("undo"), st.integers(0, 5)),
    st.tuples(st.just("enter"), SINCE),
)


class Plain:
    def __init__(self):
        self.places = [[name] * 4 for name in NAMES]
        self.before = []  # what undoes each change: its event, its place, and how that was

    def apply(self, sheet, do, *words):
        if do == "enter":
            at = [names[words[0] - 1] for names in self.places]
            playing = [name for name in at if name]
            play(sheet, words[0], **dict.fromkeys(playing, 3) | {playing[0]: "-"})
        elif do == "undo" and self.before:
            change, place, names = self.before[words[0] % len(self.before)]
            lifecycle.undo(sheet=sheet, change=change)
            self.before.remove((change, place, names))
            self.places[place : place + 1] = [names] if names else []
            if not names:  # a place is gone, and those after it move up
                self.before = [(who, at - (at > place), was) for who, at, was in self.before]
        elif do == "add":
            since, name = words
            event = lifecycle.add(sheet=sheet, name=name, since=since)
            self.before.append((event.pk, len(self.places), None))
            self.places.append([None] * (since - 1) + [name] * (5 - since))
        elif do in ("leave", "replace"):
            self.change(sheet, *words)

    def change(self, sheet, position, since, name=None):
        now = sheet.seats.filter(position=position).first()
        player = now.name if now else "nobody"
        if name:
            event = lifecycle.replace(sheet=sheet, player=player, name=name, since=since)
        else:
            event = lifecycle.leave(sheet=sheet, player=player, since=since)
        names = self.places[position - 1]
        self.before.append((event.pk, position - 1, names))
        self.places[position - 1] = names[: since - 1] + [name] * (5 - since)


@settings(max_examples=15, deadline=None, suppress_health_check=[*HealthCheck])
@example([("add", 1, "Eva"), ("add", 1, "Fem"), ("undo", 0), ("undo", 0)])
@given(st.lists(DONE, max_size=12))
def test_sittings_are_as_on_paper_in_whatever_order_is_changed_and_undone(done):
    with transaction.atomic():
        sheet, plain = lifecycle.open(game="jokeren", names=NAMES, options=GAMES), Plain()
        for event in done:
            events = sheet.events.count()
            with suppress(UserError):
                plain.apply(sheet, *event)
            assert sheet.events.count() - events in (0, 1)
        at = [[None] * 4 for _ in plain.places]
        for names, sittings_ in zip(
            at, sittings.load_sittings([sheet])[sheet.pk].values(), strict=True
        ):
            for sitting in sittings_:
                last = sitting.until or 4
                names[sitting.since - 1 : last] = [sitting.name] * (last - sitting.since + 1)
        assert at == plain.places
        assert verified(sheet)
        transaction.set_rollback(True)


# As every verb


def test_what_comes_in_twice_is_done_once(sheet):
    ids = [uuid.uuid4() for _ in range(4)]
    for _ in range(2):
        lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2, event=ids[0])
        lifecycle.add(sheet=sheet, name="Fem", since=2, event=ids[1])
        lifecycle.leave(sheet=sheet, player="Cor", since=2, event=ids[2])
        lifecycle.undo(sheet=sheet, change=ids[2], event=ids[3])
    assert again(sheet).events.count() == 5
    for other in (
        lambda: lifecycle.replace(sheet=sheet, player="Bob", name="Gea", since=2, event=ids[0]),
        lambda: lifecycle.add(sheet=sheet, name="Fem", since=3, event=ids[1]),
        lambda: lifecycle.leave(sheet=sheet, player="Cor", since=3, event=ids[2]),
        lambda: lifecycle.undo(sheet=sheet, change=ids[0], event=ids[3]),
    ):
        assert refused(other) == ["S60"]


def test_opening_that_comes_in_again_after_a_change_is_the_same():
    said = {"game": "jokeren", "names": NAMES, "event": uuid.uuid4()}
    sheet = lifecycle.open(**said)
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.add(sheet=sheet, name="Fem", since=2)
    lifecycle.set_games(sheet=sheet, games=3)
    lifecycle.record(sheet=sheet, number=0, row={"totals": {"Ans": 1}})
    assert lifecycle.open(**said) == sheet


def test_change_ends_an_approval_and_who_left_is_not_asked():
    options = {"games": 2, "subtotal_after": 0}
    sheet = lifecycle.open(game="jokeren", names=NAMES, options=options, approval="all")
    play(sheet, 1, Ans="-", Bob=5, Cor=6)
    play(sheet, 2, Ans="-", Bob=5, Cor="x")
    lifecycle.approve(sheet=sheet, player="Bob", read=state(sheet)["digest"])
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=1)
    assert state(sheet)["approvals"] == []
    play(sheet, 2, Ans="-", Eva=5)
    assert state(sheet)["missing"] == ["Eva", "Cor"]
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    assert state(sheet)["missing"] == ["Eva"]


def test_no_event_holds_a_name_and_names_can_be_erased(sheet):
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.undo(sheet=sheet, change=lifecycle.add(sheet=sheet, name="Fem", since=2).pk)
    bodies = "".join(sheet.events.values_list("body", flat=True))
    assert not [name for name in ("Ans", "Bob", "Eva", "Fem") if name in bodies]
    lifecycle.erase_name(seat=again(sheet).seats.get(position=2), blank="…", name="Bob")
    assert sat(sheet)[1] == [("…", 1, 1), ("Eva", 2, None)]
    lifecycle.erase_name(seat=again(sheet).seats.get(position=2), blank="…")
    assert sat(sheet)[1] == [("…", 1, 1), ("…", 2, None)]
    assert verified(sheet)


# Verifying


@pytest.mark.parametrize(
    "tamper, what",
    [
        (lambda sheet: sheet.seats.filter(position=3).update(away=[]), "away"),
        (lambda sheet: sheet.former_names.all().delete(), "names"),
        (lambda sheet: FormerName.objects.update(seat=sheet.seats.first().pk), "names"),
        (lambda sheet: sheet.seats.filter(position=4).delete(), "seats"),
        (lambda sheet: sheet.events.filter(kind="left").update(body="{}"), "digest"),
    ],
)
def test_verify_finds_what_was_tampered_with(sheet, tamper, what):
    lifecycle.leave(sheet=sheet, player="Cor", since=2)
    lifecycle.replace(sheet=sheet, player="Bob", name="Eva", since=2)
    lifecycle.add(sheet=sheet, name="Fem", since=2)
    assert verify.run().problems == []
    with triggers_lifted():
        tamper(again(sheet))
    assert what in [problem["what"] for problem in verify.run().problems]


def test_new_seat_of_a_form_from_elsewhere_is_called_nothing_that_was_there(sheet):
    """Its events name seats by the ids of another site, which may be those to come of this one."""
    first, last = sheet.seats.first(), sheet.seats.last()
    first.first_id = last.pk + 1
    first.save()
    opened = sheet.events.get()
    opened.body = opened.body.replace(f'"{first.pk}"', f'"{first.key}"')
    with triggers_lifted():
        Event.objects.filter(pk=opened.pk).update(body=opened.body, digest=digest_event("", opened))
    lifecycle.add(sheet=again(sheet), name="Dik", since=2)
    added = sheet.seats.get(name="Dik")
    assert added.key == str(last.pk + 2)
    lifecycle.record(sheet=again(sheet), number=2, row={"entries": {"Ans": "-", "Dik": 7}})
    assert verify.run().problems == []
