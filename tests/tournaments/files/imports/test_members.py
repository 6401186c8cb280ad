from datetime import date, timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone, translation
from openpyxl import load_workbook

from clubsite.maintenance.daily import purge
from scoring.toolkit.spreadsheets.csv_lists import write_csv
from scoring.toolkit.spreadsheets.workbook import Book
from tests.tournaments.evenings import club_with, refused
from tests.tournaments.members.test_members import add
from tournaments.files import readers
from tournaments.files.exports import lists
from tournaments.files.imports import guess_columns
from tournaments.files.imports import members as member_import
from tournaments.files.imports.matching import ADD, CHANGE, DOUBT, SAME, WRONG
from tournaments.files.readers import find_table
from tournaments.files.readers import member_columns as people
from tournaments.members import delete_unplayed, erasure, members
from tournaments.members.pages.members_table import MembersTable
from tournaments.models import ImportDraft, ImportedResult, Member, MemberImport, Night
from tournaments.standings import calculate


def keep(club, text, name="leden.csv"):
    data = text.encode() if isinstance(text, str) else text
    text = member_import.read_file(file=SimpleUploadedFile(name, data))
    return member_import.save_draft(club=club, listed=guess_columns.read(text, {}), name=name)


def planned(club, text):
    """Of each line: what becomes of it, why, and with whom."""
    return [
        (step.entry.line, step.kind, step.why or (step.wrong and step.wrong[0].number), who(step))
        for step in member_import.preview(keep(club, text)).steps
    ]


def who(step):
    return (
        [str(candidate.member) for candidate in step.candidates]
        or step.line
        or str(step.member or "")
    )


def apply_draft(kept, **choices):
    chosen = {int(line[1:]): str(said) for line, said in choices.items()}
    return member_import.apply(draft=kept, choices=chosen, seen=member_import.preview(kept).digest)


def listed(club):
    return [
        (
            str(club_member),
            club_member.number,
            club_member.email,
            club_member.phone,
            club_member.archived is not None,
        )
        for club_member in members.list_members(club)
    ]


def test_a_list_is_taken_in_whole(club):
    add(club, "Ans Bos", number="7", email="ans@club.nl")
    add(club, "Bob Vos")
    kept = keep(
        club,
        "Naam;Lidnr;E-mail;Telefoon\n"
        "ans BOS;7;ANS@club.nl;\n"
        "Bob Vos;8;;06 1\n"
        "Jan van den Berg;9;jan@club.nl;\n",
    )
    steps = member_import.preview(kept).steps
    assert [step.kind for step in steps] == [SAME, CHANGE, ADD]
    assert steps[1].changes == (("number", "", "8"), ("phone", "", "06 1"))
    assert apply_draft(kept)[:2] == (1, 1)
    assert listed(club) == [
        ("Jan van den Berg", "9", "jan@club.nl", "", False),
        ("Ans Bos", "7", "ans@club.nl", "", False),
        ("Bob Vos", "8", "", "06 1", False),
    ]
    assert not ImportDraft.objects.exists()


def test_who_may_be_on_the_list_already_is_asked_about(club):
    add(club, "Ans Bos", number="7", email="bos@club.nl")
    for _ in range(2):
        add(club, "Cor Dam", another=True)
    members.archive(member=add(club, "Dik Eik"))
    text = (
        "Naam;Lidnr;E-mail\n"
        "Wim Smit;7;\n"
        "Ans Bos;8;\n"
        "Cor Dam;;\n"
        "A. Bos;;\n"
        "Jan Bos;;BOS@club.nl\n"
        "Dik Eik;;\n"
        "Els Fen;;\n"
        "E. Fen;;\n"
        "Anne Bos;7;\n"
        "Bob Vos;10;\n"
        "Gé Vos;10;\n"
        "Ans Bos;;\n"
    )
    assert planned(club, text) == [
        *((2, DOUBT, "has number", ["Ans Bos"]), (3, DOUBT, "other number", ["Ans Bos"])),
        *((4, DOUBT, "several", ["Cor Dam", "Cor Dam"]), (5, DOUBT, "nearly", ["Ans Bos"])),
        *((6, DOUBT, "has address", ["Ans Bos"]), (7, DOUBT, "archived", ["Dik Eik"])),
        *((8, ADD, None, ""), (9, DOUBT, "twice", 8), (10, WRONG, 131, "")),
        *((11, ADD, None, ""), (12, WRONG, 131, ""), (13, SAME, None, "Ans Bos")),
    ]


def test_what_was_chosen_is_done_and_the_rest_left_out(club):
    ans = add(club, "Ans de Vries", number="7")
    dik = members.archive(member=add(club, "Dik Eik"))
    kept = keep(
        club, "Naam;Lidnr;Tel\nA. Vries;;1\nDik Eik;;2\nAns Vriess;;3\nJan Bos;7;4\nAns Fries;;5\n"
    )
    assert {step.kind for step in member_import.preview(kept).steps} == {DOUBT}
    assert apply_draft(kept, L2=ans.pk, L3=dik.pk, L5="add", L6="add")[:2] == (1, 2)
    assert listed(club) == [
        ("Dik Eik", "", "", "2", False),
        ("Ans Fries", "", "", "5", False),
        ("Ans de Vries", "7", "", "1", False),
    ]


def test_a_name_is_changed_where_the_list_says_more_and_not_where_it_says_less(club):
    ans, jan = add(club, "Ans Bos", number="7"), add(club, "J. Berg", number="8")
    text = "Naam;Lidnr\nA. Bos;7\nJan van den Berg;8\n"
    assert apply_draft(keep(club, text))[:2] == (0, 1)
    assert [str(members.list_members(club).get(pk=member.pk)) for member in (ans, jan)] == [
        *("Ans Bos", "Jan van den Berg")
    ]


def test_nobody_is_two_lines(club):
    ans = add(club, "Ans Bosma")
    kept = keep(club, "Naam;Tel\nAns Bosma;1\nA. Bosma;2\nAns Bosmaa;3\n")
    seen = member_import.preview(kept).digest
    assert refused(member_import.apply, draft=kept, choices={3: str(ans.pk)}, seen=seen) == ["C134"]
    assert listed(club) == [("Ans Bosma", "", "", "", False)]


def test_all_or_nothing(club):
    ans, bob = add(club, "Ans Bos", number="7"), add(club, "Bob Vos", number="8")
    kept = keep(club, "Naam;Lidnr\nAns Bos;8\nBob Vos;9\nFen Dam;10\n")
    assert planned(club, "Naam;Lidnr\nAns Bos;9\nBob Vos;9\n")[1][1:3] == (WRONG, 131)
    before = listed(club)
    chosen = {"L2": ans.pk, "L3": bob.pk}
    kept.rows[2]["said"]["nickname"] = "x\u200b"  # as no file can say it
    kept.save()
    assert refused(apply_draft, kept=kept, **chosen) == ["C135"]
    assert listed(club) == before
    assert ImportDraft.objects.filter(pk=kept.pk).exists()


def test_what_was_shown_is_what_is_done(club):
    kept = keep(club, "Naam\nAns Bos\n")
    seen = member_import.preview(kept).digest
    add(club, "Ans Bos")
    assert refused(member_import.apply, draft=kept, choices={}, seen=seen) == ["C136"]
    assert refused(apply_draft, kept=kept) == ["C27"]
    assert club.members.count() == 1


def test_who_was_merged_is_known_under_both_names_numbers(club):
    ans = add(club, "Ans Bos", number="7")
    members.merge(double=add(club, "Ans Bosch", number="8"), keep=ans)
    listed = "Naam;Lidnr\nAns Bos;8\n"
    assert planned(club, listed) == [(2, CHANGE, None, "Ans Bos")]
    apply_draft(keep(club, listed))
    assert list(club.members.order_by("pk").values_list("number", flat=True)) == ["8", ""]
    members.merge(double=add(club, "Jopie Smit"), keep=ans)
    assert [found[1] for found in planned(club, "Naam\nJopie Smit\n")] == [DOUBT]
    assert members.preview_list(club=club, text="Jopie Smit").adds == []


def test_our_own_list_comes_back_and_changes_nothing(club):
    add(club, "Ans Bos", number="007", phone="+31612345678", nickname="Annie", email="a@b.nl")
    add(club, "Jan Berg", joined=date(2019, 9, 1), household="Berg")
    for language in ("nl", "de", "en"):
        with translation.override(language):
            table = MembersTable(club, members.list_members(club))
            listing = lists.list_table("Leden", table)
            book = Book("Leden")
            book.add_listing(listing)
        for data in ("".join(write_csv(listing)), book.build_content()):
            kept = keep(club, data)
            assert [step.kind for step in member_import.preview(kept).steps] == [SAME, SAME], (
                language
            )
            assert {"007", "+31612345678"} <= {*kept.rows[1]["said"].values()}
            assert kept.rows[0]["said"]["joined"] == "2019-09-01"
            assert kept.rows[0]["said"]["household"] == "Berg"


@pytest.mark.parametrize("heading", ["Huishouden", "gezin", "Family or group", "Haushalt"])
def test_families_are_taken_in_and_taken_back(club, heading):
    add(club, "Riet Berg", household="De Bergen")
    apply_draft(keep(club, f"Naam;{heading}\nRiet Berg;Berg\nCornelis Vos;Berg\n"))
    named = members.list_members(club).values_list("first", "household")
    assert sorted(named) == [("Cornelis", "Berg"), ("Riet", "Berg")]
    delete_unplayed.take_import_back(member_import=MemberImport.objects.get())
    assert list(named.all()) == [("Riet", "De Bergen")]


def test_more_in_doubt_than_can_be_asked_are_left_out(club, monkeypatch):
    monkeypatch.setattr(member_import, "MOST_DOUBTS", 1)
    ans = add(club, "Ans Bosma", number="7")
    kept = keep(club, "Naam\nA. Bosma\nAns Bosmaa\n")
    assert apply_draft(kept, L2="add", L3="add")[:2] == (1, 0)
    found = {str(club_member) for club_member in members.list_members(club)}
    assert found == {str(ans), "A. Bosma"}


def test_the_empty_workbook_has_headings_that_are_understood():
    for language in ("nl", "de", "en"):
        with translation.override(language):
            (worksheet,) = readers.read(lists.build_member_workbook()).leaves
            found = find_table.find(readers.Book((worksheet,)), people.WORDS, people.NAMES)
        assert len(found.columns) == len(lists.MEMBER_COLUMNS), language
        assert found.unread == ()


@pytest.mark.parametrize("typed", ["1-9-2019", date(2019, 9, 1)])
def test_the_empty_workbook_is_filled_in_with_since_when(club, typed):
    book = load_workbook(BytesIO(lists.build_member_workbook()))
    line = ["Ans", "van", "Bos", "007", "ans@club.nl", "06 1234", "Annie", typed]
    book.active.append(line)
    file = BytesIO()
    book.save(file)
    assert apply_draft(keep(club, file.getvalue())).added == 1
    (ans,) = members.list_members(club)
    assert [ans.first, ans.particle, ans.family, ans.number] == line[:4]
    assert [ans.email, ans.phone, ans.nickname] == line[4:7]
    assert ans.joined == date(2019, 9, 1)


def test_a_club_keeps_the_last_few_for_a_day(club):
    kept = [keep(club, f"Naam\nAns {n}\n") for n in range(7)]
    assert [*ImportDraft.objects.order_by("pk")] == kept[2:]
    ImportDraft.objects.filter(pk=kept[2].pk).update(created=timezone.now() - timedelta(hours=25))
    assert purge()["files"] == 1
    assert ImportDraft.objects.count() == 4
    erasure.erase(member=add(club, "Ans Bos"))
    assert not ImportDraft.objects.exists()


def test_since_when_somebody_is_a_member_is_read_and_counts_in_seasons():
    season = club_with()
    kept = keep(
        season.club,
        "Naam;Lid sinds\nAns Bos;1-9-2019\nBob Vos;2026-09-08\nCor Dam;2020\nDik Eik;lang\n",
    )
    member_import.apply(draft=kept, choices={}, seen=member_import.preview(kept).digest)
    people = {member.first: member for member in Member.objects.all()}
    assert {name: person.joined for name, person in people.items()} == {
        "Ans": date(2019, 9, 1),
        "Bob": date(2026, 9, 8),
        "Cor": date(2020, 1, 1),
        "Dik": None,
    }
    for day, here in ((3, ["Ans"]), (10, ["Ans", "Bob", "Cor"])):
        on = {"day": date(2026, 9, day), "state": "closed", "digest": f"{day:064}"}
        night = Night.objects.create(season=season, **on)
        for name in here:
            ImportedResult.objects.create(night=night, member=people[name], points=20)
    (standing,) = calculate.compute_season_standing(season)
    first = {row.player: row.tallies[0].state for row in standing.rows}
    wanted = {"Ans": "played", "Bob": "before", "Cor": "signed off"}
    assert first == {people[name].pk: state for name, state in wanted.items()}


def test_list_that_says_otherwise_since_when_changes_it(club):
    ans = members.add(club=club, first="Ans", family="Bos", joined=date(2020, 5, 1))
    kept = keep(club, "Naam;Lid sinds\nAns Bos;2-5-2020\n")
    (step,) = member_import.preview(kept).steps
    assert step.changes == (("joined", "2020-05-01", "2020-05-02"),)
    member_import.apply(draft=kept, choices={}, seen=member_import.preview(kept).digest)
    ans.refresh_from_db()
    assert ans.joined == date(2020, 5, 2)
