import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone, translation

from scoring.toolkit import downloads
from scoring.toolkit.spreadsheets.csv_lists import Listing
from tests import printed
from tests.tournaments.evenings import THURSDAY, club_with, evening, people, play_by_seat, playing
from tournaments.files.imports import members, results
from tournaments.models import Member, Season, Table
from tournaments.names import NameDetail
from tournaments.printing import standings
from tournaments.standings import calculate, divisions

HIDDEN = "Đặng Thị Ngọc Ánh"


def played(season, weeks=1, count=4):
    who = people(season, count)
    return who, [evening(season, who, THURSDAY + timedelta(weeks=week)) for week in range(weeks)]


def test_night_has_everybody_in_order_with_the_seal(season):
    season.night_prizes = [1, "last"]
    season.save()
    _who, (night,) = played(season)
    (found,) = printed.read(standings.print_night(night, NameDetail.FULL))
    assert found.said[0].startswith("Result of the night · Speler") and "win" in found.said[0]
    assert found.said[2:7] == ["Place", "Name", "Total", "Dashes", "Remarks"]
    assert [found.said[7], *found.said[9:11]] == ["1", "0", "10"]
    assert night.digest in found.words
    assert (found.said.count("prize"), found.said.count("last")) == (1, 1)
    assert found.wrong() == []


def test_night_in_play_has_who_is_done(season):
    night = playing(season, people(season, 8), rounds=1)
    play_by_seat(Table.objects.first())
    (found,) = printed.read(standings.print_night(night, NameDetail.FULL))
    assert found.said[0] == "Result so far"
    assert found.words.count("Speler") == 4
    assert "Seal" not in found.words
    assert found.wrong() == []


def test_night_that_came_from_a_file_has_no_rounds_and_no_forms(season):
    text = "Naam;3-9-2026;Streepjes\nAns Bos;120;3\nBob Vos;90,5;4\n"
    kept = results.save_draft(season=season, file=SimpleUploadedFile("stand.csv", text.encode()))
    (night,) = results.apply(kept=kept, choices={}, seen=members.preview(kept).digest)
    (found,) = printed.read(standings.print_night(night, NameDetail.FULL))
    assert " ".join(found.said[2:]) == (
        "Place Name Total Dashes 1 Bob Vos 90.50 4 2 Ans Bos 120 3"
        f" Seal over this result: {night.digest}. Whoever keeps it can see later that nothing"
        " was changed."
    )


def test_season_goes_on_to_the_right_over_pages(season, monkeypatch):
    monkeypatch.setattr(downloads, "UPRIGHT", 100)
    monkeypatch.setattr(downloads, "ACROSS", 75)
    Season.objects.update(counting="best", counted=2)
    season.refresh_from_db()
    played(season, weeks=3)
    first, *others = printed.read(standings.print_season(season, NameDetail.FULL))
    assert "Place Name +/− Total" in " ".join(first.said)
    assert len(others) > 0
    days = ["3/9", "10/9", "17/9"]
    assert [text for page in (first, *others) for text in page.said if text in days] == days
    dropped = [text for page in (first, *others) for text in page.said if text.startswith("[")]
    assert len(dropped) == 4
    assert all("Total" in page.said and "in brackets" in page.words for page in (first, *others))
    assert all(page.wrong() == [] for page in (first, *others))


def test_season_stands_upright_while_its_nights_fit(season, monkeypatch):
    played(season, weeks=2)
    (upright,) = printed.read(standings.print_season(season, NameDetail.FULL))
    monkeypatch.setattr(downloads, "UPRIGHT", 50)
    (lying,) = printed.read(standings.print_season(season, NameDetail.FULL))
    assert (upright.wide, upright.said) == (lying.high, lying.said)
    monkeypatch.setattr(standings, "MOST_NIGHTS", 1)  # nights take the room of further figures
    (narrow,) = printed.read(standings.print_season(season, NameDetail.FULL))
    assert {*lying.said} - {*narrow.said} >= {"Average", "Nights", "Dashes"}
    assert upright.wrong() == []


def test_figures_of_many_nights_are_whole_on_one_page():
    rows = [[1, "Wilhelmina van den Wijngaarden-Oosterbaan", "=", 5769, *["[696†]"] * 21]]
    listing = Listing("Stand", ["Plaats", "Naam", "+/−", "Totaal", *["6-8"] * 21], rows)
    (found,) = printed.read(
        downloads.print_lists("Stand", [listing], "2026", look=standings.NARROW)
    )
    assert found.said.count("[696†]") == 21
    assert found.wrong() == []


def test_headings_are_whole_in_the_longest_language_and_averages_have_decimals(season):
    Season.objects.update(counting="best", counted=2)
    season.refresh_from_db()
    played(season, weeks=12)
    with translation.override("de"):
        pages = printed.read(standings.print_season(season, NameDetail.FULL))
    said = [text for page in pages for text in page.said]
    assert {"Summe", "Durchschnitt", "Abende", "Gewertet", "Striche", "3.9."} <= {*said}
    assert not any("…" in text for text in said)
    assert sum(bool(re.fullmatch(r"\d+,\d\d", text)) for text in said) == 4
    assert all(page.wrong() == [] for page in pages)


@pytest.mark.parametrize("is_over", [False, True])
def test_season_that_is_over_says_who_won_and_nobody_moves(is_over):
    season = club_with()
    played(season, weeks=2)
    if is_over:
        season.last = timezone.localdate() - timedelta(1)
        season.save()
    (found,) = printed.read(standings.print_season(season, NameDetail.FULL))
    assert bool(re.match(r"Final standing · Speler .* wins? 2026 with", found.said[0])) is is_over
    assert bool({"▲1", "▼1", "="} & {*found.said}) is not is_over
    assert ("+/−" in found.said) is not is_over


def test_as_many_members_as_a_club_has_are_on_one_page(season):
    played(season, count=34)
    assert len(printed.read(standings.print_season(season, NameDetail.FULL))) == 1


def test_who_missed_a_night_is_marked(season):
    who, _nights = played(season)
    evening(season, who[:3], THURSDAY + timedelta(7))
    (found,) = printed.read(standings.print_season(season, NameDetail.FULL))
    assert sum(text.endswith("†") for text in found.said) == 1
    assert "† the worst score of that night" in found.words
    assert "brackets" not in found.words


def test_night_that_is_dropped_stands_in_brackets():
    season = club_with(counting="drop", counted=1)
    played(season, weeks=2)
    (found,) = printed.read(standings.print_season(season, NameDetail.FULL))
    assert sum(text.startswith("[") for text in found.said) == 4
    assert "in brackets: does not count" in found.words


def test_each_division_has_its_own_standing():
    season = club_with(divisions=2, moving=1)
    who = people(season, 8)
    divided = {member.pk: 1 + place // 4 for place, member in enumerate(who)}
    divisions.divide(season=season, divisions=divided)
    evening(season, who[:4])  # at one table, where nobody is equal
    evening(season, who[4:], THURSDAY + timedelta(7))
    found = printed.read(standings.print_season(season, NameDetail.FULL))
    assert [page.said[0] for page in found] == ["Standing of division 1", "Standing of division 2"]
    assert all(any("go" in text for text in page.said) for page in found)  # or may go, on a tie


def test_prizes_name_who_has_them(season):
    Season.objects.update(season_prizes=[1, "last"], night_prizes=[2])
    season.refresh_from_db()
    _who, (night,) = played(season)
    (found,) = printed.read(standings.print_prizes(season, NameDetail.FULL))
    rows = calculate.compute_night_standing(night).rows
    first, second, _third, last = (str(Member.objects.get(pk=row.player)) for row in rows)
    assert found.said[2:] == ["Place", "For", "Points", "last", last, "30", "1", first, "0"]
    (found,) = printed.read(standings.print_night_prizes(night, NameDetail.FULL))
    assert found.said[2:] == ["Place", "For", "Points", "2", second, "10"]
