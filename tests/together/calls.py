from datetime import date, timedelta

from tests.together import world
from tests.together.listing import EVERY, Said, World, add_call, find_season, table, who
from tournaments.club import seasons
from tournaments.files.imports import members as member_import
from tournaments.files.imports import results
from tournaments.members import delete_unplayed as deletion
from tournaments.members import erasure, members
from tournaments.models import (
    DrawRecord,
    ImportDraft,
    Member,
    MemberImport,
    NightLogEntry,
    Round,
    TieRuling,
)
from tournaments.names import Name
from tournaments.nights import (
    at_the_door,
    changes_at_tables,
    closing,
    draw_rounds,
    lots,
    nights,
    open_evenings,
    round_clock,
    signing_up,
)
from tournaments.standings import settle_ties

PEOPLE = ("member", "other", "double", "keep")


def say(**said: object) -> Said:
    """People by their number in the world."""
    return lambda w: {
        key: who(w, value) if key in PEOPLE and isinstance(value, int) else value
        for key, value in said.items()
    }


def draft(w: World, name: str) -> ImportDraft:
    return ImportDraft.objects.select_related("season__club", "club").get(pk=getattr(w, name))


def record(w: World, name: str) -> dict[str, object]:
    return {"draw_record": DrawRecord.objects.select_related("night").get(pk=getattr(w, name))}


def cut(w: World, name: str, games: int) -> dict[str, object]:
    at = table(w, name)
    return {"round_": at.round, "games": games, "table": at}


def second(w: World, **more: object) -> dict[str, object]:
    return {"round_": Round.objects.select_related("night").get(pk=w.round_2), **more}


def named(w: World, number: int, **more: object) -> dict[str, object]:
    return {"member": Member.objects.get(pk=w.who[number], erased=None), **more}


def find_log_entry(w: World) -> dict[str, object]:
    return {"entry": NightLogEntry.objects.select_related("night").get(pk=w.cut)}


def find_import(w: World) -> dict[str, object]:
    return {"member_import": MemberImport.objects.select_related("club").get(pk=w.made)}


def bring(w: World, name: str, seen: str) -> dict[str, object]:
    return {name: draft(w, seen), "choices": {}, "seen": getattr(w, f"{seen}_seen")}


def places(w: World) -> dict[str, object]:
    return {"seats": {w.who[n]: (1 + n // 3, n) for n in range(9)}, "method": "hand"}


def stones(w: World) -> dict[str, object]:
    return {"numbers": {w.who[n]: n + 1 for n in range(9)}, "seen": w.mark}


def first_round(w: World) -> dict[str, object]:
    return {"round_": Round.objects.get(night=w.playing, number=1)}


THE_FOURTH, LATER = date(2026, 9, 4), [world.THURSDAY + timedelta(weeks=20)]
AN_EVENING: dict[str, object] = {"day": THE_FOURTH, "starts": None, "fee": 3}
HALL = nights.Arrangement(venue="Zaal 2", minutes=50)
PLACES = {"bonus": 3, "counting": "places", "place_points": [5, 3, 1]}
LOTS: dict[str, object] = {"rounds": 1, "method": "lots"}

for _call in (
    # The night
    ("open_sign_up", "planned", nights.set_state, say(to="sign-up")),
    ("open_door", "sign_up", nights.set_state, say(to="check-in")),
    ("shut_door", "door", nights.set_state, say(to="playing")),
    ("open_door_again", "back", nights.set_state, say(to="check-in")),
    ("play_on", "closing", nights.set_state, say(to="playing")),
    ("call_off_planned", "planned", nights.call_off, say()),
    ("call_off", "sign_up", nights.call_off, say()),
    ("move_planned", "planned", nights.move, say(day=THE_FOURTH)),
    ("move", "sign_up", nights.move, say(day=THE_FOURTH)),
    ("bring_back", "called_off", nights.bring_back, say()),
    ("renew_hall_link", "playing", nights.renew_link, say()),
    ("set_fees", "playing", nights.set_fees, say(member_fee=250, guest_fee=None)),
    ("arrange", "playing", nights.arrange, say(arrangement=HALL)),
    ("plan", "planned", nights.plan, lambda w: {"season": find_season(w), "days": LATER}),
    ("begin_round", "playing", round_clock.begin_round, first_round),
    # Who comes
    ("sign_on", "sign_up", signing_up.sign, say(member=4, said="on")),
    ("sign_for_at_door", "door", signing_up.sign_for, say(member=4, said="off")),
    (
        *("sign_for_afterwards", "closing", signing_up.sign_for),
        say(member=11, said="off", reason="Belde"),
    ),
    ("check_in_at_door", "door", at_the_door.check_in, say(member=4, present=True)),
    ("check_in_late", "playing", at_the_door.check_in, say(member=9, present=True)),
    ("check_out", "playing", at_the_door.check_in, say(member=7, present=False)),
    ("leave_after_taking_back", "back", at_the_door.check_in, say(member=4, present=False)),
    ("check_in_all", "playing", at_the_door.check_in_all, say()),
    ("check_in_all_at_door", "door", at_the_door.check_in_all, say()),
    ("pay", "playing", at_the_door.pay, say(member=4, paid=True)),
    ("pay_all", "playing", at_the_door.pay_all, say()),
    ("let_in", "door", open_evenings.let_in, say(names=[(Name("Gast"),)])),
    ("begin", "door", open_evenings.begin, say()),
    (
        *("change_open_evening", "planned", open_evenings.change),
        lambda w: {"rules": find_season(w).reglement, **AN_EVENING},
    ),
    ("walk_in", "playing", at_the_door.walk_in, say(first="Gast", family="")),
    ("walk_in_at_door", "door", at_the_door.walk_in, say(first="Gast", family="")),
    # Draws
    ("draw", "playing", draw_rounds.draw_rounds, lambda w: {**LOTS, "seen": w.mark}),
    ("draw_after_taking_back", "back", draw_rounds.draw_rounds, say(**LOTS, seen="1-0")),
    (
        *("take_back", "playing", draw_rounds.undo_draw),
        lambda w: {**record(w, "draw_record"), "reason": "No"},
    ),
    ("put_back", "back", draw_rounds.redo_draw, lambda w: record(w, "taken_back")),
    ("cut_round", "playing", changes_at_tables.shorten, lambda w: second(w, games=3)),
    ("cut_table", "playing", changes_at_tables.shorten, lambda w: cut(w, "table_2", 1)),
    (
        "cut_while_closing",
        "closing",
        changes_at_tables.shorten,
        lambda w: cut(w, "closing_table", 1),
    ),
    ("put_by_hand", "playing", lots.seat_member, say(member=4, table=2, method="hand")),
    ("put_all", "playing", lots.seat_members, places),
    ("take_away", "playing", lots.unseat_member, say(member=4)),
    ("choose_sizes", "playing", lots.choose_sizes, say(sizes="4-5")),
    ("as_last", "playing", lots.seat_as_last_round, say()),
    ("lay", "playing", lots.lay, lambda w: {"method": "hand", "seen": w.mark}),
    ("lay_stones", "playing", lots.lay_stones, stones),
    ("draw_rest", "playing", lots.draw_rest, lambda w: {"seen": w.mark}),
    # Changes at tables
    ("open_for_sitting_out", "playing", changes_at_tables.open_for_sitting_out, second),
    ("undo", "playing", changes_at_tables.undo, find_log_entry),
    # The end
    ("close", "closing", closing.close, say(reason="late")),
    ("reopen", "closed", closing.reopen, say(reason="wrong")),
    (
        *("reopen_table", "closed", closing.reopen),
        lambda w: {"reason": "wrong", "table": table(w, "closed_table")},
    ),
    ("take_results_back", "earlier", results.take_back, say()),
    ("bring_results", EVERY, results.apply, lambda w: bring(w, "kept", "results")),
    ("bring_people", "playing", member_import.apply, lambda w: bring(w, "draft", "people")),
    (
        *("settle", "earlier", settle_ties.settle),
        lambda w: {"season": find_season(w), "tie": w.tie, "how": "share"},
    ),
    (
        *("unsettle", "earlier", settle_ties.undo),
        lambda w: {"settlement": TieRuling.objects.get(pk=w.settled)},
    ),
    # People
    ("merge", EVERY, members.merge, say(double=9, keep=4)),
    ("unmerge", "playing", members.unmerge, say(double=10)),
    (
        *("delete_unplayed", EVERY, deletion.delete_unplayed),
        lambda w: {"club": who(w, 9).club, "people": [w.who[9]]},
    ),
    ("take_import_back", EVERY, deletion.take_import_back, find_import),
    ("erase", EVERY, erasure.erase, lambda w: named(w, 4)),
    ("erase_who_comes", EVERY, erasure.erase, lambda w: named(w, 9)),
    ("rename_member", "playing", members.change, lambda w: named(w, 4, first="Anders")),
    ("show_as", "closed", members.show_as, say(member=0, shown="not")),
    ("change_season", "playing", seasons.change, lambda w: {"season": find_season(w), **PLACES}),
):
    add_call(*_call)

for _name, _verb, _table, _said in (
    ("come", "join_table", "table_2", say(member=9)),
    ("leave", "leave", "table_2", say(member=4)),
    ("leave_first", "leave", "table_3", lambda w: {"member": Member.objects.get(pk=w.at_3[0])}),
    ("replace", "replace", "table_2", say(member=4, other=9)),
    (
        *("swap", "swap", "table_3"),
        lambda w: {
            "member": Member.objects.get(pk=w.at_3[1]),
            "other": Member.objects.get(pk=w.at_4[1]),
            "anyway": True,
        },
    ),
    ("hand_over_at_table", "hand_over", "table_2", say(member=5)),
    ("void", "void", "table_2", say(number=2, reason="Wrong", seen=99)),
    (
        *("split", "split", "table_3"),
        lambda w: {"going": [Member.objects.get(pk=pk) for pk in w.at_3[:2]]},
    ),
    ("join", "merge_tables", "table_2", say(to={})),
):
    add_call(
        *(_name, "playing", getattr(changes_at_tables, _verb)),
        lambda w, at=_table, said=_said: {"table": table(w, at), **said(w)},
    )
