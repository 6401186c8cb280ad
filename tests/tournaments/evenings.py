"""What most tests of a club begin with: a club with its season, people, and an evening."""

import re
from copy import deepcopy
from datetime import date, timedelta
from uuid import uuid4

import pytest

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets.sheet_under_lock import lock_sheet
from scoring.toolkit.problems import UserError
from tournaments import models
from tournaments.club import clubs, reglementen, seasons
from tournaments.draw import draw, record
from tournaments.locks import lock_night_alone
from tournaments.members import members
from tournaments.models.night import AT_THE_DOOR
from tournaments.nights import closing, draw_rounds, nights

THURSDAY = date(2026, 9, 3)


MADE = {}  # rows that were made before, by what was asked


def make_or_put_back(asked, make):
    """Make rows by verbs; the next time they are put back, which takes a sixth of that."""
    if asked not in MADE or models.User.objects.exists() or models.Club.objects.exists():
        rows = make()
        MADE[asked] = deepcopy(rows)
        return rows
    rows = deepcopy(MADE[asked])
    for row in rows:
        row.save_base(raw=True, force_insert=True)
    return rows


def club_and_owner():
    owner = {"owner_name": "Ans", "login": "ans", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **owner)
    return [user, club, models.Role.objects.get(club=club)]


def club_with(game="jokeren", options=None, **more):
    def make():
        user, club, role = club_and_owner()
        how = {"name": game, "options": options or {}, "approval": "one"}
        rules = reglementen.make(club=club, game=game, **how)
        days = {"first": THURSDAY, "last": date(2027, 5, 27)}
        missed = {"signed_off": "worst", "no_show": "worst", "before_joining": "absent"}
        season = {"name": "2026", "rounds": 3} | days | missed | more
        return [user, club, role, rules, seasons.plan(club=club, reglement=rules, **season)]

    return make_or_put_back(repr((game, options, more)), make)[-1]


def one_more_season(season, first=date(2027, 9, 2), **more):
    """Like this one, but for its name and days."""
    said = {field.name: getattr(season, field.name) for field in models.Season._meta.fields}
    said |= {"name": str(first.year), "first": first, "last": first + timedelta(266)} | more
    return seasons.plan(**{name: said[name] for name in said.keys() - {"id"}})


def people(season, count):
    text = "\n".join(f"Speler {number:02}" for number in range(count))
    return members.add_many(club=season.club, text=text)


def tonight(season, state="check-in", day=THURSDAY):
    (night,) = nights.plan(season=season, days=[day])
    return night if state == "planned" else nights.set_state(night=night, to=state)


def playing(season, who=(), day=THURSDAY, rounds=0):
    night = tonight(season, day=day)
    let_in(night, who)
    night = nights.set_state(night=night, to="playing")
    if rounds:
        lay(night, rounds)
    return night


def gathered(season, count, rounds=0):
    who = people(season, count)
    return who, playing(season, who, rounds=rounds)


def reopened(night):
    closing.close(night=models.Night.objects.get(pk=night.pk), reason="late")
    return closing.reopen(night=night, reason="wrong")


def let_in(night, who):
    """Check everybody in with one write: one by one this took a tenth of all tests' time."""
    with lock_night_alone(night, *AT_THE_DOOR) as now:
        nights.set_attendances(now, who, models.NightLogEntry.Kind.PRESENT, True, "")


def drawn(night, count=3, **more):
    return draw_rounds.draw_rounds(night=night, rounds=count, method="mix", **more)


def lay(night, count):
    """As `draw_rounds` does, which reads everything twice and asks what each wish costs."""
    with lock_night_alone(night) as now:
        how = {"wishes": (), "without": (), "sizes": "", "divided": False}
        plan = draw_rounds._plan(now, count, "mix", **how)
        made = record.build_record(draw(plan.request, plan.seed), plan.request)
        draw_rounds.save_sizes(now, plan.request.kind)
        draw_rounds.save_draw(now, plan.people, made, "")


def play(table, *games, other=5, **more):
    """Play these games, or the first: the first player has a dash, the others so many points."""
    with lock_sheet(Sheet.objects.get(pk=table.sheet_id)) as now:
        seats = now.sheet.seats.all()
        for number in games or (1,):
            names = [seat.name for seat in seats if not seat.is_away(number)]
            entries = dict.fromkeys(names, other) | {names[0]: "-"}
            lifecycle.record(sheet=now, number=number, row={"entries": entries}, **more)


def finish(*tables, **more):
    """Play all ten games, and let somebody approve."""
    for table in tables:
        play(table, *range(1, 11), **more)
        state = sync.build_sheet_state(table.sheet)
        lifecycle.approve(sheet=table.sheet, player=state["missing"][0], read=state["digest"])


def enter(sheet, cells, number=1, **more):
    """`cells` by seat, as somebody types them."""
    with lock_sheet(sheet) as now:
        names = [seat.name for seat in now.row_names.seats]
        row = {"entries": dict(zip(names, cells, strict=True)), **more}
        lifecycle.record(sheet=now, number=number, row=row)


def fill(table, scores):
    """One game a row; 0 is a dash. Totals are written once: else half of the time went there."""
    with lock_sheet(table.sheet) as now:
        totals = {}
        set_totals, now.set_totals = now.set_totals, totals.update
        for number, row in enumerate(scores, 1):
            enter(now, [score or "-" for score in row], number)
        if totals:
            set_totals(totals)


def play_by_seat(*tables):
    for table in tables:
        fill(table, [range(table.seats.count())] * 10)


def shut(night):
    return closing.close(night=night, reason="klaar")


def evening(season, who, day=THURSDAY, count=1):
    """A night on which whoever sits on seat n loses n points a game, seat 1 none."""
    night = playing(season, who, day, count)
    play_by_seat(*models.Table.objects.filter(round__night=night))
    return shut(night)


def brought_in(season, who, points, day=THURSDAY):
    night = models.Night.objects.create(season=season, day=day, state="closed", digest=uuid4().hex)
    lines = zip(who, points, strict=True)
    models.ImportedResult.objects.bulk_create(
        models.ImportedResult(night=night, member=member, points=figure) for member, figure in lines
    )
    clubs.lock_and_invalidate(season.club)
    return night


def by_seat(night):
    """The members of a night's only table, clockwise."""
    seats = models.TableSeat.objects.filter(round__night=night).order_by("seat__position")
    return list(seats.values_list("member", flat=True))


def points(division):
    return {row.player: row.points for row in division.rows}


def tables_of(season, count):
    night = playing(season, people(season, count))
    draw_rounds.draw_rounds(night=night, rounds=1, method="lots")
    return list(night.rounds.get().tables.all())


def here(table):
    seats = table.seats.filter(until=None).order_by("seat__position").select_related("member")
    return [seated.member for seated in seats]


def late(season, first="Laat"):
    return members.add(club=season.club, first=first, another=True)


def refused(verb, *given, **said):
    with pytest.raises(UserError) as refusal:
        verb(*given, **said)
    return [problem["code"] for problem in refusal.value.problems]


def codes(answer):
    return re.findall(r'<p class="problem" data-number="(\w+)', answer.content.decode())
