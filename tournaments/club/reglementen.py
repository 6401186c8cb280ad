from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from scoring import games
from scoring.games.core.game import Game
from scoring.toolkit.problems import Problems, UserError, user_error
from tournaments import problems
from tournaments.club import clubs
from tournaments.draw.engine import table_sizes
from tournaments.models import Club, Reglement, Season
from tournaments.names import is_clean


@transaction.atomic
def make(
    *, club: Club, game: str, name: str, options: Mapping[str, Any], approval: str
) -> Reglement:
    system = games.find(game)
    if system is None:
        raise user_error(problems.NO_GAME)
    clubs.lock_and_invalidate(club)
    reglement = Reglement(club=club, game=game)
    return _save(reglement, system, name=name, options=dict(options), approval=approval)


@transaction.atomic
def change(
    *, reglement: Reglement, name: str, options: Mapping[str, Any], approval: str
) -> Reglement:
    """Present sheets keep their copy. Only what differs from the passed `reglement` is saved."""
    from tournaments.club import seasons

    given = {"name": name, "approval": approval}
    changed = {field: value for field, value in given.items() if getattr(reglement, field) != value}
    clubs.lock_and_invalidate(reglement.club)
    current = Reglement.objects.get(pk=reglement.pk)
    merged = _merged(reglement.options, options, current.options)
    was = is_lowest_best(current), has_sides(current)
    _save(current, find_system(current), **changed, options=merged)
    if was != (is_lowest_best(current), has_sides(current)):  # its seasons have to be possible
        seasons.check_rules(current)
    reglement.refresh_from_db()
    return reglement


@transaction.atomic
def archive(*, reglement: Reglement) -> Reglement:
    reglement.archived = reglement.archived or timezone.now()
    reglement.save(update_fields=["archived"])
    return reglement


@transaction.atomic
def restore(*, reglement: Reglement) -> Reglement:
    reglement.archived = None
    reglement.save(update_fields=["archived"])
    return reglement


def is_lowest_best(reglement: Reglement) -> bool:
    """With match points the highest total always wins."""
    game = build_game(reglement)
    return game.lowest_wins and type(game).match_points is Game.match_points


def has_sides(reglement: Reglement) -> bool:
    return build_game(reglement).partners


def list_offered(club: Club) -> QuerySet[Reglement]:
    return Reglement.objects.filter(club=club, archived=None)


def list_same_game(rules: Reglement) -> QuerySet[Reglement]:
    """A game that the club settled itself is like no other one."""
    same = Reglement.objects.filter(club=rules.club_id, game=rules.game)
    return same.filter(pk=rules.pk) if find_own_name(rules) else same


def find_system(reglement: Reglement) -> type[Game]:
    system = games.find(reglement.game)
    assert system is not None, "a game system is never removed"
    return system


def build_game(reglement: Reglement, **changed: object) -> Game:
    return games.make_game(find_system(reglement), reglement.options | changed)


def find_own_name(reglement: Reglement) -> str:
    """Return what the club calls a game that it settled itself; "" for the others."""
    return reglement.name if find_system(reglement).settled_by_club else ""


def name_game(reglement: Reglement) -> str:
    return find_own_name(reglement) or gettext(find_system(reglement).name)


def _save(reglement: Reglement, system: type[Game], **said: Any) -> Reglement:
    for field, value in said.items():
        setattr(reglement, field, value)
    if not reglement.name or not is_clean(reglement.name):
        raise user_error(problems.WRONG_NAME)
    others = Reglement.objects.filter(club=reglement.club, name=reglement.name)
    if others.exclude(pk=reglement.pk).exists():
        raise user_error(problems.SAME_REGLEMENT)
    refusals = Problems(system.letter)
    for check, words in games.list_wrong_options(system, reglement.options):
        refusals.refuse(check, **words)
    if refusals.found:
        raise UserError(refusals.found)
    reglement.save(update_fields=[*said] if reglement.pk else None)
    return reglement


def _merged(
    was: Mapping[str, Any], said: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Only what `said` has otherwise than the form showed (`was`) replaces what is stored `now`."""
    same = {key for key in was if key in said and was[key] == said[key]}
    changed = {key: value for key, value in said.items() if key not in same}
    current = {key: value for key, value in now.items() if key in same or key not in was}
    return current | changed


def list_table_kinds(season: Season) -> tuple[str, ...]:
    """Return codes such as “3-4”, for tables of three and four."""
    low, high = build_game(season.reglement).seats
    if low == high:
        return (find_table_kind(season),)
    return tuple(kind for kind in table_sizes.MIXED if table_sizes.find_full_size(kind) <= high)


def find_table_kind(season: Season) -> str:
    """A couple counts as one player."""
    low, high = build_game(season.reglement).seats
    if low == high:
        return table_sizes.PAIRS if high == 2 or season.by_couple else table_sizes.FOURS
    fits = table_sizes.find_full_size(season.sizes) <= high
    return season.sizes if fits else table_sizes.THREES_AND_FOURS
