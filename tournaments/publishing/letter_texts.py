"""What letters to members say; who gets one: `letters_to_send.py`, `accounts/mail_queue.py`."""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from scoring.toolkit.problems import Json
from tournaments import links
from tournaments.accounts import mail, mail_queue
from tournaments.members import couples
from tournaments.models import Attendance, Club, Member, Night, QueuedMail
from tournaments.names import NameDetail
from tournaments.nights import signing_up
from tournaments.nights.pages import agenda, result
from tournaments.standings import calculate
from tournaments.standings.pages.player_season import read_player
from tournaments.standings.pages.standing_texts import format_points, say_who_won

FIRST = 5  # places that are named
Kind, SIGN_UP, Said = QueuedMail.Kind, Night.State.SIGN_UP, Attendance.Said


def write_letter(letter: QueuedMail) -> EmailMessage | None:
    """None if the member or the club wants no such letter any more, or if it has come to nothing,
    as after a night was reopened or called off. It goes to the address that the member has now.
    """
    member, night = letter.member, letter.night
    if member is None or not member.club.letters or member.no_mail:
        return None
    if member.archived or not member.email:
        return None
    letter.to = member.email
    choice = mail_queue.CHOICES.get(Kind(letter.kind))
    if choice and not getattr(member, choice):
        return None
    words: Json | None = {"own": mail.build_address("tournaments:own", member)}
    if night:
        words = _tell_night(letter.kind, night, member)
    if words is None:
        return None
    choice = choice or "no_mail"
    key = links.make_key(member, f"{links.STOP} {choice}")
    stop = f"{settings.PUBLIC_URL}{reverse('tournaments:stop-letters', args=[key, choice])}"
    return mail.compose(
        letter,
        *_write(letter.kind, member, words, stop),
        List_Unsubscribe=f"<{stop}>",
        List_Unsubscribe_Post="List-Unsubscribe=One-Click",
    )


def preview_link(member: Member) -> list[str]:
    """Return the subject and the paragraphs of the letter, without what its links open."""
    return _write(Kind.LINK, member, {"own": "https://…"}, "https://…")


def _write(kind: str, member: Member, words: Json, stop: str) -> list[str]:
    """Each link has a line of its own, which is tapped and copied whole."""
    given = {"member": member, "stop": stop, **words}
    text = render_to_string(f"tournaments/letters/{kind}.txt", given).strip()
    return re.split("\n{2,}", text.replace(": http", ":\nhttp"))


def _tell_night(kind: str, night: Night, member: Member) -> Json | None:
    if kind == Kind.RESULT:
        if night.state != Night.State.CLOSED or not (lines := [*_lines(night, member.main)]):
            return None
        after = agenda.find_next_night(night)
        return {
            "night": night,
            "lines": lines,
            "address": _result_address(night, member),
            "own": mail.build_address("tournaments:own", member),
            "when": after and _when(after),
        }
    said = signing_up.find_answer(night, member)
    if night.state != SIGN_UP or said != (Said.ON if kind == Kind.PLACE else Said.NOTHING):
        return None
    return {
        "night": night,
        "is_tomorrow": night.day == timezone.localdate() + timedelta(days=1),
        "when": _when(night),
        "partner": signing_up.find_partner(night, member),
        "until": signing_up.describe_sign_off(night, said, member),
        "on": _answer_address(night, member, "on"),
        "off": _answer_address(night, member, "off"),
    }


def _when(night: Night) -> str:
    return " ".join(filter(None, [night.with_name, night.time_and_place]))


def _answer_address(night: Night, member: Member, said: str) -> str:
    key = links.make_key(member, f"{links.ANSWER} {night.public_id}")
    return f"{settings.PUBLIC_URL}{reverse('tournaments:answer', args=[key, night.pk, said])}"


def _lines(night: Night, member: Member) -> Iterator[str]:
    season = night.season
    own = couples.find_entrant(season, member)
    you = pgettext("couple", "you") if couples.find_couple(season, member) else gettext("you")
    rows = [row for row in calculate.compute_night_standing(night).rows if row.points is not None]
    if not rows:  # no round was played to its end
        return
    subs = result.describe_substitutes(night, NameDetail.FELLOW)
    named = [row for row in rows if (row.rank or FIRST + 1) <= FIRST or row.player in (own, *subs)]
    ids = [row.player for row in named]
    names = couples.load_names(season, ids, NameDetail.FELLOW)
    if first := [row for row in named if row.rank == 1]:
        winners = [names[row.player] for row in first]
        yield say_who_won(season, winners, first[0].points or 0) + "\n"
    missed = gettext("no place, as you were not there for all of the night")
    for row in named:
        name = you if row.player == own else names[row.player]
        line = f"{name}: {format_points(row.points or 0)}"
        line += f" ({subs[row.player]})" if row.player in subs else ""
        yield f"{row.rank}. {line}" if row.rank else f"{line} ({missed})"
    page = None if season.open_evening else read_player(member, season.pk, NameDetail.FELLOW)
    if page and page.season == season.pk:
        away = next((each for each in page.nights if each.id == night.pk), None)
        if away and own not in ids:
            counts = (
                gettext("does not count") if away.points is None else format_points(away.points)
            )
            yield f"{you}: {counts} ({away.said})"
        if page.place:
            words = gettext("%(season)s: place %(place)s of %(count)s")
            yield words % {"season": season, "place": page.place, "count": page.ranked}


def _result_address(night: Night, member: Member) -> str:
    """The own page leads to the result where a club's pages open for its members alone."""
    club = night.season.club
    if club.visible_to == Club.Visibility.MEMBERS:
        return mail.build_address("tournaments:own", member)
    path = reverse("tournaments:night-result", args=[club.slug, night.pk])
    return f"{settings.PUBLIC_URL}{links.add_key(club, path)}"
