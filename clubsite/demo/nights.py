from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from random import Random

from django.utils import timezone

from clubsite.demo.dealing import approve, disagree, play
from scoring.models import Sheet
from tournaments.club import reglementen
from tournaments.draw.engine.request import LOTS, MOVE
from tournaments.models import Attendance, Member, Night, Round
from tournaments.nights import at_the_door, closing, draw_rounds, nights, round_clock, signing_up

State, Said = Night.State, Attendance.Said

FIRST = (
    *("Ans", "Bob", "Cor", "Dik", "Els", "Fenna", "Gerrit", "Hennie", "Ina", "Jaap", "Klaas"),
    *("Lies", "Marijke", "Nel", "Otto", "Piet", "Ria", "Sjaak", "Tineke", "Ubel", "Vera", "Wim"),
    *("Yvonne", "Zwier", "Anneke", "Bart", "Corrie", "Dirk", "Emmy", "Frits", "Gonny", "Henk"),
    *("Ineke", "Joop", "Koos", "Loes", "Mien", "Nico", "Olga", "Peter", "Roel", "Sien", "Theo"),
    *("Ursula", "Willemien", "Rachid", "Fatma", "Gé", "Truus", "Jan-Willem", "Renée", "Sjoerd"),
    *("Toos", "Annemarie", "Hans", "Joke", "Lucia", "Maarten", "Rob", "Stien", "Wietske", "Yusuf"),
)
FAMILY = (
    *("Willemse", "de Groot", "van Dijk", "Mulder", "Bakker", "Hoekstra", "Jansen", "Smit"),
    *("Kuipers", "Visser", "Postma", "Dekker", "Vos", "Brouwer", "Peters", "Hendriks", "Schouten"),
    *("Verhoeven", "de Boer", "Dijkstra", "Janssen", "Hermans", "Maas", "Bos", "Prins", "Kok"),
    *("Blom", "Huisman", "Peeters", "Kramer", "van Leeuwen", "Scholten", "Willems", "van Vliet"),
    *("Timmer", "Verbeek", "Schipper", "de Wit", "Martens", "van den Berg", "Hofman", "Groen"),
    *("Wolters", "Koning", "Evers", "Amrani", "Yılmaz", "in 't Veld", "ten Have", "IJzerman"),
    *("van der Meer", "ter Horst", "van 't Hof", "op den Camp", "Oosterbaan", "van de Ven"),
    *("de Vries", "van Es", "Ramdin", "Sitompul", "Tahapary", "de Haan", "van der Linden"),
)
NICKNAMES = ("Toon", "de Schipper", "Bep", "oma Kaart", "Lange", "Puk")


def make_names(count: int, chance: Random) -> list[str]:
    every = [f"{first} {family}" for first in FIRST for family in FAMILY]
    return chance.sample(every, count)


def sign_up(night: Night, people: Sequence[Member], chance: Random) -> list[Member]:
    expected = _sign_off(night, people, chance)
    for member in expected:
        if chance.random() < 0.9:
            signing_up.sign(night=night, member=member, said=Said.ON)
    return expected


def play_night(night: Night, people: Sequence[Member], chance: Random, by: str) -> None:
    expected = _sign_off(night, people, chance)
    nights.set_state(night=night, to=State.CHECK_IN, by=by)
    _come_in(night, expected, chance, by)
    _draw(night, LOTS, chance, by)
    _finish(night, chance, by)


def play_with_couples(night: Night, people: Sequence[Member], chance: Random, by: str) -> None:
    nights.set_state(night=night, to=State.CHECK_IN, by=by)
    for member in people:
        at_the_door.check_in(night=night, member=member, present=True, by=by)
    _draw(night, MOVE, chance, by)
    _finish(night, chance, by)


def _finish(night: Night, chance: Random, by: str) -> None:
    for round_ in night.rounds.all():
        _play_all(round_, chance)
    closing.close(night=night, by=by)


def play_until_middle(night: Night, people: Sequence[Member], chance: Random, by: str) -> None:
    expected = sign_up(night, people, chance)
    nights.set_state(night=night, to=State.CHECK_IN, by=by)
    _come_in(night, expected, chance, by)
    _draw(night, LOTS, chance, by)
    _pay(night, chance, by)
    *before, last = night.rounds.all()
    for round_ in before:
        _play_all(round_, chance)
    a_while_ago = timezone.localtime() - timedelta(minutes=38)
    round_clock.begin_round(round_=last, at=a_while_ago.time(), by=by)
    tables = [*last.tables.select_related("sheet")]
    for place, table in enumerate(tables[:-1]):  # the last one has written nothing yet
        _so_far(table.sheet, place, _games(night), chance)


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


def _sign_off(night: Night, people: Sequence[Member], chance: Random) -> list[Member]:
    away = chance.sample(people, int(len(people) * chance.uniform(0.05, 0.2)))
    for member in away:
        signing_up.sign(night=night, member=member, said=Said.OFF)
    return [member for member in people if member not in away]


def _draw(night: Night, method: str, chance: Random, by: str) -> None:
    nights.set_state(night=night, to=State.PLAYING, by=by)
    # A draw depends on the night's secret; here on the seed, so that it is repeatable.
    next_seed = sha256(str(chance.random()).encode()).hexdigest()[:32]
    Night.objects.filter(pk=night.pk).update(next_seed=next_seed)
    draw_rounds.draw_rounds(night=night, rounds=night.season.rounds, method=method, by=by)


def _come_in(night: Night, expected: Sequence[Member], chance: Random, by: str) -> None:
    forgot = chance.choice(expected) if len(expected) > 8 else None
    at_the_door.check_in_all(night=night, by=by)
    here = {attendance.member_id for attendance in night.attendances.filter(present=True)}
    for member in expected:
        comes = member != forgot
        if comes != (member.pk in here):
            at_the_door.check_in(night=night, member=member, present=comes, by=by)
    first, family = make_names(1, chance)[0].split(" ", 1)
    at_the_door.walk_in(night=night, first=first, family=family, another=True, by=by)


def _pay(night: Night, chance: Random, by: str) -> None:
    present = night.attendances.filter(present=True).order_by("member")
    for attendance in present.select_related("member"):
        if chance.random() < 0.9:
            at_the_door.pay(night=night, member=attendance.member, paid=True, by=by)


def _play_all(round_: Round, chance: Random) -> None:
    for table in round_.tables.select_related("sheet"):
        play(table.sheet, _games(round_.night), chance)
        approve(table.sheet, chance)


def _games(night: Night) -> int:
    games: int | None = reglementen.build_game(night.season.reglement).value("games")
    assert games is not None, "the demo's rules say how many"
    return games
