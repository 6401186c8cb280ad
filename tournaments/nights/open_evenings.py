"""An open evening is a season of one night, for whoever comes: it is in no standing of the club."""

from collections.abc import Collection, Mapping
from datetime import date, time, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scoring import games
from scoring.games.presets import find_preset
from scoring.models import Sheet
from scoring.toolkit.problems import user_error
from tournaments import problems
from tournaments.club import reglementen, seasons
from tournaments.draw.engine.request import LOTS, MIX
from tournaments.locks import lock_night_alone
from tournaments.members import couples, members
from tournaments.models import Attendance, Club, Member, Night, NightLogEntry, Reglement, Season
from tournaments.models.member import MAIN
from tournaments.models.night import AT_THE_DOOR
from tournaments.models.season import LONGEST_NAME
from tournaments.names import Name, read
from tournaments.nights import draw_rounds, entrants, nights

State = Night.State


@transaction.atomic
def plan(
    *, club: Club, rules: Reglement | str, day: date, starts: time | None, **said: Any
) -> Night:
    """`rules` are the club's own, or "game/preset" as games are usually played."""
    season = seasons.plan(
        club=club,
        open_evening=True,
        guests_ranked=True,
        before_joining=Season.Joining.ABSENT,
        **_follow_rules(club, rules),
        **_charge_all(said),
        first=day,
        last=day,
    )
    (night,) = nights.plan(season=season, days=[day], starts=starts)
    return night


def change(
    *,
    night: Night,
    rules: Reglement | str,
    day: date,
    starts: time | None,
    by: str = "",
    **said: Any,
) -> Night:
    with lock_night_alone(night) as now:
        arrangement = nights.load_arrangement(now)._replace(starts=starts)
        nights.arrange(night=now, day=day, arrangement=arrangement, by=by)
        season = Season.objects.select_related("club").get(pk=now.season_id)
        followed = _follow_rules(season.club, rules)
        seasons.change(season=season, **followed, **_charge_all(said))
        return now


def _charge_all(said: Mapping[str, Any]) -> dict[str, Any]:
    fee = said["fee"] or 0
    kept = {name: value for name, value in said.items() if name != "fee"}
    return kept | {"member_fee": fee, "guest_fee": fee}


def _follow_rules(club: Club, rules: Reglement | str) -> dict[str, Any]:
    """A round missed counts nothing; where the lowest wins, the worst of the night."""
    reglement = rules if isinstance(rules, Reglement) else _make_rules(club, rules)
    absence = Season.Absence
    missed = absence.WORST if reglementen.is_lowest_best(reglement) else absence.SKIP
    return {"reglement": reglement, "signed_off": missed, "no_show": missed}


def _make_rules(club: Club, usual: str) -> Reglement:
    game, _slash, key = usual.partition("/")
    system = games.find(game)
    if system is None:
        raise user_error(problems.NO_GAME)
    preset = find_preset(key, system)
    name = gettext((preset or system).name)[:LONGEST_NAME]
    if known := club.reglementen.filter(game=game, name=name).first():
        return reglementen.restore(reglement=known)
    options = preset.options if preset else {}
    one = Sheet.Approval.ONE
    return reglementen.make(club=club, game=game, name=name, options=options, approval=one)


def find_night(season: Season) -> Night:
    """Also if it was called off."""
    return Night.with_called_off.select_related("season__club").filter(season=season)[0]


def suggest(club: Club) -> dict[str, Any]:
    """As the last open evening; a first one, as the club plays most lately."""
    now = timezone.localtime().replace(second=0, microsecond=0)
    before = Season.objects.filter(club=club, reglement__archived=None)
    last = before.filter(open_evening=True).first()
    led = last or seasons.lead_with_last_night(before).first()
    return {
        "rules": str(led.reglement_id) if led else None,
        "rounds": led.rounds if led else 3,
        "by_couple": bool(last and last.by_couple),
        "fee": last.member_fee if last else None,
        "night_prizes": last.night_prizes if last else [1, 2, 3],
        "starts": (now + timedelta(minutes=30 - now.minute % 30)).time(),
        "day": now.date(),
    }


def let_in(
    *, night: Night, names: list[tuple[Name, ...]], another: bool = False, by: str = ""
) -> list[Attendance]:
    """People of that name whom the club knows already come in themselves; a first name alone is
    only who is in. A name of two is a couple: who is in without a partner gets one. `another`
    says that a second of a name is somebody else. In a list who is in already stays in.
    """
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        there = frozenset(now.attendances.filter(present=True).values_list(MAIN, flat=True))
        known = _list_by_name(now.season.club, there)
        pairs = {frozenset(couple[1:]) for couple in couples.list_couples(now.season)}
        inside, paired = {*there}, set[int]().union(*pairs)
        came: list[Member] = []
        for together in names:
            is_couple = len(together) == 2 and now.season.by_couple
            found = [{who.pk for who in known.get(name.sort_key, [])} for name in together]
            stay = all(same and same <= there for same in found) and not another
            if len(names) > 1 and stay and (not is_couple or set().union(*found) in pairs):
                continue
            busy = inside & paired if is_couple else inside
            people = []
            for name in together:
                same = known.get(name.sort_key, [])
                who = _find(now, same, busy, name, another=another)
                known.setdefault(name.sort_key, [who])
                people.append(who)
            came += people
            inside |= busy
            if is_couple:
                couples.form_couple(season=now.season, first=people[0], second=people[1])
                paired |= busy
        kind = NightLogEntry.Kind.PRESENT
        return list(nights.set_attendances(now, came, kind, True, by).values())


def _list_by_name(club: Club, there: Collection[int]) -> dict[bytes, list[Member]]:
    known: dict[bytes, list[Member]] = {}
    called: dict[bytes, list[Member]] = {}
    for member in members.label_people(members.list_members(club)):
        keys = {bytes(member.sort_key)}
        if label := read(str(member)):  # as lists tell namesakes apart: Jan de Boer 2
            keys.add(label.name.sort_key)
        for key in keys:
            known.setdefault(key, []).append(member)
        if member.pk in there:
            called.setdefault(Name(member.first).sort_key, []).append(member)
    return called | known


def _find(now: Night, same: list[Member], inside: set[int], name: Name, *, another: bool) -> Member:
    """A second of the name has to be somebody else; of namesakes one is tapped in the list."""
    if len(same) > 1 or any(member.pk in inside for member in same):
        if not another:
            raise user_error(problems.SAME_NAME, name=str(same[0]))
        same = []
    new = {"club": now.season.club, "another": True, "guest": True, **name._asdict()}
    who = same[0] if same else members.add(**new)
    inside.add(who.pk)
    return who


def begin(*, night: Night, by: str = "") -> Night:
    """Close the door, and draw the first round, unless numbers come out of a bag. What can't be
    drawn leaves the door open. The night stays locked meanwhile: a first round is found at once.
    """
    with lock_night_alone(night) as now:
        if not nights.compute_table_sizes(now, len(entrants.list_present(now))).tables:
            nights.refuse_too_few(now)
        nights.set_state(night=now, to=State.PLAYING, by=by)
        if now.season.seating != Season.Seating.STONES:
            method = LOTS if now.season.seating == Season.Seating.LOTS else MIX
            draw_rounds.draw_rounds(night=now, rounds=1, method=method, by=by)
    return night
