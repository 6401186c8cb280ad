from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.evenings import THURSDAY, club_with, codes, people, playing, refused
from tournaments.club import seasons
from tournaments.files.exports import personal_data
from tournaments.files.imports import members as member_import
from tournaments.files.imports import results
from tournaments.members import couples, members
from tournaments.models import Club, ImportedResult, Night
from tournaments.names import NameDetail
from tournaments.nights import closing, nights
from tournaments.standings import calculate
from tournaments.standings.pages.player_season import read_player
from tournaments.standings.pages.standing import read_standing
from tournaments.standings.pages.standing_texts import build_legend
from tournaments.standings.rules import head_to_head

LIST = "Naam;3-9;streepjes;10-9\nAns Bos;120;3;90\nBob Vos;100;1;\nCor Dam;;;130\n"


def keep(season, text):
    return results.save_draft(season=season, file=SimpleUploadedFile("stand.csv", text.encode()))


def apply_draft(season, text, **choices):
    kept = keep(season, text)
    chosen = {int(line[1:]): str(said) for line, said in choices.items()}
    return results.apply(
        kept=kept, choices=chosen, seen=member_import.preview(kept).digest, by="user 1"
    )


def standing(season):
    names = {member.pk: str(member) for member in season.club.members.all()}
    return [
        (names[row.player], row.points, row.rank, row.nights, row.dashes)
        for division in calculate.compute_season_standing(season)
        for row in division.rows
    ]


def test_the_nights_count_in_the_standing(season):
    made = apply_draft(season, LIST)
    seen = [(night.day.day, night.state, night.imported_results.count()) for night in made]
    assert seen == [(3, "closed", 2), (10, "closed", 2)]
    assert made[0].digest != made[1].digest
    assert standing(season) == [
        ("Ans Bos", 210, 1, 2, 3),
        ("Bob Vos", 230, 2, 1, 1),  # missed a night, which counts as its worst
        ("Cor Dam", 250, 3, 1, 0),
    ]
    (entry,) = made[0].log_entries.all()
    assert (entry.kind, entry.actor, entry.body["brought"]) == ("closed", "user 1", 2)
    nights_played = calculate.load_played_nights(season)
    assert head_to_head.count_head_to_head(nights_played, lowest_wins=True) == {}
    cor = season.club.members.get(first="Cor")
    found = read_player(cor, 0, NameDetail.FULL)
    assert [(night.day.day, night.points) for night in found.nights] == [(10, 130), (3, 120)]
    assert personal_data.collect_own_data(cor)["results_brought_in"] == [
        {"day": date(2026, 9, 10), "points": "130.00", "dashes": None}
    ]


def test_nights_that_are_played_here_go_on_from_there(season):
    ans = members.add(club=season.club, first="Ans", family="Bos")
    apply_draft(season, LIST)
    assert str(members.list_members(season.club).get(pk=ans.pk)) == "Ans Bos"
    assert season.club.members.count() == 3
    later = playing(season, [ans, *people(season, 3)], THURSDAY + timedelta(weeks=3))
    assert [night.day.day for night in season.nights.all()] == [3, 10, 24]
    assert calculate.number_places(season)[ans.pk] == 1
    assert later.state == "playing"


def test_who_was_not_there_counts_as_signed_off(season):
    seasons.change(season=season, signed_off="skip", counting="average")
    apply_draft(season, LIST)
    assert [row[:2] for row in standing(season)] == [
        *(("Bob Vos", 100), ("Ans Bos", 105), ("Cor Dam", 130))
    ]


def test_an_own_average_takes_such_a_night_for_all_its_rounds(season):
    seasons.change(season=season, signed_off="own")
    apply_draft(season, LIST)
    assert ("Bob Vos", 200, 1, 1, 1) in standing(season)
    assert {result.rounds for result in ImportedResult.objects.all()} == {season.rounds} == {3}


def test_points_count_as_they_are_where_places_count():
    season = club_with(counting="places", place_points=["4", "2"], bonus=1)
    apply_draft(season, "Naam;3-9\nAns Bos;7,5\nBob Vos;3\n")
    found = [(name, float(points)) for name, points, *_ in standing(season)]
    assert found == [("Ans Bos", 7.5), ("Bob Vos", 3.0)]


def test_a_file_that_was_mended_counts_instead(season):
    apply_draft(season, LIST)
    before = standing(season)
    (again,) = apply_draft(season, "Naam;3-9\nAns Bos;12\nBob Vos;11\n")
    assert again.imported_results.count() == 2
    assert season.nights.count() == 2
    assert [row[:2] for row in standing(season)] != [row[:2] for row in before]
    assert ("Bob Vos", 141, 2, 1, 0) in standing(season)


def test_a_planned_night_is_filled_and_taken_back(season):
    (planned,) = nights.plan(season=season, days=[date(2026, 9, 3)])
    stamps = {Club.objects.get().results_version}
    assert apply_draft(season, LIST)[0] == planned
    stamps.add(Club.objects.get().results_version)
    assert refused(closing.reopen, night=planned, reason="so") == ["C56"]
    back = results.take_back(night=planned, by="user 1")
    assert (back.state, back.digest, back.imported_results.count()) == ("planned", "", 0)
    assert len({*stamps, Club.objects.get().results_version}) == 3  # standings are made anew
    assert refused(results.take_back, night=planned) == ["C56"]
    assert [row[:2] for row in standing(season)] == [("Ans Bos", 90), ("Cor Dam", 130)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Naam;3-9-2025\nAns;3\n", "C57"),
        ("Naam;3-9\nAns;3\n", "C58"),
        ("Naam;Punten\nAns;3\n", "C137"),
    ],
)
def test_days_that_can_not_be(season, text, code):
    playing(season, people(season, 3))
    assert refused(keep, season=season, text=text) == [code]


def test_a_night_that_began_meanwhile_stays_as_it_is(season):
    kept = keep(season, LIST)
    playing(season)
    seen = member_import.preview(kept).digest
    assert refused(results.apply, kept=kept, choices={}, seen=seen) == ["C58"]
    assert not ImportedResult.objects.exists()
    assert not season.club.members.exists()


def test_who_is_in_doubt_is_chosen(season):
    ans = members.add(club=season.club, first="Ans", family="Bosma", number="7")
    text = "Naam;3-9\nA. Bosma;120\nAns Bosmaa;100\nBob Vos;90\n"
    apply_draft(season, text, L2=ans.pk)
    assert [row[:2] for row in standing(season)] == [("Bob Vos", 90), ("Ans Bosma", 120)]
    ans.refresh_from_db()
    assert (str(ans), ans.number) == ("Ans Bosma", "7")


def test_merged_members_have_one_result_a_night(season):
    apply_draft(season, "Naam;3-9;10-9\nAns Bos;120;\nBob Vos;100;100\nWim Smit;;90\n")
    ans, bob, wim = (season.club.members.get(first=name) for name in ("Ans", "Bob", "Wim"))
    assert refused(members.merge, double=bob, keep=ans) == ["C92"]
    members.merge(double=wim, keep=ans)
    assert [row[:3] for row in standing(season)] == [("Bob Vos", 200, 1), ("Ans Bos", 210, 2)]


@pytest.mark.parametrize("text", ["Ans Bos & Bob Vos;7", "Ans Bos;7\nBob Vos;7", "Bob Vos;7"])
def test_couple_has_one_result_whoever_of_them_the_file_names(text):
    season = club_with("klaverjassen", by_couple=True)
    couples.form_listed(season=season, text="Ans Bos & Bob Vos\nCor Dam & Dik Eik", new=True)
    apply_draft(season, f"Naam;3-9\n{text}\nCor Dam & Dik Eik;6\n")
    assert [row[:3] for row in standing(season)] == [("Ans Bos", 7, 1), ("Cor Dam", 6, 2)]
    assert season.club.members.count() == 4
    ans = season.club.members.get(first="Ans")
    members.merge(double=members.add(club=season.club, first="Annie"), keep=ans)
    assert couples.form_listed(season=season, text="Annie & Bob Vos")["there"]


def test_dashes_of_which_the_file_says_nothing_are_not_called_none(season):
    apply_draft(season, "Naam;3-9;streepjes;10-9\nAns Bos;10;4;20\nBob Vos;;;30\n")
    shown = read_standing(season, NameDetail.FULL).divisions[0].rows
    assert [(row.dashes, row.has_more_dashes) for row in shown] == [(4, True), (None, False)]
    rows = calculate.compute_season_standing(season)[0].rows
    assert [sign for sign, _words in build_legend(rows, [], dashes=True) if sign == "+"] == ["+"]
    assert "+" not in dict(build_legend(rows, [], dashes=False))
    (first, second) = season.nights.order_by("day")
    (row,) = calculate.compute_night_standing(first).rows
    assert (row.dashes, row.dashes_known) == (4, True)
    assert not any(row.dashes_known for row in calculate.compute_night_standing(second).rows)


@pytest.mark.parametrize(
    "line",
    ["Gemiddelde", "Totaal:", "Subtotaal", "Durchschnitt", "Average", "Gem.", "Totaal per 4"],
)
def test_line_of_figures_over_all_is_nobody(season, line):
    apply_draft(season, f"Naam;3-9\nAns Bos;10\n{line};15\nBob Vos;20\n")
    apply_draft(season, f"Naam;Datum;Punten\nAns Bos;10-9;10\n{line};10-9;15\nBob Vos;10-9;20\n")
    assert sorted(map(str, season.club.members.all())) == ["Ans Bos", "Bob Vos"]


# The pages


def test_from_the_page_of_a_season_to_its_standing(client, season, at_the_laptop):
    path = f"/de-hoop/seasons/{season.pk}/before/"
    assert path in client.get(f"/de-hoop/seasons/{season.pk}/").content.decode()
    assert codes(client.post(path)) == ["required"]
    more = "Dik Eik;x;1;tien\nB. Vos;7;1;\n"
    file = SimpleUploadedFile("stand.csv", (LIST + more).encode())
    looked = client.post(path, {"file": file}, follow=True)
    page = looked.content.decode()
    assert 'data-number="C138"' in page
    assert "D5 holds no points" in page
    assert "2 nights: 210" in page
    assert "Line 3 may be the same person." in page
    assert "1 night: 7" in page
    answer = client.post(
        looked.redirect_chain[0][0], {"seen": looked.context["preview"].plan.digest}
    )
    assert answer["Location"] == f"/de-hoop/seasons/{season.pk}/standing/"
    assert "210" in client.get(answer["Location"]).content.decode()
    night = Night.objects.get(day=date(2026, 9, 3))
    page = client.get(f"/de-hoop/nights/{night.pk}/").content.decode()
    assert "The results of 2 people came from a file" in page
    assert (
        client.get(f"/de-hoop/nights/{night.pk}/closing/")["Location"] == night.get_absolute_url()
    )
    client.post(f"/de-hoop/nights/{night.pk}/before/")
    night.refresh_from_db()
    assert night.state == "planned"
