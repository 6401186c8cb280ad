"""A club that comes along, without its nights."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model

from scoring import games
from scoring.games.core.options import wrong_options
from scoring.toolkit.texts import Text
from tournaments import problems
from tournaments.files.transfer.club_file import CLUB, broken
from tournaments.files.transfer.read_nights import Keep
from tournaments.files.transfer.values import ODD, Ids, Json, things, values
from tournaments.models import (
    Club,
    ClubDeed,
    DivisionMember,
    Member,
    Pair,
    Reglement,
    Season,
    Settlement,
)
from tournaments.models.club import RESERVED
from tournaments.models.season import LAST
from tournaments.problems import user_error
from tournaments.standings.inputs import season_rules

KEYS = {
    *("format", "version", "made", "club", "roles", "members", "pairs", "reglementen"),
    *("seasons", "division_members", "nights", "deeds", "settlements"),
}


SINCE_2 = {"deeds", "settlements"}


def head(told: Json, version: int) -> Club:
    """The club itself, as it was called there."""
    if told.keys() != (KEYS if version > 1 else KEYS - SINCE_2):
        raise broken(CLUB)
    said = told["club"]
    if isinstance(said, dict) and said.get("slug") in RESERVED:  # since then
        said = {**said, "slug": f"{said['slug']}-club"}
    read = values(Club, said, Ids(), version, CLUB)
    del read["id"]
    return Club(**read)


def roles(told: Json) -> list[str]:
    """Who took what part there: those who log in are asked anew."""
    found = told["roles"]
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise broken(CLUB)
    names = [one.get("user__name") for one in found]
    if not all(isinstance(one, str) for one in names):
        raise broken(CLUB)
    return [str(one) for one in names]


class Arriving:
    def __init__(self, told: Json, version: int, club: Club, keep: Keep) -> None:
        self.told, self.version, self.club, self.keep = told, version, club, keep
        self.ids = Ids()
        where = f"{CLUB}, members"
        self.old, self.members = things(Member, told["members"], self.ids, version, where)

    def arrive(self) -> Ids:
        self._members()
        if "deeds" in self.told:
            self._of_club(ClubDeed, "deeds")
        self._of_club(Pair, "pairs")
        rules = {one.pk: one for one in self._of_club(Reglement, "reglementen")}
        for each in rules.values():
            _check_game(each)
        for one in self._of_club(Season, "seasons"):
            one.reglement = rules[one.reglement_id]
            _check_season(one)
        self._of_club(DivisionMember, "division_members")
        return self.ids

    def settle(self) -> None:
        """How ties were settled, once all nights are there."""
        where = f"{CLUB}, settlements"
        told = self.told.get("settlements", [])
        _old, found = things(Settlement, told, self.ids, self.version, where)
        for one in found:
            for field in ("players", "order"):
                members = [self.ids.of(Member, pk, where) for pk in getattr(one, field)]
                setattr(one, field, members)
        self.keep(found)

    def _members(self) -> None:
        """Who was merged into somebody is told when all are there."""
        found = self.members
        merged = [one.merged_into_id for one in found]
        for one in found:
            one.club, one.merged_into_id = self.club, None
            one.index()
        self._keep(self.old, found)
        doubles = []
        for one, into in zip(found, merged, strict=True):
            if into is not None:
                one.merged_into_id = self.ids.of(Member, into, f"{CLUB}, members")
                doubles.append(one)
        keeps = {one.merged_into_id for one in doubles}
        if any(one.pk in keeps for one in doubles):
            raise broken(f"{CLUB}, members")
        self.keep(doubles, "merged_into")

    def _of_club(self, model: type[Model], key: str) -> list[Any]:
        old, found = things(model, self.told[key], self.ids, self.version, f"{CLUB}, {key}")
        for one in found:
            if hasattr(model, "club"):
                one.club = self.club  # type: ignore[attr-defined]
        self._keep(old, found)
        return found

    def _keep(self, old: Sequence[int], made: Sequence[Model]) -> None:
        self.keep(made)
        self.ids.know(old, made)


def _check_game(one: Reglement) -> None:
    system = games.find(one.game)
    if system is None:
        raise user_error(problems.OTHER_GAME, game=one.game)
    if wrong_options(Text(system.name), system.options, one.options):
        raise broken(f"{CLUB}, reglementen")


def _check_season(one: Season) -> None:
    prizes = [*one.night_prizes, *one.season_prizes]
    if not all(each == LAST or (type(each) is int and each > 0) for each in prizes):
        raise broken(f"{CLUB}, seasons")
    try:
        season_rules(one)
    except ODD:
        raise broken(f"{CLUB}, seasons") from None
