from collections.abc import Iterator

from django.core.mail import EmailMessage
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.accounts import mail
from tournaments.club import time_and_place
from tournaments.members import couples, members
from tournaments.models import Member, Night, QueuedMail
from tournaments.names import NameDetail
from tournaments.nights.pages import agenda
from tournaments.standings import calculate
from tournaments.standings.pages.standing import format_points

FIRST = 5  # places that are named


def write_result(letter: QueuedMail) -> EmailMessage | None:
    """None if the member wants no letters any more, or if the night was reopened."""
    member, night = letter.member, letter.night
    if not (member and member.letters and night and night.state == Night.State.CLOSED):
        return None
    stop = mail.build_address("tournaments:stop-letters", member)
    day = date_format(night.day)
    return mail.compose(
        letter,
        gettext("%(club)s: the result of %(day)s") % {"club": member.club.name, "day": day},
        gettext("Hello %(name)s,") % {"name": member.first},
        "\n".join(_lines(night, member)),
        _next(night, member),
        gettext("No more letters like this: %(address)s") % {"address": stop},
        List_Unsubscribe=f"<{stop}>",
        List_Unsubscribe_Post="List-Unsubscribe=One-Click",
    )


def _lines(night: Night, member: Member) -> Iterator[str]:
    rows = [row for row in calculate.compute_night_standing(night).rows if row.points is not None]
    own = couples.find_entrant(night.season, members.find_main_member(member))
    named = [row for row in rows if (row.rank or FIRST + 1) <= FIRST or row.player == own]
    ids = [row.player for row in named]
    names = couples.load_names(night.season, ids, NameDetail.FELLOW)
    for row in named:
        name = gettext("you") if row.player == own else names[row.player]
        yield f"{row.rank or '–'}. {name}: {format_points(row.points or 0)}"


def _next(night: Night, member: Member) -> str:
    own = mail.build_address("tournaments:own", member)
    after = agenda.find_next_night(night)
    if after is None:
        return gettext("Your own page: %(address)s") % {"address": own}
    when = " ".join(filter(None, [date_format(after.day), time_and_place.in_words(after)]))
    words = gettext("The next evening is on %(when)s. Sign on or off: %(address)s")
    return words % {"when": when, "address": own}
