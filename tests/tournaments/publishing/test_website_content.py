import json
from datetime import date, time
from xml.etree import ElementTree

from tests.tournaments.evenings import by_seat, evening, people, playing, shut
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.publishing import website_content
from tournaments.publishing.website_content import Placed, PublishedNight, read_public_club

SPACE = "{http://www.w3.org/2005/Atom}"


def write(writer, club):
    return writer(read_public_club(club), "/home", lambda night: f"/nights/{night.pk}")


def test_json_has_standing_nights_and_last_result(season):
    night = evening(season, people(season, 4))
    first, second, *_others = (Member.objects.get(pk=pk) for pk in by_seat(night))
    members.show_as(member=first, shown="not")
    ahead = Night.objects.create(season=season, day=date(2099, 12, 24), venue="De Kuip")
    data = json.loads(write(website_content.write_json, season.club))
    found = {name: data[name] for name in ("format", "version", "season")}
    assert found == {"format": "streepje-club", "version": 1, "season": "2026"}
    assert data["club"] == {"name": season.club.name, "address": "/home"}
    (coming,) = data["nights"]
    assert coming == {
        "day": "2099-12-24",
        "starts": None,
        "venue": "De Kuip",
        "address": f"/nights/{ahead.pk}",
    }
    Night.objects.update(starts=time(19, 30))
    assert "2099-12-24T19:30:00+01:00" in write(website_content.write_json, season.club)
    (board,) = data["standing"]
    assert board["players"][:2] == [
        {"place": 1, "name": "…", "points": 0, "nights": 1},
        {"place": 2, "name": second.name.full, "points": 10, "nights": 1},
    ]
    result = data["result"]
    assert (result["day"], result["address"]) == ("2026-09-03", f"/nights/{night.pk}")
    assert [player["points"] for player in result["players"]] == [0, 10, 20, 30]
    forgotten = playing(season, season.club.members.all(), date(2026, 9, 10))
    assert read_public_club(season.club).coming == [ahead]
    shut(forgotten)
    assert json.loads(write(website_content.write_json, season.club))["result"] == result


def test_club_without_a_night_has_neither_standing_nor_result(season):
    data = json.loads(write(website_content.write_json, season.club))
    found = (data["season"], data["standing"], data["nights"], data["result"])
    assert found == (None, [], [], None)
    feed = ElementTree.fromstring(write(website_content.write_atom, season.club))
    assert feed.findall(f"{SPACE}entry") == []
    assert feed.findtext(f"{SPACE}updated")


def test_feed_names_the_winner_as_visitors_see_them(season):
    night = evening(season, people(season, 4))
    winner = Member.objects.get(pk=by_seat(night)[0])
    feed = ElementTree.fromstring(write(website_content.write_atom, season.club))
    (entry,) = feed.findall(f"{SPACE}entry")
    assert entry.findtext(f"{SPACE}title").endswith(winner.name.full)
    assert entry.findtext(f"{SPACE}id") == night.public_id.urn
    assert entry.findtext(f"{SPACE}updated") >= feed.findtext(f"{SPACE}updated")
    assert f"1. {winner.name.full}: 0; 2. " in entry.findtext(f"{SPACE}summary")
    members.show_as(member=winner, shown="not")
    assert winner.name.full not in write(website_content.write_atom, season.club)
    without = PublishedNight(night, [Placed(2, "Ans", 3, 1)], [], None)
    assert website_content.write_title(without).endswith("2026")
