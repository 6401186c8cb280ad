"""Lists of a player's results and of a club's records, as their pages show them."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext

from scoring.toolkit.spreadsheets.lists import Listing, Value
from tournaments.files.exports.standings import points
from tournaments.standings import history
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.player import Player
from tournaments.standings.pages.records import Champions, Named, Records
from tournaments.standings.rules import Points

MET, CONTRACTS = "met", "contracts"  # lists of a player's page, beside the nights


def list_player(found: Player, asked: str, *, yours: bool) -> Listing:
    """Return the requested list about a player. The nights are the default."""
    if asked == MET:
        return met(found)
    return contracts(found) if asked == CONTRACTS else nights(found.own, yours=yours)


def nights(found: Results, *, yours: bool) -> Listing:
    """Return the list of a season's nights, the last night first. Nights of several rounds have a
    column for each round.
    """
    most = max((len(tally.slices) for tally in found.row.tallies), default=0)
    rounds = most if most > 1 else 0
    heads = (
        *(gettext("Day"), gettext("Points"), gettext("Dashes")),
        *(gettext("Round %(number)s") % {"number": number + 1} for number in range(rounds)),
        *(gettext("Place after each night"), gettext("Remarks")),
    )
    rows, steps = [], history.load_history(found.season).steps
    for line, tally in zip(found.lines, reversed(found.row.tallies), strict=True):
        parts = [points(round_points.points) for round_points in tally.slices[:rounds]]
        parts += [None] * (rounds - len(parts))
        stood = steps[tally.night].get(found.row.player)
        after = stood.rank if stood else None
        rows.append((line.day, points(tally.points), line.dashes, *parts, after, line.remarks))
    return Listing(gettext("Your results") if yours else gettext("Results"), heads, rows)


def met(found: Player) -> Listing:
    heads = (
        *(gettext("Name"), gettext("Met")),
        *(gettext("Ahead"), gettext("Behind"), gettext("Equal")),
    )
    rows = [
        (
            opponent.name if opponent.player else gettext("Members who show no name"),
            *opponent.tried,
            opponent.equal,
        )
        for opponent in found.met
    ]
    return Listing(gettext("Against whom"), heads, rows)


def contracts(found: Player) -> Listing:
    heads = (gettext("Contract"), gettext("Games"), gettext("Average"), gettext("Remarks"))
    rows = [
        (contract.words, contract.games, points(contract.average), contract.said)
        for contract in found.contracts
    ]
    return Listing(gettext("By contract"), heads, rows)


def records(found: Records) -> Listing:
    """Return the list of records. Each holder has a line."""
    heads = (gettext("What"), gettext("Score"), gettext("Name"), gettext("Day"))
    return Listing(gettext("Records"), heads, list(_records(found)))


def _records(found: Records) -> Iterator[Sequence[Value]]:
    for champions in found.champions:
        yield from _held(_title(champions), champions.points, champions.holders)
    for game, best in [*found.games, (gettext("Nights"), found.everything)]:
        for entry in best:
            yield from _held(f"{game}: {entry.words}", entry.points, entry.holders, entry.more)


def _title(champions: Champions) -> str:
    words = f"{gettext('Champions')}: {champions.season}"
    if champions.division:
        words += ", " + gettext("division %(number)s") % {"number": champions.division}
    return words


def _held(
    words: str, value: Points | None, holders: Sequence[Named], more: int = 0
) -> Iterator[Sequence[Value]]:
    for holder in holders:
        name = holder.name if holder.player else gettext("somebody who shows no name")
        yield words, points(value), name, holder.day
    if more:
        words_for_more = ngettext("and %(count)s more", "and %(count)s more", more) % {
            "count": more
        }
        yield words, points(value), words_for_more, None
