"""What a page offers for sharing, and what messengers show with its link."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from scoring.toolkit.addresses import reachable, tell_reach
from tournaments import access, links
from tournaments.members import couples
from tournaments.models import Club, Night, Season
from tournaments.models.night import AHEAD
from tournaments.names import NOBODY, NameDetail
from tournaments.nights.pages import link_preview
from tournaments.nights.pages.link_preview import Preview
from tournaments.nights.pages.result import ResultRow, read_result
from tournaments.printing import night_picture
from tournaments.standings import season_history
from tournaments.standings.pages.records import read_records
from tournaments.standings.pages.standing import SeasonStanding, read_standing
from tournaments.standings.pages.standing_texts import say_who_won

FIRST = 10  # places in a text
LEAD = 3  # places of the standing in the text of a night or a season
MOST_RECORDS = 5  # in a text


class Share(NamedTuple):
    button: str
    address: str
    who: str  # who can open the link; empty if everybody can
    preview: Preview | None = None
    picture: str = ""  # the address of the picture; empty if there is none
    text: str = ""  # with names as everybody may see them
    pdf: str = ""


def share_night(request: HttpRequest, night: Night, own: Collection[int] = ()) -> Share:
    """The result can be shared even while the night is being played: by its link alone."""
    club, closed = night.season.club, night.state == Night.State.CLOSED
    path, who = reverse("tournaments:night-result", args=[club.slug, night.pk]), _who_can_open(club)
    pdf = reverse("tournaments:night-result-pdf", args=[club.slug, night.pk])
    if night.season.open_evening:
        key, who = links.make_key(night, links.RESULT), ""
        path = reverse("tournaments:result-by-link", args=[key])
        pdf = reverse("tournaments:result-pdf-by-link", args=[key])
    address = reachable(request, path if night.season.open_evening else links.add_key(club, path))
    rows = read_result(night, NameDetail.PUBLIC).rows
    has_text = closed or any(row.place for row in rows)
    text = _write(request, "night", _describe_night(night, rows, own), address) if has_text else ""
    shown, picture = None, ""
    if closed:
        shown = link_preview.describe_result(night, rows)
        name = [club.slug, night.pk, translation.get_language(), shown.digest]
        at = reverse("tournaments:night-picture", args=name)
        picture = reachable(request, at if night.season.open_evening else links.add_key(club, at))
    opens = night.season.open_evening or club.visible_to != Club.Visibility.MEMBERS
    return Share(
        button=gettext("Share the result") if closed else gettext("Share the result so far"),
        address=address,
        who=who,
        preview=shown if opens else None,
        picture=picture,
        text=text,
        pdf=pdf,
    )


def share_night_ahead(request: HttpRequest, night: Night, described: dict[str, Any]) -> Share:
    club, path = night.season.club, night.get_absolute_url()
    address = reachable(request, links.add_key(club, path))
    return Share(
        button=gettext("Share this night"),
        address=address,
        who=_who_can_open(club),
        text=_write(request, "night_ahead", described, address),
    )


def share_standing(
    request: HttpRequest, season: Season, title: str, key: str, own: Collection[int]
) -> Share:
    shown = read_standing(season, NameDetail.PUBLIC, key)
    preview = _preview_standing(season, title, shown)
    share = _share_files(request, season, shown.key, preview)
    words = _describe_standing(season, title, shown, own, preview.won)
    return share._replace(text=_write(request, "standing", words, share.address))


def share_season(request: HttpRequest, season: Season, own: Collection[int]) -> Share:
    title, shown = gettext("Standing"), read_standing(season, NameDetail.PUBLIC)
    preview = _preview_standing(season, title, shown)
    address = reachable(request, links.add_key(season.club, season.get_absolute_url()))
    words = _describe_season(season, title, shown, own, preview.won)
    return _share_files(request, season, shown.key, preview)._replace(
        button=gettext("Share the season"),
        address=address,
        text=_write(request, "standing", words, address),
    )


def draw_standing(season: Season, title: str, key: str) -> HttpResponse:
    """Return the picture of the standing, or of its first division."""
    shown = _preview_standing(season, title, read_standing(season, NameDetail.PUBLIC, key))
    return HttpResponse(night_picture.draw_picture(shown), content_type="image/png")


def _share_files(request: HttpRequest, season: Season, key: str, preview: Preview) -> Share:
    query = f"?of={key}" if key else ""
    args = [season.club.slug, season.pk]
    path = reverse("tournaments:standing", args=args) + query
    picture = f"{path}{'&' if query else '?'}as=png"
    return Share(
        button=gettext("Share the standing"),
        address=reachable(request, links.add_key(season.club, path)),
        who=_who_can_open(season.club),
        preview=preview,
        picture=reachable(request, links.add_key(season.club, picture)),
        pdf=reverse("tournaments:season-pdf", args=[*args, "standing"]) + query,
    )


def _preview_standing(season: Season, title: str, shown: SeasonStanding) -> Preview:
    first = shown.divisions[0]
    if not shown.key and season.is_over:
        title = gettext("Final standing")
    heading = f"{season} · {_count_nights(title, shown)}"
    if first.number:
        heading += " · " + gettext("Division %(number)s") % {"number": first.number}
    return link_preview.describe_standing(season, heading, shown)


def _write(request: HttpRequest, name: str, words: dict[str, Any], address: str) -> str:
    """A link that only opens here is no use to who gets the text."""
    text = render_to_string(f"tournaments/shared/{name}.txt", words).strip()
    text = re.sub(r"\n{3,}", "\n\n", text)
    if re.search(rf"(\d+\. |\().*{NOBODY}", text, re.MULTILINE):
        text = text.replace(NOBODY, gettext("somebody"))
        text += f"\n{gettext('somebody = who shows no name')}"
    link = gettext("All of it: %(address)s") % {"address": address}
    return text if tell_reach(request) else f"{text}\n{link}"


def _describe_night(
    night: Night, rows: Sequence[ResultRow], own: Collection[int]
) -> dict[str, Any]:
    placed = [row for row in rows if row.place]
    chosen = [row for n, row in enumerate(placed) if n < FIRST or row.player in own]
    first = [row.name for row in chosen if row.place == 1]
    named = first and NOBODY not in first
    won = say_who_won(night.season, first, chosen[0].points or 0) if named else ""
    next_night, lead = _name_next(night.season), _list_lead(night)
    return {"night": night, "rows": chosen, "won": won, "lead": lead, "next": next_night}


def _list_lead(night: Night) -> list[str]:
    """Of the season, if this was its last night."""
    history = season_history.load_history(night.season)
    is_last = night.pk in [*history.ids.values()][-1:]
    if not is_last or len(history.standing) > 1 or night.season.open_evening:
        return []
    first = [row for row in history.standing[0].rows[:LEAD] if row.rank]
    names = couples.load_names(night.season, [row.player for row in first], NameDetail.PUBLIC)
    return [f"{row.rank}. {names[row.player]}" for row in first]


def _describe_season(
    season: Season, title: str, shown: SeasonStanding, own: Collection[int], won: str
) -> dict[str, Any]:
    kept = read_records(season.club, season.pk, NameDetail.PUBLIC)
    of_games = [record for _game, records in kept.games for record in records[:2]]
    best = [record for record in [*of_games, *kept.everything] if not record.is_worst]
    best.sort(key=lambda record: not record.holders)
    named = [[*(holder.name for holder in each.holders), each.count] for each in best]
    names = [", ".join(filter(None, dict.fromkeys(each))) for each in named]
    records = list(zip(best, names, strict=True))[:MOST_RECORDS]
    return _describe_standing(season, title, shown, own, won) | {"first": LEAD, "records": records}


def _describe_standing(
    season: Season, title: str, standing: SeasonStanding, own: Collection[int], won: str
) -> dict[str, Any]:
    ends = season.is_over and not standing.key
    return {
        "season": season,
        "won": f"{won}." if ends and won and len(standing.divisions) == 1 else "",
        "heading": _count_nights(gettext("Final standing") if ends else title, standing),
        "divisions": standing.divisions,
        "own": own,
        "first": FIRST,
        "is_over": season.is_over,
        "next": _name_next(season),
    }


def _count_nights(title: str, standing: SeasonStanding) -> str:
    count = len(standing.days)
    words = ngettext(
        "%(standing)s after %(count)s night", "%(standing)s after %(count)s nights", count
    )
    return words % {"standing": title, "count": count}


def _name_next(season: Season) -> str:
    """A night that is going on is not the next."""
    coming = season.nights.filter(day__gte=timezone.localdate(), state__in=AHEAD)
    night = coming.order_by("day", "pk").first()
    return " · ".join(filter(None, [str(night), night.time_and_place])) if night else ""


def _who_can_open(club: Club) -> str:
    if club.visible_to == Club.Visibility.MEMBERS:
        return gettext("Only members of the club can open it.")
    if club.visible_to == Club.Visibility.LINK:
        return gettext("Whoever gets this link can open it, and the other pages of the club.")
    return ""


@require_safe
def picture(
    request: HttpRequest, slug: str, pk: int, language: str, digest: str
) -> HttpResponseBase:
    """Its address contains a digest of everything that the picture shows. For any other digest the
    response is 404. So an old address no longer shows a name that its owner has hidden since.
    """
    viewer = access.find_viewer(request, slug)
    night = access.night_or_404(viewer.club, pk)
    may_see = viewer.let_in or night.season.open_evening
    is_there = may_see and night.state == Night.State.CLOSED
    if not is_there or not translation.check_for_language(language):
        raise Http404
    with translation.override(language):
        rows = read_result(night, NameDetail.PUBLIC).rows
        shown = link_preview.describe_result(night, rows)
        if shown.digest != digest:
            raise Http404
        etag = f'"{digest}"'
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = HttpResponse(night_picture.draw_picture(shown), content_type="image/png")
            answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer
