from datetime import timedelta

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.tournaments.evenings import club_with, drawn, let_in, people, playing, refused, tonight
from tournaments.files.imports import guess_columns, results
from tournaments.files.imports import members as member_import
from tournaments.members import couples, delete_unplayed, erasure, members, past_imports
from tournaments.models import Attendance, Club, ImportedMember, MemberImport, NightLogEntry, User
from tournaments.nights import entrants, money, signing_up


def test_who_never_played_goes_with_every_sign_up(season):
    ans, bob = people(season, 2)
    night = tonight(season, "sign-up")
    signing_up.sign(night=night, member=ans, said="on")
    signing_up.sign(night=night, member=bob, said="on")
    assert delete_unplayed.delete_unplayed(club=season.club, people=[ans.pk]) == 1
    assert list(season.club.members.all()) == [bob]
    assert Attendance.objects.get().member == bob
    assert NightLogEntry.objects.filter(kind="said").count() == 1


def test_nobody_goes_if_one_has_played(season):
    who = people(season, 5)
    drawn(playing(season, who[:4]), 1)
    sent = {"club": season.club, "people": [member.pk for member in who]}
    assert refused(delete_unplayed.delete_unplayed, **sent) == ["C259"]
    assert season.club.members.count() == 5
    assert delete_unplayed.delete_unplayed(club=season.club, people=[who[4].pk]) == 1


def test_who_stood_at_the_door_only_can_go(season):
    who = people(season, 1)
    let_in(tonight(season), who)
    assert delete_unplayed.delete_unplayed(club=season.club, people=[who[0].pk]) == 1
    assert not season.club.members.exists()


def test_who_bought_a_card_stays_with_the_money(season):
    (ans,) = people(season, 1)
    money.buy_card(season=season, member=ans, nights=10, amount=2000)
    gone = {"club": season.club, "people": [ans.pk]}
    assert refused(delete_unplayed.delete_unplayed, **gone) == ["C259"]
    assert season.prepayments.get().amount == 2000


def test_who_was_merged_or_has_a_double_stays_and_stands_in_nobodys_way(season):
    ans, double, bob = people(season, 3)
    members.merge(double=double, keep=ans)
    for member in (ans, double):
        gone = {"club": season.club, "people": [member.pk, bob.pk]}
        assert refused(delete_unplayed.delete_unplayed, **gone) == ["C259"]
    assert delete_unplayed.delete_unplayed(club=season.club, people=[bob.pk]) == 1
    assert set(season.club.members.all()) == {ans, double}


def test_who_plays_for_a_couple_stays_and_stands_in_nobodys_way():
    season = club_with("vijfhonderd", by_couple=True)
    ans, bob, cor, dik = people(season, 4)
    couple = couples.form_couple(season=season, first=ans, second=bob)
    night = playing(season, [ans, cor])
    entrants.set_substitute(night=night, couple=couple, member=cor)
    for member in (ans, bob, cor):
        gone = {"club": season.club, "people": [member.pk, dik.pk]}
        assert refused(delete_unplayed.delete_unplayed, **gone) == ["C259"]
    assert delete_unplayed.delete_unplayed(club=season.club, people=[dik.pk]) == 1


def test_nobody_of_another_club_goes(season):
    other = Club.objects.create(name="Elders", slug="elders")
    stranger = members.add(club=other, first="Vreemde")
    assert delete_unplayed.delete_unplayed(club=season.club, people=[stranger.pk]) == 0


def bring(club, text, by=""):
    listed = guess_columns.read(text, {})
    draft = member_import.save_draft(club=club, listed=listed, name="leden.csv")
    member_import.apply(draft=draft, choices={}, seen=member_import.preview(draft).digest, by=by)
    return MemberImport.objects.latest("pk")


def test_import_taken_back_restores_whom_it_changed_and_keeps_who_was_touched_since(season):
    club = season.club
    ans = members.add(club=club, first="Ans", family="Bos", phone="06 1")
    text = "Naam;Telefoon;Lid sinds\nAns Bos;0612345678;2020\nCor;;\nDik;;\n"
    made = bring(club, text, by=f"user {User.objects.get().pk}")
    brought = [(each.adds, each.changes, who) for each, who in past_imports.open_imports(club)]
    assert brought == [(2, 1, "Ans")]
    members.change(member=club.members.get(first="Dik"), phone="06 9")
    back = delete_unplayed.preview_import(made)
    assert [str(member) for member in back.deleted] == ["Cor"]
    assert [str(member) for member in back.kept] == ["Dik"]
    for_other = MemberImport.objects.get(pk=made.pk)
    delete_unplayed.take_import_back(member_import=made)
    assert [str(member) for member in members.list_members(club)] == ["Ans Bos", "Dik"]
    ans.refresh_from_db()
    assert (ans.phone, ans.joined) == ("06 1", None)
    assert refused(delete_unplayed.take_import_back, member_import=for_other) == ["C153"]


def test_import_of_which_somebody_played_stays(season):
    who = people(season, 5)
    made = MemberImport.objects.get()
    drawn(playing(season, who[:4]), 1)
    assert past_imports.open_imports(season.club) == []
    assert refused(delete_unplayed.take_import_back, member_import=made) == ["C259"]
    assert season.club.members.count() == 5


def test_who_added_members_with_results_of_before_can_take_them_back_after_these(season):
    file = SimpleUploadedFile("a.csv", b"Naam;10-9-2026\nCor;12\n")
    kept = results.save_draft(season=season, file=file)
    seen = member_import.preview(kept).digest
    (night,) = results.apply(kept=kept, choices={}, seen=seen)
    assert past_imports.open_imports(season.club) == []
    results.take_back(night=night)
    ((made, _who),) = past_imports.open_imports(season.club)
    delete_unplayed.take_import_back(member_import=made)
    assert not season.club.members.exists()


def test_nothing_of_who_is_erased_is_kept_with_an_import(season):
    cor, dik = members.add_many(club=season.club, text="Cor\nDik")
    members.change(member=cor, first="Cornelis")
    bring(season.club, f"Lidnr;Naam\n7;{dik}\n")
    erasure.erase(member=dik)
    assert list(ImportedMember.objects.values_list("member", flat=True)) == [cor.pk]
    erasure.erase(member=cor)
    assert not ImportedMember.objects.exists()
    assert past_imports.open_imports(season.club) == []


def test_imports_are_kept_for_a_year(season):
    people(season, 1)
    MemberImport.objects.update(time=timezone.now() - timedelta(days=365))
    assert past_imports.purge_expired() == 0
    MemberImport.objects.update(time=timezone.now() - timedelta(days=367))
    assert past_imports.purge_expired() == 1
