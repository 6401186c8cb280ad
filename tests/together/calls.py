from datetime import date

from tests.together import world
from tests.together.listing import EVERY, World, call, find_night, short, table, who
from tournaments.club import seasons
from tournaments.files.imports import members as member_import
from tournaments.files.imports import results
from tournaments.members import delete_unplayed as deletion
from tournaments.members import members, privacy
from tournaments.models import (
    DrawRecord,
    ImportDraft,
    Member,
    MemberImport,
    NightLogEntry,
    Round,
    Season,
    TieRuling,
)
from tournaments.nights import (
    attendances,
    changes_in_play,
    closing,
    lots,
    nights,
    round_clock,
    rounds,
)
from tournaments.standings import settle_ties

NIGHT = "tournaments.nights.nights."
for _name, _night, _to in (
    ("open_sign_up", "planned", "sign-up"),
    ("open_door", "sign_up", "check-in"),
    ("shut_door", "door", "playing"),
    ("open_door_again", "back", "check-in"),
    ("play_on", "closing", "playing"),
):
    short(
        f"{NIGHT}set_state",
        _night,
        _name,
        lambda w, name=_night, to=_to: nights.set_state(night=find_night(w, name), to=to) and None,
    )
for _name, _night in (("call_off_planned", "planned"), ("call_off", "sign_up")):
    short(
        f"{NIGHT}call_off",
        _night,
        _name,
        lambda w, name=_night: nights.call_off(night=find_night(w, name)) and None,
    )
for _name, _night in (("move_planned", "planned"), ("move", "sign_up")):
    short(
        f"{NIGHT}move",
        _night,
        _name,
        lambda w, name=_night: (
            nights.move(night=find_night(w, name), day=date(2026, 9, 4)) and None
        ),
    )
short(
    f"{NIGHT}bring_back",
    "called_off",
    "bring_back",
    lambda w: nights.bring_back(night=find_night(w, "called_off")) and None,
)
for _name, _night, _verb, _said in (
    ("renew_hall_link", "playing", nights.renew_link, lambda w: {}),
    ("sign_on", "sign_up", attendances.sign, lambda w: {"member": who(w, 4), "said": "on"}),
    (
        "sign_for_at_door",
        "door",
        attendances.sign_for,
        lambda w: {"member": who(w, 4), "said": "off"},
    ),
    (
        *("sign_for_afterwards", "closing", attendances.sign_for),
        lambda w: {"member": who(w, 11), "said": "off", "reason": "Belde"},
    ),
    (
        "check_in_at_door",
        "door",
        attendances.check_in,
        lambda w: {"member": who(w, 4), "present": True},
    ),
    (
        "check_in_late",
        "playing",
        attendances.check_in,
        lambda w: {"member": who(w, 8), "present": True},
    ),
    (
        "check_out",
        "playing",
        attendances.check_in,
        lambda w: {"member": who(w, 7), "present": False},
    ),
    ("check_in_all", "playing", attendances.check_in_all, lambda w: {}),
    ("check_in_all_at_door", "door", attendances.check_in_all, lambda w: {}),
    ("pay", "playing", attendances.pay, lambda w: {"member": who(w, 4), "paid": True}),
    ("set_fees", "playing", nights.set_fees, lambda w: {"member_fee": 250, "guest_fee": None}),
    ("walk_in", "playing", attendances.walk_in, lambda w: {"first": "Gast", "family": ""}),
    ("walk_in_at_door", "door", attendances.walk_in, lambda w: {"first": "Gast", "family": ""}),
):
    short(
        f"{_verb.__module__}.{_verb.__name__}",
        _night,
        _name,
        lambda w, name=_night, verb=_verb, said=_said: (
            verb(night=find_night(w, name), **said(w)) and None
        ),
    )


short(
    "tournaments.nights.nights.arrange",
    "playing",
    "arrange",
    lambda w: (
        nights.arrange(
            night=find_night(w), arrangement=nights.Arrangement(venue="Zaal 2", minutes=50)
        )
        and None
    ),
)
short(
    "tournaments.nights.round_clock.begin_round",
    "playing",
    "begin_round",
    lambda w: (
        round_clock.begin_round(round_=Round.objects.get(night=find_night(w), number=1)) and None
    ),
)


@call("tournaments.nights.nights.plan", "planned")
def plan(w: World) -> None:
    from datetime import timedelta

    season = Season.objects.get(pk=w.season)
    nights.plan(season=season, days=[world.THURSDAY + timedelta(weeks=20)])


# Draws


@call("tournaments.nights.rounds.draw_lots", "playing")
def draw(w: World) -> None:
    rounds.draw_lots(night=find_night(w), rounds=1, method="lots", seen=w.mark)


@call("tournaments.nights.rounds.undo_draw", "playing")
def take_back(w: World) -> None:
    rounds.undo_draw(
        draw_record=DrawRecord.objects.select_related("night").get(pk=w.draw_record), reason="No"
    )


@call("tournaments.nights.rounds.redo_draw", "back")
def put_back(w: World) -> None:
    rounds.redo_draw(draw_record=DrawRecord.objects.select_related("night").get(pk=w.taken_back))


@call("tournaments.nights.rounds.draw_lots", "back")
def draw_after_taking_back(w: World) -> None:
    rounds.draw_lots(night=find_night(w, "back"), rounds=1, method="lots", seen="1-0")


@call("tournaments.nights.attendances.check_in", "back")
def leave_after_taking_back(w: World) -> None:
    attendances.check_in(night=find_night(w, "back"), member=who(w, 4), present=False)


@call("tournaments.nights.rounds.shorten", "playing")
def cut_round(w: World) -> None:
    rounds.shorten(round_=Round.objects.select_related("night").get(pk=w.round_2), games=3)


@call("tournaments.nights.rounds.shorten", "playing")
def cut_table(w: World) -> None:
    at = table(w, "table_2")
    rounds.shorten(round_=at.round, games=1, table=at)


@call("tournaments.nights.rounds.shorten", "closing")
def cut_while_closing(w: World) -> None:
    at = table(w, "closing_table")
    rounds.shorten(round_=at.round, games=1, table=at)


@call("tournaments.nights.lots.seat_member", "playing")
def put_by_hand(w: World) -> None:
    lots.seat_member(night=find_night(w), member=who(w, 4), table=2, method="hand")


@call("tournaments.nights.lots.seat_members", "playing")
def put_all(w: World) -> None:
    seats = {w.who[number]: (1 + number // 4, number) for number in range(8)}
    lots.seat_members(night=find_night(w), seats=seats, method="hand")


@call("tournaments.nights.lots.unseat_member", "playing")
def take_away(w: World) -> None:
    lots.unseat_member(night=find_night(w), member=who(w, 4))


@call("tournaments.nights.lots.choose_sizes", "playing")
def choose_sizes(w: World) -> None:
    lots.choose_sizes(night=find_night(w), sizes="4-5")


@call("tournaments.nights.lots.seat_as_last_round", "playing")
def as_last(w: World) -> None:
    lots.seat_as_last_round(night=find_night(w))


@call("tournaments.nights.lots.lay", "playing")
def lay(w: World) -> None:
    lots.lay(night=find_night(w), method="hand", seen=w.mark)


@call("tournaments.nights.lots.draw_rest", "playing")
def draw_rest(w: World) -> None:
    lots.draw_rest(night=find_night(w), seen=w.mark)


# Changes at tables

for _name, _verb, _table, _said in (
    ("come", "join_table", "table_2", lambda w: {"member": who(w, 9)}),
    ("leave", "leave", "table_2", lambda w: {"member": who(w, 4)}),
    ("leave_first", "leave", "table_3", lambda w: {"member": Member.objects.get(pk=w.at_3[0])}),
    ("replace", "replace", "table_2", lambda w: {"member": who(w, 4), "other": who(w, 9)}),
    (
        "swap",
        "swap",
        "table_3",
        lambda w: {
            "member": Member.objects.get(pk=w.at_3[1]),
            "other": Member.objects.get(pk=w.at_4[1]),
            "anyway": True,
        },
    ),
    ("hand_over_at_table", "hand_over", "table_2", lambda w: {"member": who(w, 5)}),
    ("void", "void", "table_2", lambda w: {"number": 2, "reason": "Wrong", "seen": 99}),
    (
        "split",
        "split",
        "table_3",
        lambda w: {"going": [Member.objects.get(pk=pk) for pk in w.at_3[:2]]},
    ),
    ("join", "merge_tables", "table_2", lambda w: {"to": {}}),
):
    short(
        f"tournaments.nights.changes_in_play.{_verb}",
        "playing",
        _name,
        lambda w, verb=_verb, at=_table, said=_said: (
            getattr(changes_in_play, verb)(table=table(w, at), **said(w)) and None
        ),
    )


@call("tournaments.nights.changes_in_play.undo", "playing")
def undo(w: World) -> None:
    changes_in_play.undo(entry=NightLogEntry.objects.select_related("night").get(pk=w.cut))


# The end


@call("tournaments.nights.closing.close", "closing")
def close(w: World) -> None:
    closing.close(night=find_night(w, "closing"), reason="late")


@call("tournaments.nights.closing.reopen", "closed")
def reopen(w: World) -> None:
    closing.reopen(night=find_night(w, "closed"), reason="wrong")


@call("tournaments.nights.closing.reopen", "closed")
def reopen_table(w: World) -> None:
    closing.reopen(night=find_night(w, "closed"), reason="wrong", table=table(w, "closed_table"))


@call("tournaments.files.imports.results.take_back", "earlier")
def take_results_back(w: World) -> None:
    results.take_back(night=find_night(w, "earlier"))


@call("tournaments.files.imports.results.apply", EVERY)
def bring_results(w: World) -> None:
    kept = ImportDraft.objects.select_related("season__club", "club").get(pk=w.results)
    results.apply(kept=kept, choices={}, seen=w.results_seen)


@call("tournaments.files.imports.members.apply", "playing")
def bring_people(w: World) -> None:
    kept = ImportDraft.objects.select_related("club").get(pk=w.people)
    member_import.apply(draft=kept, choices={}, seen=w.people_seen)


@call("tournaments.standings.settle_ties.settle", "earlier")
def settle(w: World) -> None:
    season = Season.objects.get(pk=w.season)
    settle_ties.settle(season=season, night=find_night(w, "earlier"), tie=w.tie, how="share")


@call("tournaments.standings.settle_ties.undo", "earlier")
def unsettle(w: World) -> None:
    settle_ties.undo(settlement=TieRuling.objects.get(pk=w.settled))


# People


@call("tournaments.members.members.merge", EVERY)
def merge(w: World) -> None:
    members.merge(double=who(w, 9), keep=who(w, 4))


@call("tournaments.members.members.unmerge", "playing")
def unmerge(w: World) -> None:
    members.unmerge(double=who(w, 10))


@call("tournaments.members.delete_unplayed.delete_unplayed", EVERY)
def delete_unplayed(w: World) -> None:
    deletion.delete_unplayed(club=who(w, 9).club, people=[w.who[9]])


@call("tournaments.members.delete_unplayed.take_import_back", EVERY)
def take_import_back(w: World) -> None:
    made = MemberImport.objects.select_related("club").get(pk=w.made)
    deletion.take_import_back(member_import=made)


@call("tournaments.members.privacy.erase", EVERY)
def erase(w: World) -> None:
    privacy.erase(member=Member.objects.get(pk=w.who[4], erased=None))


@call("tournaments.members.privacy.erase", EVERY)
def erase_who_comes(w: World) -> None:
    privacy.erase(member=Member.objects.get(pk=w.who[9], erased=None))


@call("tournaments.members.members.change", "playing")
def rename_member(w: World) -> None:
    members.change(member=Member.objects.get(pk=w.who[4], erased=None), first="Anders")


@call("tournaments.members.privacy.show_as", "closed")
def show_as(w: World) -> None:
    privacy.show_as(member=who(w, 0), shown="not")


@call("tournaments.club.seasons.change", "playing")
def change_season(w: World) -> None:
    seasons.change(
        season=Season.objects.get(pk=w.season), bonus=3, counting="places", place_points=[5, 3, 1]
    )
