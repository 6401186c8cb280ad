"""The warning on a sheet about a player who does not play all games of the round. In the season,
the whole round then counts differently for that player. The warning is shown when a scribe enters
that a player is absent or leaves.
"""

from django.utils.translation import gettext

from scoring.models import Sheet
from tournaments.club import season_texts
from tournaments.models import Season


def warn_of_leaving(sheet: Sheet) -> str:
    """Return the warning for players who leave a table early. It tells what the round then counts
    for them in the season. The text is empty if the sheet belongs to no club night.
    """
    seasons = Season.objects.filter(nights__rounds__tables__sheet=sheet)
    season = seasons.select_related("reglement").first()
    return in_words(season) if season else ""


def in_words(season: Season) -> str:
    words = gettext(
        "A player who does not play every game has not played this round to its end. In the season"
        " the whole round then counts for them as: %(counts)s. What is written here does not count"
        " there."
    )
    return words % {"counts": season_texts.missed_round_in_words(season)}
