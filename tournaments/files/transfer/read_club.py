"""Read a club from its file, except its nights."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model

from scoring import games
from scoring.games.core.options import find_wrong_options
from scoring.toolkit.texts import Text
from tournaments import problems
from tournaments.club.seasons import is_prize
from tournaments.files.transfer.club_file import CLUB, make_broken_error
from tournaments.files.transfer.read_nights import Keep
from tournaments.files.transfer.values import (
    ODD,
    Ids,
    Json,
    check_values,
    read_objects,
    read_values,
)
from tournaments.members import past_imports
from tournaments.models import (
    Club,
    ClubLogEntry,
    Couple,
    DivisionMember,
    ImportedMember,
    Member,
    MemberImport,
    Pair,
    Reglement,
    Season,
    TieRuling,
)
from tournaments.models.reserved_addresses import RESERVED
from tournaments.problems import user_error
from tournaments.standings.inputs import build_season_rules

KEYS = {
    *("format", "version", "made", "club", "roles", "members", "pairs", "reglementen"),
    *("seasons", "division_members", "nights", "log_entries", "tie_rulings"),
}
ADDED = {"member_imports", "imported_members", "couples"}  # not in files of earlier versions


def read_head(parsed: Json) -> Club:
    """Return the club itself, unsaved, from the parsed file (`parsed`). Its name and slug are those
    on the other site.
    """
    if parsed.keys() - ADDED != KEYS:
        raise make_broken_error(CLUB)
    parsed_club = parsed["club"]
    if isinstance(parsed_club, dict) and parsed_club.get("slug") in RESERVED:  # reserved since
        parsed_club = {**parsed_club, "slug": f"{parsed_club['slug']}-club"}
    read = read_values(Club, parsed_club, Ids(), CLUB)
    del read["id"]
    return Club(**read)


def list_roles(parsed: Json) -> list[str]:
    """Return the names of people who had a role in the club on the other site. On this site they
    need a new invitation.
    """
    entries = parsed["roles"]
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise make_broken_error(CLUB)
    names = [entry.get("user__name") for entry in entries]
    if not all(isinstance(entry, str) for entry in names):
        raise make_broken_error(CLUB)
    return [str(entry) for entry in names]


class Arriving:
    def __init__(self, parsed: Json, club: Club, keep: Keep) -> None:
        self.parsed, self.club, self.keep = parsed, club, keep
        self.ids = Ids()
        where = f"{CLUB}, members"
        self.old, self.members = read_objects(Member, parsed["members"], self.ids, where)

    def arrive(self) -> Ids:
        self._members()
        self._read_objects_of_club(ClubLogEntry, "log_entries")
        self._read_objects_of_club(Pair, "pairs")
        self._imports()
        rules = {thing.pk: thing for thing in self._read_objects_of_club(Reglement, "reglementen")}
        for reglement in rules.values():
            _check_game(reglement)
        for thing in self._read_objects_of_club(Season, "seasons"):
            thing.reglement = rules[thing.reglement_id]
            _check_season(thing)
        self._read_objects_of_club(DivisionMember, "division_members")
        self._read_objects_of_club(Couple, "couples")
        return self.ids

    def settle(self) -> None:
        """Save the decisions on ties in standings. All nights must be saved before."""
        where = f"{CLUB}, tie_rulings"
        entries = self.parsed["tie_rulings"]
        _old, tie_rulings = read_objects(TieRuling, entries, self.ids, where)
        for ruling in tie_rulings:
            for field in ("players", "order"):
                members = [self.ids.find(Member, pk, where) for pk in getattr(ruling, field)]
                setattr(ruling, field, members)
        self.keep(tie_rulings)

    def _members(self) -> None:
        """Save the club's members. Members who were merged into another one get the reference to it
        afterwards, when all members have ids.
        """
        people = self.members
        merged = [member.merged_into_id for member in people]
        for member in people:
            member.club, member.merged_into_id = self.club, None
            member.index()
        self._keep(self.old, people)
        doubles = []
        for member, into in zip(people, merged, strict=True):
            if into is not None:
                member.merged_into_id = self.ids.find(Member, into, f"{CLUB}, members")
                doubles.append(member)
        keeps = {member.merged_into_id for member in doubles}
        if any(member.pk in keeps for member in doubles):
            raise make_broken_error(f"{CLUB}, members")
        self.keep(doubles, "merged_into")

    def _imports(self) -> None:
        self._read_objects_of_club(MemberImport, "member_imports")
        for row in self._read_objects_of_club(ImportedMember, "imported_members"):
            if not row.before.keys() <= {*past_imports.REPLACED}:
                raise make_broken_error(f"{CLUB}, imported_members")
            check_values(Member, row.before, f"{CLUB}, imported_members")

    def _read_objects_of_club(self, model: type[Model], key: str) -> list[Any]:
        old, made = read_objects(model, self.parsed.get(key, []), self.ids, f"{CLUB}, {key}")
        for thing in made:
            if hasattr(model, "club"):
                thing.club = self.club  # type: ignore[attr-defined]
        self._keep(old, made)
        return made

    def _keep(self, old: Sequence[int], made: Sequence[Model]) -> None:
        self.keep(made)
        self.ids.know(old, made)


def _check_game(reglement: Reglement) -> None:
    system = games.find(reglement.game)
    if system is None:
        raise user_error(problems.OTHER_GAME, game=reglement.game)
    if find_wrong_options(Text(system.name), system.options, reglement.options):
        raise make_broken_error(f"{CLUB}, reglementen")


def _check_season(season: Season) -> None:
    prizes = [*season.night_prizes, *season.season_prizes]
    if not all(map(is_prize, prizes)):
        raise make_broken_error(f"{CLUB}, seasons")
    try:
        build_season_rules(season)
    except ODD:
        raise make_broken_error(f"{CLUB}, seasons") from None
