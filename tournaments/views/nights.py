from collections.abc import Mapping
from datetime import date
from itertools import groupby
from types import MappingProxyType

import django_tables2 as tables
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.toolkit import downloads
from scoring.toolkit.numbered_forms import NumberedErrors
from tournaments import access, links
from tournaments.access import Viewer
from tournaments.accounts import rights
from tournaments.club.season_texts import places_in_words
from tournaments.draw.record import digest_seed
from tournaments.files.exports import lists
from tournaments.forms.nights import ArrangeForm, PlanForm
from tournaments.members import couples, link_cookie
from tournaments.models import Club, Night, Season
from tournaments.models.member import MAIN
from tournaments.models.night import AHEAD, GOING_ON
from tournaments.nights import nights, signing_up
from tournaments.nights.pages import agenda, calendar_feed, club_front
from tournaments.standings.inputs import build_night_rules
from tournaments.standings.pages.standing_columns import NumberColumn
from tournaments.standings.pages.standing_texts import format_points
from tournaments.views import hub, night_result, sharing
from tournaments.views.base import (
    get_actor,
    open_page,
    page_of,
    pressed,
    read_posted,
    run_verb,
    try_verb,
)
from tournaments.views.sort_and_page import sort_table, turn_table

THEN = {"check-in": "door", "playing": "draw"}  # the page that comes next, before a round is drawn


class NightsTable(tables.Table):  # type: ignore[misc]  # it has no types
    day = tables.Column(verbose_name=_("Day"), linkify=True, order_by=("day", "pk"))
    when = tables.Column(
        verbose_name=_("Time and place"), accessor="pk", orderable=False, visible=False
    )
    season = tables.Column(verbose_name=_("Season"), orderable=False, visible=False)
    state = tables.Column(verbose_name=_("Now"), orderable=False)
    points = NumberColumn(
        verbose_name=_("Points"), accessor="pk", orderable=False, exclude_from_export=True
    )
    people = NumberColumn(
        verbose_name=_("Players"), accessor="pk", orderable=False, exclude_from_export=True
    )
    briefs: Mapping[int, agenda.Brief] = MappingProxyType({})  # by night
    mixed = False  # nights of one season stand between those of another

    class Meta:
        order_by = ("-day",)

    def render_day(self, record: Night) -> str:
        day = date_format(record.day, "SHORT_WEEKDAY_AND_MONTH_FORMAT")
        return format_html('{}<span class="year">&nbsp;{}</span>', day, record.day.year)

    def render_state(self, record: Night) -> str:
        is_own = (record.starts or record.venue) and not record.season.open_evening
        own = record.time_and_place if is_own else ""
        if brief := self.briefs.get(record.pk):
            words = brief._asdict() | {"season": record.season if self.mixed else ""}
            return render_to_string("tournaments/nights/_brief.html", words)
        return " · ".join(filter(None, [record.get_state_display(), own]))

    def render_points(self, record: Night) -> str:
        brief = self.briefs.get(record.pk)
        return format_points(brief.points) if brief and brief.points is not None else "–"

    def render_people(self, record: Night) -> str:
        brief = self.briefs.get(record.pk)
        return str(brief.people) if brief else "–"

    def value_state(self, record: Night) -> str:
        if (brief := self.briefs.get(record.pk)) and brief.winners:
            names = get_text_list([winner.name for winner in brief.winners], gettext("and"))
            return gettext("won by %(names)s") % {"names": names}
        return record.get_state_display()

    def value_when(self, record: Night) -> str:
        return record.time_and_place

    def value_season(self, value: Season) -> str:
        return str(value)

    def value_day(self, record: Night) -> date:
        day: date = record.day
        return day


class OpenEveningsTable(NightsTable):
    season = tables.Column(verbose_name=_("Name"), order_by=("season__name", "day", "pk"))

    class Meta(NightsTable.Meta):
        pass


@open_page
def nights_page(request: HttpRequest, reader: Viewer) -> HttpResponse:
    club, listed = reader.club, nights.list_club_nights(reader.club)
    if only_open := "open" in request.GET:
        listed = listed.filter(season__open_evening=True)
    list_nights = OpenEveningsTable if only_open else NightsTable
    if downloads.is_file_wanted(request):
        table = sort_table(list_nights(listed), request)
        table.briefs = agenda.read_briefs(listed, reader.detail) if only_open else {}
        title = gettext("Open evenings") if only_open else gettext("Club nights")
        return downloads.list_response(request, lists.list_table(title, table), club)
    to_come = Q(state__in=GOING_ON) | Q(state__in=AHEAD, day__gte=timezone.localdate())
    table = turn_table(list_nights(listed.exclude(to_come)), request)
    table.columns["state"].column.verbose_name = gettext("Winner")
    shown = [row.record for row in table.paginated_rows]
    own = access.list_own_ids(request, reader)
    table.briefs = agenda.read_briefs(shown, reader.detail, own)
    won = next((n for n in shown if n.pk in table.briefs and table.briefs[n.pk].winners), None)
    runs = [season for season, _nights in groupby(night.season_id for night in shown)]
    table.mixed = not only_open and len(runs) > len({*runs})
    ahead = listed.filter(to_come).select_related("season__reglement").order_by("day", "pk")
    ahead = agenda.count_coming(ahead)
    me = link_cookie.find_member(club, link_cookie.read_keys(request))
    answers = dict(signing_up.open_for(me)) if me else {}
    words = {
        "club": club,
        "table": table,
        "news": f"{won}: {table.value_state(won)}" if won else "",
        "ahead": [
            (night, table.render_state(night), *answer)
            for night, *answer in signing_up.list_answers(me, answers, ahead)
        ],
        "own": links.make_key(me) if me else "",
        "usual": club.tell_time_and_place(),
        "today": timezone.localdate(),
        "only_open": only_open,
        "organises": (organises := access.organises(request)),
        "called_off": nights.list_called_off(club) if organises else (),
    }
    return render(request, "tournaments/nights/nights.html", words)


@page_of(rights.ORGANISER, access.season_or_404)
def plan(request: HttpRequest, club: Club, season: Season) -> HttpResponse:
    if season.open_evening:  # it has one night
        return redirect(season)
    form = PlanForm(season, read_posted(request))
    if planned := run_verb(form, nights.plan, season=season):
        return redirect(planned[0] if len(planned) == 1 else club)
    words = {"club": club, "season": season, "form": form, "nights": season.nights.order_by("-day")}
    return render(request, "tournaments/nights/plan.html", words)


@page_of(rights.ORGANISER, access.night_or_404)
def move(request: HttpRequest, club: Club, night: Night) -> HttpResponse:
    form = ArrangeForm(night, read_posted(request))
    if moved := run_verb(form, nights.arrange, night=night, by=get_actor(request)):
        signing_up.fill_places(night=moved)
        return redirect(moved)
    count = signing_up.count_signed_up(night)
    words = {"club": club, "night": night, "form": form, "signed_up": count}
    return render(request, "tournaments/nights/move.html", words)


@page_of(rights.ORGANISER)
def call_off(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    night = access.night_or_404(club, pk, called_off=True)
    verbs = {"call off": nights.call_off, "bring back": nights.bring_back}
    refusals: NumberedErrors = []
    if verb := verbs.get(request.POST.get("do", "")):
        refusals = try_verb(verb, night=night, by=get_actor(request))
        if not refusals:
            return redirect(request.path if verb is nights.call_off else night)
    count, status = signing_up.count_signed_up(night), 409 if refusals else 200
    words = {"club": club, "night": night, "signed_up": count, "refusals": refusals}
    return render(request, "tournaments/nights/call_off.html", words, status=status)


@open_page
def night_page(request: HttpRequest, reader: Viewer, pk: int) -> HttpResponseBase:
    return _night(request, reader, access.night_or_404(reader.club, pk))


@page_of(rights.ORGANISER, access.night_or_404, way=pressed)
def move_on(request: HttpRequest, club: Club, night: Night) -> HttpResponseBase:
    to = request.POST.get("to", "")
    if refusals := try_verb(nights.set_state, night=night, to=to, by=get_actor(request)):
        return _night(request, access.viewer_or_404(request, club.slug), night, refusals)
    then = "night" if night.rounds.exists() else THEN.get(to, "night")
    return redirect(f"tournaments:{then}", club.slug, night.pk)


def _night(
    request: HttpRequest, reader: Viewer, night: Night, refusals: NumberedErrors | None = None
) -> HttpResponseBase:
    if rights.has_rights(reader.role, rights.HELPER):
        return hub.show_hub(request, night, refusals=refusals)
    if night.state == Night.State.CLOSED or night.rounds.exists():
        return night_result.result(request, reader.club.slug, pk=night.pk)
    own = access.list_own_members(request, reader)
    ids = [member.pk for member in own]
    about = club_front.describe_night(reader.club, night)
    about["signed_up"] = signing_up.count_signed_up(night)
    about["prizes"] = places_in_words(build_night_rules(night).night_prizes)
    words = about | calendar_feed.find_feed(request, reader.club)
    words |= {
        "draws": range(1, night.draw_records.count() + 1),
        "digest": digest_seed(night.next_seed) if night.next_seed else "",
        "me": ids,
        "mine": {*ids, *couples.find_entrants(night.season, ids)},
        "inside": set(night.attendances.filter(present=True).values_list(MAIN, flat=True)),
        "waiting": len(signing_up.list_reserve(night)),
        "own": [
            (
                member,
                links.make_key(member),
                answer := signing_up.find_answer(night, member),
                signing_up.describe_sign_off(night, answer, member),
                signing_up.find_partner(night, member),
            )
            for member in own
        ],
        "share": sharing.share_night_ahead(request, night, about),
        "has_standing": night.season.nights.filter(state=Night.State.CLOSED).exists(),
        **agenda.read_who_comes(night, reader.detail)._asdict(),
    }
    return render(request, "tournaments/nights/night.html", words)
