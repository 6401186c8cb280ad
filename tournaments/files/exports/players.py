from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext, ngettext

from scoring.toolkit.spreadsheets.csv_lists import Listing, Value
from tournaments.files.exports.standings import convert_points
from tournaments.standings import season_history
from tournaments.standings.pages.member_results import Results
from tournaments.standings.pages.player import Player
from tournaments.standings.pages.players import Listed
from tournaments.standings.pages.records import Champions, Named, Records
from tournaments.standings.rules import Points

MET, CONTRACTS = "met", "contracts"  # lists of a player's page, beside the nights


def list_player(player: Player, key: str, *, yours: bool) -> Listing:
    """Any other key than those of opponents and contracts gives the nights."""
    if key == MET:
        return list_opponents(player)
    return list_contracts(player) if key == CONTRACTS else list_nights(player.own, yours=yours)


def list_nights(results: Results, *, yours: bool) -> Listing:
    most = max((len(tally.slices) for tally in results.row.tallies), default=0)
    rounds = most if most > 1 else 0
    heads = (
        *(gettext("Day"), gettext("Points"), gettext("Dashes")),
        *(gettext("Round %(number)s") % {"number": number + 1} for number in range(rounds)),
        *(gettext("Place after each night"), gettext("Remarks")),
    )
    rows, steps = [], season_history.load_history(results.season).steps
    for line, tally in zip(results.lines, reversed(results.row.tallies), strict=True):
        parts = [convert_points(round_points.points) for round_points in tally.slices[:rounds]]
        parts += [None] * (rounds - len(parts))
        stood = steps[tally.night].get(results.row.player)
        after = stood.rank if stood else None
        rows.append(
            (line.day, convert_points(tally.points), line.dashes, *parts, after, line.remarks)
        )
    return Listing(gettext("Your results") if yours else gettext("Results"), heads, rows)


def list_players(people: Iterable[Listed]) -> Listing:
    heads = [gettext("Name"), gettext("Place"), gettext("Division")]
    return Listing(
        gettext("Players"), heads, [(line.name, line.place, line.division) for line in people]
    )


def list_opponents(player: Player) -> Listing:
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
        for opponent in player.met
    ]
    return Listing(gettext("Against whom"), heads, rows)


def list_contracts(player: Player) -> Listing:
    heads = (gettext("Contract"), gettext("Games"), gettext("Average"), gettext("Remarks"))
    rows = [
        (contract.words, contract.games, convert_points(contract.average), contract.said)
        for contract in player.contracts
    ]
    return Listing(gettext("By contract"), heads, rows)


def list_records(records: Records) -> Listing:
    heads = (gettext("What"), gettext("Score"), gettext("Name"), gettext("Day"))
    return Listing(gettext("Records"), heads, list(_records(records)))


def _records(records: Records) -> Iterator[Sequence[Value]]:
    for champions in records.champions:
        yield from _list_holders(_title(champions), champions.points, champions.holders)
    for game, best in [*records.games, (gettext("Nights"), records.everything)]:
        for entry in best:
            yield from _list_holders(
                f"{game}: {entry.words}", entry.points, entry.holders, entry.more
            )


def _title(champions: Champions) -> str:
    words = f"{gettext('Champions')}: {champions.season}"
    if champions.division:
        words += ", " + gettext("division %(number)s") % {"number": champions.division}
    return words


def _list_holders(
    words: str, value: Points | None, holders: Sequence[Named], more: int = 0
) -> Iterator[Sequence[Value]]:
    for holder in holders:
        name = gettext("somebody who shows no name") if holder.is_hidden else holder.name
        yield words, convert_points(value), name, holder.day
    if more:
        words_for_more = ngettext("and %(count)s more", "and %(count)s more", more) % {
            "count": more
        }
        yield words, convert_points(value), words_for_more, None
