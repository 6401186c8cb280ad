"""Nights of a club: played and closed, going on, and to come."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from clubsite.demo import names
from clubsite.demo.tables import approve, disagree, play
from scoring.models import Sheet
from tournaments.club import reglementen
from tournaments.draw.engine.request import LOTS
from tournaments.models import Attendance, Member, Night, Round
from tournaments.nights import closing, nights, rounds

State, Said = Night.State, Attendance.Said


def sign_up(one: Night, people: Sequence[Member], chance: Random) -> list[Member]:
    """Sign nearly everybody on or off; return the members who may be expected."""
    expected = _sign_off(one, people, chance)
    for member in expected:
        if chance.random() < 0.9:
            nights.sign(night=one, member=member, said=Said.ON)
    return expected


def played(one: Night, people: Sequence[Member], chance: Random, by: str) -> None:
    """Play a night, from the first sign-off to its closing."""
    _seat(one, _sign_off(one, people, chance), chance, by)
    for round_ in one.rounds.all():
        _play_all(round_, chance)
    nights.set_state(night=one, to=State.CLOSING, by=by)
    closing.close(night=one, by=by)


def going_on(one: Night, people: Sequence[Member], chance: Random, by: str) -> None:
    """Play half of the last round, so that the overview shows every kind of table."""
    _seat(one, sign_up(one, people, chance), chance, by)
    _pay(one, chance, by)
    *before, last = one.rounds.all()
    for round_ in before:
        _play_all(round_, chance)
    for place, sheet in enumerate(_sheets(last)[:-1]):  # the last table has written nothing yet
        _so_far(sheet, place, _games(one), chance)


def _so_far(sheet: Sheet, place: int, games: int, chance: Random) -> None:
    if place in (0, 3):  # done
        play(sheet, games, chance)
        approve(sheet, chance)
    elif place == 1:  # two phones disagree
        play(sheet, games // 2, chance)
        disagree(sheet, chance)
    elif place == 2:  # to be read out and approved
        play(sheet, games, chance)
    else:
        play(sheet, chance.randint(1, games - 1), chance)


def _sign_off(one: Night, people: Sequence[Member], chance: Random) -> list[Member]:
    """Sign some members off; return the others."""
    away = chance.sample(people, int(len(people) * chance.uniform(0.05, 0.2)))
    for member in away:
        nights.sign(night=one, member=member, said=Said.OFF)
    return [member for member in people if member not in away]


def _seat(one: Night, expected: Sequence[Member], chance: Random, by: str) -> None:
    nights.set_state(night=one, to=State.CHECK_IN, by=by)
    _come_in(one, expected, chance, by)
    nights.set_state(night=one, to=State.PLAYING, by=by)
    # A draw depends on the night's secret; here on the seed, so that it is repeatable.
    next_seed = sha256(str(chance.random()).encode()).hexdigest()[:32]
    Night.objects.filter(pk=one.pk).update(next_seed=next_seed)
    rounds.draw_lots(night=one, rounds=one.season.rounds, method=LOTS, by=by)


def _come_in(one: Night, expected: Sequence[Member], chance: Random, by: str) -> None:
    """Check in everybody but one who forgot, and a guest."""
    forgot = chance.choice(expected) if len(expected) > 8 else None
    for member in expected:
        if member != forgot:
            nights.check_in(night=one, member=member, present=True, by=by)
    first, family = names.people(1, chance)[0].split(" ", 1)
    nights.walk_in(night=one, first=first, family=family, another=True, by=by)


def _pay(one: Night, chance: Random, by: str) -> None:
    for attendance in (
        one.attendances.filter(present=True).order_by("member").select_related("member")
    ):
        if chance.random() < 0.9:
            nights.pay(night=one, member=attendance.member, paid=True, by=by)


def _play_all(one: Round, chance: Random) -> None:
    for sheet in _sheets(one):
        play(sheet, _games(one.night), chance)
        approve(sheet, chance)


def _sheets(one: Round) -> list[Sheet]:
    return [table.sheet for table in one.tables.select_related("sheet")]


def _games(one: Night) -> int:
    games = reglementen.game_of(one.season.reglement).games
    assert games is not None, "the demo's rules say how many"
    return games
