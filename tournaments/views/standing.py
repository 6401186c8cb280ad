"""The page of a season's standing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scoring.toolkit import downloads
from tournaments import access
from tournaments.access import Viewer
from tournaments.club.season_texts import name_standing
from tournaments.files.exports.lists import list_tables
from tournaments.members import couples
from tournaments.names import clean_search, split_search
from tournaments.nights import open_evenings
from tournaments.standings import season_history
from tournaments.standings.pages import charts
from tournaments.standings.pages.standing import read_standing
from tournaments.standings.pages.standing_columns import StandingTable
from tournaments.standings.pages.standing_texts import name_firsts
from tournaments.views import sharing
from tournaments.views.base import kept_page, read_id, read_standing_key
from tournaments.views.sort_and_page import sort_table, turn_table

A_PAGE = 40  # rows
LATEST = 10  # nights
BESIDE = 20  # nights that stand beside the names, where all are asked for


@kept_page
def standing(request: HttpRequest, viewer: Viewer, pk: int) -> HttpResponse:
    season = access.season_or_404(viewer.club, pk)
    if season.open_evening:
        night = open_evenings.find_night(season)
        return redirect("tournaments:night-result", viewer.club.slug, night.pk)
    key = read_standing_key(request, season)
    members = access.list_own_ids(request, viewer)
    own = tuple(sorted(couples.find_entrants(season, members)))
    shown = read_standing(season, viewer.detail, key)
    title = name_standing(season, key) if key else gettext("Standing")

    if request.GET.get("as") == "png" and shown.days:
        return sharing.draw_standing(season, title, key)
    number = request.GET.get("division")
    asked = [division for division in shown.divisions if str(division.number) == number]
    chosen = asked or shown.divisions
    sought = clean_search(request.GET.get("q", ""))
    found = [(division, division.search(split_search(sought))) for division in chosen]
    if downloads.is_file_wanted(request):
        whole = [StandingTable(shown, *rows, as_file=True) for rows in found]
        listing = list_tables(title, [sort_table(table, request) for table in whole])
        return downloads.list_response(request, listing, viewer.club, season)

    many = len(shown.nights)
    parts = [slice(start, min(start + BESIDE, many)) for start in range(0, many, BESIDE)]
    part = 1 if request.GET.get("nights") == "all" else read_id(request.GET.get("nights"))
    nights = parts[part - 1] if 1 <= part <= len(parts) else None
    latest = LATEST + (many == LATEST + 1)  # that one has the room of the average
    tables = [
        StandingTable(shown, *rows, nights or slice(latest), own, only_nights=bool(nights))
        for rows in found
    ]
    for table in tables:
        turn_table(table, request, A_PAGE)
    seasons = season_history.list_seasons_played(viewer.club)
    if season not in seasons:
        seasons.insert(0, season)
    drawings = [charts.draw_everybody(shown.days, each, own) for each in chosen if not sought]
    lead = [row for row in chosen[0].rows if row.place == 1] if len(chosen) == 1 else []
    is_told = not key and not any(row.player in own for row in lead)
    context = {
        "club": viewer.club,
        "season": season,
        "leaders": lead if is_told else [],
        "leading": name_firsts([row.name for row in lead]),
        "lead_count": season.count_people(len(lead)),
        "over": season.is_over,
        "seasons": [(each.pk, str(each)) for each in seasons],
        "standing": shown,
        "title": title,
        "next_period": int(key[1:]) + 1 if key.startswith("p") and season.divisions > 1 else None,
        "tables": tables,
        "charts": [chart for chart in drawings if chart],
        "drawn": "drawn" in request.GET,
        "own_places": [
            (place, (place.row.order - 1) // A_PAGE + 1) for place in shown.list_own_places(own)
        ],
        "sought": sought,
        "is_long": any(table.paginator.num_pages > 1 for table in tables),
        "chosen": number if asked else None,
        "latest": nights is None,
        "hides_nights": nights is None and many > latest,
        "parts": [(n, many - each.stop + 1, many - each.start) for n, each in enumerate(parts, 1)],
        "part": part,
        "most_nights": LATEST,
        "share": sharing.share_standing(request, season, title, key, own) if shown.days else None,
        "organises": access.organises(request),
    }
    return render(request, "tournaments/standings/standing.html", context)
