import html
import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from scoring.sheets.links import build_path
from tests.tournaments.evenings import club_with, drawn, finish, one_more_season, people, reopened
from tests.tournaments.views.forms import squeeze
from tournaments import links
from tournaments.club import clubs
from tournaments.members import members
from tournaments.models import Club, Night, Season, TableSeat
from tournaments.names import NameDetail
from tournaments.nights import at_the_door, closing, signing_up
from tournaments.nights import nights as night
from tournaments.nights.nights import Arrangement, arrange
from tournaments.nights.pages import agenda, calendar_feed

TODAY = date(2026, 10, 15)


@pytest.fixture
def season(client, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: TODAY)
    client.cookies["streepje_language"] = "en"
    return club_with()


def planned(season, *days, **more):
    days = [TODAY + timedelta(day) for day in days]
    return night.plan(season=season, days=days, **more)


def taken_to(played_night, *states):
    for to in states:
        played_night = night.set_state(night=played_night, to=to)
    return played_night


def test_nights_are_going_on_or_to_come_or_over(season):
    missed, last, midnight, today, *later = planned(season, -21, -14, -1, 0, 7, 14, 21, 28, 35)
    taken_to(last, "check-in", "playing")
    closing.close(night=last)
    taken_to(midnight, "check-in", "playing")
    found = agenda.build_agenda(season.club)
    assert found == ([midnight], [today, *later[:4]], [last])
    assert all(missed not in nights for nights in found)
    assert agenda.find_next_night(today) == later[0]
    assert agenda.find_next_night(later[-1]) is None
    (early,) = planned(season, -28)
    assert agenda.find_next_night(early) == today
    (other,) = planned(one_more_season(season, TODAY, name="Drive"), 0)
    taken_to(today, "check-in", "playing")
    taken_to(other, "check-in")
    taken_to(later[0], "check-in")
    assert agenda.build_agenda(season.club).now == [today, other, midnight, later[0]]


def test_member_reads_their_own_answers_on_the_clubs_page(client, season):
    (ans,) = people(season, 1)
    evenings = planned(season, 1, 8, 15, 22, sign_up=True)
    for evening, said in zip(evenings[1:], ("on", "off"), strict=False):
        signing_up.sign(night=evening, member=ans, said=said)
    client.get(f"/m/{links.make_key(ans)}/")
    page = client.get("/de-hoop/").content.decode()
    shown = re.findall(r'<span class="nb">(.*?)</span>', page)
    assert shown == ["You're coming.", "You're not coming.", "Sign up"]


def test_own_page_lists_a_night_once_and_folds_the_later_ones(client, season):
    (ans,) = people(season, 1)
    clubs.introduce(club=season.club, starts=time(20), venue="")
    Season.objects.update(sign_off_hours=24)
    planned(season, 1, 8, 15, 22, sign_up=True)
    planned(season, 29)
    page = client.get(f"/m/{links.make_key(ans)}/").content.decode()
    assert len(re.findall("sign off (?:until|in time)", page)) == 1  # of the first
    shown, folded = page.split("3 later nights")
    assert (shown.count('value="on"'), folded.count('value="on"')) == (2, 2)
    assert (page.count("13 November"), page.index("Here your results") < len(shown)) == (1, True)


def test_member_reads_on_a_phone_where_to_sit(client, season):
    who = people(season, 8)
    (evening,) = planned(season, 0)
    path = f"/m/{links.make_key(who[0])}/"
    assert "Where everybody sits" not in client.get(path).content.decode()
    night.set_state(night=evening, to="check-in")
    assert "not in yet: check in at the door." in html.unescape(client.get(path).content.decode())
    evening.attendances.create(member=who[0], said="off")
    assert "You signed off." in client.get(path).content.decode()
    for member in who:
        at_the_door.check_in(night=evening, member=member, present=True)
    assert "re in; nothing is drawn for you yet." in client.get(path).content.decode()
    night.set_state(night=evening, to="playing")
    drawn(evening, 2)
    kept = members.add(club=season.club, first="Ans")
    members.merge(double=who[0], keep=kept)
    late = members.add(club=season.club, first="Zoë")
    planned(season, 3)
    path = f"/m/{links.make_key(late)}/"
    for rounds, can_join in ((3, True), (2, False)):  # as long as not all of them are drawn
        Season.objects.update(rounds=rounds)
        page = html.unescape(client.get(path).content.decode())
        assert "not in yet" not in page and ("check in at the door" in page) == can_join
        assert page.index("The next night") < page.index("Round 1 is being played.")
    hidden = [members.show_as(member=member, shown="not") for member in who[1:]]
    for key in (links.make_key(who[0]), links.make_key(kept)):
        page = client.get(f"/m/{key}/").content.decode()
        first, second = who[0].seats.select_related("table__sheet").order_by("round__number")
        card = re.search(r'<a class="at".*?</a>', page, re.DOTALL).group()
        assert f'href="{build_path(first.table.sheet)}"' in card
        assert f"<b>{first.table.number}</b>" in card and "Your table in round 1" in card
        beside = set(first.table.seats.exclude(pk=first.pk).values_list("member", flat=True))
        others = members.load_names(beside, NameDetail.FELLOW)  # as the hall calls them
        assert all(name in card for name in others.values()) and first.seat.name not in card
        assert not any(member.name.full in card for member in hidden)
        assert ("you keep score" in card) == first.seat.is_scribe
        assert f"Round 2: <strong>table {second.table.number}</strong>" in page
        assert f'href="/hall/{links.make_key(evening)}/"' in page
    later, _next = planned(season, 1, 8)
    planned(season, 15, 22, sign_up=True)  # there one can sign up: it stands there too
    night.set_state(night=later, to="check-in")  # two at once: where one sits comes first
    evening.refresh_from_db()
    assert [there.night for there in agenda.find_seats(kept, [later, evening])] == [evening, later]
    scribes = TableSeat.objects.filter(round__night=evening, round__number=1, seat__is_scribe=True)
    scribe = scribes.exclude(member=who[0]).first().member
    assert "you keep score" in client.get(f"/m/{links.make_key(scribe)}/").content.decode()
    for number in (1, 2):
        finish(who[0].seats.get(round__number=number).table)
    page = squeeze(client.get(f"/m/{links.make_key(kept)}/"))
    assert re.search(r"Round 1: score \d+<", page) and re.search(r"round 2 · score \d+<", page)
    path = f"/m/{links.make_key(who[0])}/"
    reopened(evening)
    page = client.get(path, follow=True).content.decode()
    assert [words in page for words in ("Where everybody sits", "2 later", "Open the")] == [1, 1, 0]


def unfolded(text):
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_calendar_has_every_night_as_a_day(client, season):
    season.club.name = "De Hoop; kaarten, en meer\\minder"
    season.club.save()
    ans = members.add(club=season.club, first="Ans")
    planned(season, 7, 14)
    (open_one,) = planned(season, 21, sign_up=True)
    path = f"/m/{links.make_key(ans)}/"
    answer = client.get(f"{path}calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in answer["Cache-Control"]
    lines = unfolded(answer.content.decode())
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 3
    starts = [line.partition(":")[2] for line in lines if line.startswith("DTSTART;VALUE=DATE")]
    ends = [line.partition(":")[2] for line in lines if line.startswith("DTEND;VALUE=DATE")]
    assert starts == ["20261022", "20261029", "20261105"]
    assert ends == ["20261023", "20261030", "20261106"]
    assert r"SUMMARY:Club night · De Hoop\; kaarten\, en meer\\minder" in lines
    assert f"URL:http://testserver{path}" in lines
    ids = [line for line in lines if line.startswith("UID:")]
    assert ids == [f"UID:{night.public_id}@streepje" for night in Night.objects.order_by("day")]
    assert [line for line in lines if "DESCRIPTION" in line] == ["DESCRIPTION:Are you coming?"]
    signing_up.sign(night=open_one, member=ans, said="on")
    again = unfolded(client.get(f"{path}calendar.ics").content.decode())
    assert [line for line in again if "DESCRIPTION" in line] == ["DESCRIPTION:You're coming."]


def test_calendar_knows_what_was_said_as_a_double(season):
    ans, double = people(season, 2)
    (coming,) = planned(season, 7, sign_up=True)
    signing_up.sign(night=coming, member=double, said="on")
    members.merge(double=double, keep=ans)
    nights = agenda.list_calendar_nights(season.club)
    text = calendar_feed.build_member_calendar(ans, nights, "https://x/", datetime.now(UTC))
    assert "DESCRIPTION:Je komt." in text


def test_night_with_a_time_is_an_event_in_the_calendar_also_when_the_clock_changes(season):
    clubs.introduce(club=season.club, starts=time(19, 30), venue="De Brink, Dorpsstraat 4")
    (_summer, winter) = planned(season, 7, 14)  # 22 and 29 October
    arrange(night=winter, arrangement=Arrangement(starts=time(14), venue="Zaal 2", minutes=50))
    nights = agenda.list_calendar_nights(Club.objects.get())
    text = calendar_feed.build_club_calendar(season.club, nights, "https://x/", datetime.now(UTC))
    lines = unfolded(text)
    times = [line.partition(":")[2] for line in lines if line.startswith(("DTSTART", "DTEND"))]
    assert times == ["20261022T173000Z", "20261022T210000Z", "20261029T130000Z", "20261029T160000Z"]
    assert [line for line in lines if "LOCATION" in line] == [
        r"LOCATION:De Brink\, Dorpsstraat 4", "LOCATION:Zaal 2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "x" * 75, "x" * 76, "x" * 149, "é" * 200, "日" * 60, "🂡" * 40, "a" + "é" * 37]
)
def test_lines_are_folded_between_letters(text):
    folded = calendar_feed.fold_line(text)
    assert unfolded(folded) == [text]
    assert folded.count("\r\n") == 1 + max(0, (len(text.encode()) - 1) // 75) or not text.isascii()


def test_signs_that_mean_something_are_escaped():
    assert calendar_feed.escape_text("a,b;c\\d\r\ne\nf") == r"a\,b\;c\\d\ne\nf"


def test_page_opens_from_the_home_screen_and_says_so_once(client, season):
    (ans,) = people(season, 1)
    path = f"/m/{links.make_key(ans)}/"
    Club.objects.update(name="Kaartvereniging De Hoop")
    season.club.refresh_from_db()
    shown = [client.get(path).content.decode() for _visit in range(3)]
    assert ['class="note" id="home-screen"' in page for page in shown] == [False, True, False]
    parts = [shown[1].index(f'id="{part}"') for part in ("come", "home-screen", "results")]
    assert parts == sorted(parts)
    shown.append(client.get("/de-hoop/nights/").content.decode())  # the browser knows the link
    assert all(f'rel="manifest" href="{path}app.webmanifest"' in page for page in shown)
    manifest = client.get(f"{path}app.webmanifest").json()
    assert (manifest["name"], manifest["start_url"]) == (season.club.name, path)
    assert manifest["short_name"] == "De Hoop"  # a phone cuts longer ones off
    assert all("maskable" in icon["purpose"] for icon in manifest["icons"])
    assert f'"theme-color" content="{manifest["theme_color"]}"' in shown[0]
    assert client.get("/app.webmanifest").json()["start_url"] == "/"
    assert client.get("/apple-touch-icon.png")["Location"].endswith("icon-180.png")
