"""What a page offers for sharing, and what messengers show with its link."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from scoring.toolkit.addresses import reachable, tell_reach
from tournaments import access, links
from tournaments.club.reglementen import name_game
from tournaments.club.time_and_place import find_guest_terms, in_words
from tournaments.members import couples
from tournaments.models import Club, Night, Season
from tournaments.names import NOBODY, NameDetail
from tournaments.nights import signing_up
from tournaments.nights.nights import AHEAD
from tournaments.nights.pages import link_preview
from tournaments.nights.pages.link_preview import Preview
from tournaments.nights.pages.result import ResultRow, read_result
from tournaments.printing import night_picture
from tournaments.standings import season_history
from tournaments.standings.pages.records import read_records
from tournaments.standings.pages.standing import SeasonStanding, read_standing
from tournaments.standings.pages.standing_texts import format_points, say_who_won

FIRST = 10  # places in a text
LEAD = 3  # places of the standing in the text of a night


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
        text=_write(request, _describe_night(night, rows, own), address) if has_text else "",
        pdf=pdf,
    )


def share_night_ahead(request: HttpRequest, night: Night) -> Share:
    club, path = night.season.club, night.get_absolute_url()
    address = reachable(request, links.add_key(club, path))
    game, guests = name_game(night.season.reglement), find_guest_terms(night)
    about = [in_words(night), f"{game}, {gettext('by couple')}" if night.season.by_couple else game]
    if count := signing_up.count_signed_up(night):
        about.append(ngettext("%(count)s signed up", "%(count)s signed up", count) % {"count": count})
    about += [club.costs, f"{gettext('Guests')}: {guests}" if guests else ""]
    lines = [f"{club.name} · {night}", *filter(None, about), ""]
    return Share(
        button=gettext("Share this night"),
        address=address,
        who=_who_can_open(club),
        text=_write(request, lines, address),
    )


def share_standing(
    request: HttpRequest, season: Season, title: str, key: str, own: Collection[int]
) -> Share:
    shown = read_standing(season, NameDetail.PUBLIC, key)
    share = _share_files(request, season, title, shown)
    lines = [*_describe_standing(season, title, shown, own), *_say_next(season)]
    return share._replace(text=_write(request, lines, share.address))


def share_season(request: HttpRequest, season: Season, own: Collection[int]) -> Share:
    title, shown = gettext("Standing"), read_standing(season, NameDetail.PUBLIC)
    address = reachable(request, links.add_key(season.club, season.get_absolute_url()))
    return _share_files(request, season, title, shown)._replace(
        button=gettext("Share the season"),
        address=address,
        text=_write(request, _describe_season(season, title, shown, own), address),
    )


def draw_standing(season: Season, title: str, key: str) -> HttpResponse:
    """Return the picture of the standing, or of its first division."""
    shown = _preview_standing(season, title, read_standing(season, NameDetail.PUBLIC, key))
    return HttpResponse(night_picture.draw_picture(shown), content_type="image/png")


def _share_files(request: HttpRequest, season: Season, title: str, shown: SeasonStanding) -> Share:
    query = f"?of={shown.key}" if shown.key else ""
    args = [season.club.slug, season.pk]
    path = reverse("tournaments:standing", args=args) + query
    picture = f"{path}{'&' if query else '?'}as=png"
    return Share(
        button=gettext("Share the standing"),
        address=reachable(request, links.add_key(season.club, path)),
        who=_who_can_open(season.club),
        preview=_preview_standing(season, title, shown),
        picture=reachable(request, links.add_key(season.club, picture)),
        pdf=reverse("tournaments:season-pdf", args=[*args, "standing"]) + query,
    )


def _preview_standing(season: Season, title: str, shown: SeasonStanding) -> Preview:
    first = shown.divisions[0]
    if not shown.key and season.last < timezone.localdate():
        title = gettext("Final standing")
    heading = f"{season} · {_count_nights(title, shown)}"
    if first.number:
        heading += " · " + gettext("Division %(number)s") % {"number": first.number}
    return link_preview.describe_standing(season, heading, first.rows, is_own=not shown.key)


def _write(request: HttpRequest, lines: Iterable[str], address: str) -> str:
    """A link that only opens here is no use to who gets the text."""
    text = "\n".join(lines)
    if re.search(rf"(\d+\. |\().*{NOBODY}", text, re.MULTILINE):
        text = text.replace(NOBODY, gettext("somebody"))
        text += f"\n{gettext('somebody = who shows no name')}"
    link = gettext("All of it: %(address)s") % {"address": address}
    return text if tell_reach(request) else f"{text}\n{link}"


def _describe_night(night: Night, rows: Sequence[ResultRow], own: Collection[int]) -> Iterable[str]:
    yield night.in_full
    placed = [row for row in rows if row.place]
    chosen = [row for n, row in enumerate(placed) if n < FIRST or row.player in own]
    first = [row.name for row in chosen if row.place == 1]
    if night.state != Night.State.CLOSED:
        yield gettext("Result so far") + ":"
    elif first and NOBODY not in first:
        yield say_who_won(night.season, first, chosen[0].points or 0)
    yield ""
    for row in chosen:
        note = f" ({row.stood_in})" if row.stood_in else ""
        yield f"{row.place}. {row.name}: {format_points(row.points or 0)}{note}"
    yield ""
    yield from _say_who_leads(night)
    yield from _say_next(night.season)


def _say_who_leads(night: Night) -> Iterator[str]:
    history = season_history.load_history(night.season)
    if night.pk not in [*history.ids.values()][-1:] or len(history.standing) > 1:
        return
    first = [row for row in history.standing[0].rows[:LEAD] if row.rank]
    names = couples.load_names(night.season, [row.player for row in first], NameDetail.PUBLIC)
    said = [f"{row.rank}. {names[row.player]}" for row in first]
    if said and not night.season.open_evening:
        yield f"{gettext('Standing')}: {', '.join(said)}"


def _describe_season(
    season: Season, title: str, shown: SeasonStanding, own: Collection[int]
) -> Iterable[str]:
    kept = read_records(season.club, season.pk, NameDetail.PUBLIC)
    yield from _describe_standing(season, title, shown, own, 3)
    for record in [*kept.everything, *(each for _game, of_game in kept.games for each in of_game)]:
        if not record.is_worst:
            said = dict.fromkeys([*(holder.name for holder in record.holders), record.count])
            names = ", ".join(filter(None, said))
            yield f"{record.words}: {format_points(record.points)} ({names})"
    yield ""
    yield from _say_next(season)


def _describe_standing(
    season: Season, title: str, standing: SeasonStanding, own: Collection[int], first: int = FIRST
) -> Iterable[str]:
    yield f"{season.club.name} · {season}"
    shown, over = _preview_standing(season, title, standing), season.last < timezone.localdate()
    if standing.key or not over or not shown.winners:
        yield _count_nights(title, standing) + ":"
    elif len(standing.divisions) == 1:
        yield f"{get_text_list([*shown.winners], gettext('and'))} {shown.sentence}."
    for division in standing.divisions:
        if division.number:
            yield ""
            yield gettext("Division %(number)s") % {"number": division.number}
        for n, row in enumerate(division.rows):
            if row.place and (n < first or row.player in own):
                moved = 0 if over else max(row.moved or 0, row.fell)
                way = f" {'▲' if (row.moved or 0) > 0 else '▼'}{moved}" if moved else ""
                points = "" if row.points is None else f": {format_points(row.points)}"
                yield f"{row.place}. {row.name}{points}{way}"
    yield ""


def _count_nights(title: str, standing: SeasonStanding) -> str:
    count = len(standing.days)
    words = ngettext(
        "%(standing)s after %(count)s night", "%(standing)s after %(count)s nights", count
    )
    return words % {"standing": title, "count": count}


def _say_next(season: Season) -> Iterator[str]:
    """A night that is going on is not the next."""
    coming = season.nights.filter(day__gte=timezone.localdate(), state__in=AHEAD)
    for night in coming.order_by("day", "pk")[:1]:
        said = [date_format(night.day, "WEEKDAY_FORMAT"), in_words(night)]
        yield gettext("Next night: %(day)s") % {"day": " · ".join(filter(None, said))}


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
