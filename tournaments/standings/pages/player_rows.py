"""The rows of the lists on a player's page, in HTML. Python builds them, because a template is slow
for hundreds of cells.
"""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.standings.pages.charts import day_in_words
from tournaments.standings.pages.member_results import NightResult
from tournaments.standings.pages.player import Contract, Met


def build_night_rows(lines: Iterable[NightResult], nights: str) -> SafeString:
    """Return a player's nights as HTML list items. Each links to the result of that night, whose
    address starts with `nights`. If `nights` is empty, there are no links.
    """
    return SafeString("".join([_night(line, nights) for line in lines]))


def _night(line: NightResult, nights: str) -> str:
    day, points = day_in_words(line.day), line.points or "–"
    if nights:
        day = f'<a href="{nights}{line.night}/result/">{day}</a>'
    if line.dropped:
        points = f"<s>{line.points}</s>"
    parts = [line.rounds, _dashes(line.dashes), line.said]
    parts.append(gettext("does not count") if line.dropped else "")
    more = " · ".join(filter(None, parts))
    return (
        f"<li><span>{day}</span> <strong>{points}</strong>"
        f"{f' <small>{escape(more)}</small>' if more else ''}</li>"
    )


def _dashes(count: int) -> str:
    return ngettext("%(count)s dash", "%(count)s dashes", count) % {"count": count} if count else ""


def contract_rows(contracts: Iterable[Contract]) -> SafeString:
    return SafeString("".join(map(_contract, contracts)))


def _contract(contract: Contract) -> str:
    words = escape(contract.words)
    if contract.said:
        words += f" <small>{escape(contract.said)}</small>"
    return (
        f'<tr><th scope="row">{words}</th><td>{contract.games}</td><td>{contract.points}</td></tr>'
    )


def build_met_rows(met: Iterable[Met], players: str) -> SafeString:
    """Return the players with whom a player sat at one table, as HTML table rows. Each name links
    to that player's page, whose address starts with `players`. If `players` is empty, there are no
    links.
    """
    return SafeString("".join([_met(opponent, players) for opponent in met]))


def build_met_choices(met: Iterable[Met]) -> SafeString:
    """Return the players with whom a player sat at one table, as the options of an HTML select,
    sorted by name. Those with hidden names are left out.
    """
    named = sorted((item for item in met if item.player), key=lambda item: item.sorted_by)
    choices = [
        f'<option value="{item.player}" translate="no">{escape(item.name)}</option>'
        for item in named
    ]
    return SafeString("".join(choices))


def _met(opponent: Met, players: str) -> str:
    name = f'<span translate="no">{escape(opponent.name)}</span>'
    if not opponent.player:
        name = gettext("Members who show no name")
    elif players:
        address = f"{players}{opponent.player}/"
        name = f'<a href="{address}" translate="no">{escape(opponent.name)}</a>'
    behind = str(opponent.tried.behind)
    if opponent.equal:
        words = gettext("%(count)s equal") % {"count": opponent.equal}
        behind += f" <small>{words}</small>"
    tried = opponent.tried
    return (
        f'<tr><th scope="row">{name}</th><td>{tried.together}</td><td>{tried.ahead}</td>'
        f"<td>{behind}</td></tr>"
    )
