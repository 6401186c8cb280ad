import json
from datetime import UTC, datetime, time, timedelta

import pytest

from scoring.models import Event, Seat
from scoring.sheets import lifecycle, verify
from tests.tournaments import evenings
from tournaments import links
from tournaments.accounts import accounts
from tournaments.club import clubs
from tournaments.files.exports import personal_data
from tournaments.members import erasure, erasure_marks, members
from tournaments.models import DrawRecord, ErasedMark, Member, Night, Table, User
from tournaments.nights import changes_at_tables, closing
from tournaments.views import draw_check

ANS = {
    "first": "Ans",
    "particle": "van",
    "family": "Vliet",
    "nickname": "Ansje",
    "number": "7",
    "email": "ans@club.nl",
    "phone": "06 1234",
}


@pytest.fixture
def club(client):
    owner = {"owner_name": "Bob", "login": "bob", "password": "drie losse woorden"}
    club, user = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **owner)
    client.force_login(user)
    return club


@pytest.fixture
def ans(club):
    return members.add(club=club, **ANS)


def own(member):
    return f"/m/{links.make_key(member)}/"


@pytest.mark.parametrize(
    ("shown", "name"),
    [("full", "Ans van Vliet"), ("first", "Ans"), ("nickname", "Ansje"), ("not", "…")],
)
def test_public_sees_what_the_member_chose(client, ans, shown, name):
    client.logout()
    assert client.post(own(ans), {"shown": shown}).status_code == 302
    ans.refresh_from_db()
    assert ans.public_name == name
    assert f": {name}</p>" in client.get(own(ans)).content.decode()


def test_who_has_no_nickname_shows_none(ans):
    ans.nickname, ans.shown = "", "nickname"
    assert ans.public_name == "…"


def test_renewed_link_ends_the_old_one(client, ans):
    old = own(ans)
    client.post(f"/de-hoop/members/{ans.pk}/renew/")
    ans.refresh_from_db()
    gone = [client.get(wrong) for wrong in (old, f"{old[:-1]}~", "/m/x/")]
    assert [answer.status_code for answer in gone] == [404] * 3
    assert all("Vraag je club om een nieuwe." in answer.content.decode() for answer in gone)
    assert client.get(own(ans)).status_code == 200


def test_who_was_merged_sees_the_page_of_who_was_kept_and_asked_for_both(client, club, ans):
    double = erasure.ask_erasure(member=members.add(club=club, first="Ansje"))
    members.merge(double=double, keep=ans)
    assert "Ans van Vliet" in client.get(own(double)).content.decode()
    assert erasure.list_erasure_requests(club) == [ans]
    other = erasure.ask_erasure(member=members.add(club=club, first="Anna"))
    members.merge(double=other, keep=ans)
    members.unmerge(double=double)
    assert erasure.list_erasure_requests(club) == [double, ans]  # the other still asks
    erasure.ask_erasure(member=Member.objects.get(pk=ans.pk), asks=False)
    members.unmerge(double=other)
    assert erasure.list_erasure_requests(club) == [double]


def test_own_data_are_all_there_is_about_a_person(client, club, ans):
    members.merge(double=members.add(club=club, first="Ansje"), keep=ans)
    answer = client.get(f"{own(ans)}data/")
    report = json.loads(answer.content)
    assert {key: report[key] for key in ANS} == ANS
    assert report["merged"][0]["first"] == "Ansje"
    assert "attachment" in answer["Content-Disposition"]
    inner = {"id", "club", "public_id", "link_version", "sort_key", "search_text", "merged_into"}
    fields = {field.name for field in Member._meta.concrete_fields} - inner
    renamed = {"table": "fixed_table"}
    fields -= {"erased", "erasure_asked"}  # nothing is told of who was erased
    others = {"club", "divisions", "imports", "merged", "nights", "results_brought_in", "seats"}
    others.add("paid_beforehand")
    assert {renamed.get(name, name) for name in fields} == set(report) - others


def test_erasure_is_asked_and_taken_back(client, ans):
    client.logout()
    answer = client.post(own(ans), {"do": "erase"})
    assert answer["Location"] == f"{own(ans)}?open=name#erasure"
    assert b'value="keep"' in client.get(own(ans)).content
    ans.refresh_from_db()
    assert ans.erasure_asked
    assert erasure.list_erasure_requests(ans.club) == [ans]
    client.post(own(ans), {"do": "keep"})
    assert erasure.list_erasure_requests(ans.club) == []
    ans.refresh_from_db()
    assert ans.erasure_asked is None


def test_erased_leaves_no_word_behind(client, club, ans):
    double = members.add(club=club, first="Ansjelien", email="x@club.nl")
    members.merge(double=double, keep=ans)
    members.pair(member=ans, other=members.add(club=club, first="Cor"), kind="apart")
    path = own(ans)
    sentence = f'<a href="/de-hoop/members/{ans.pk}/">Ans van Vliet</a> wil gewist worden'
    assert sentence not in client.get("/de-hoop/").content.decode()
    erasure.ask_erasure(member=ans)
    assert sentence in client.get("/de-hoop/").content.decode()
    answer = client.post(f"/de-hoop/members/{ans.pk}/erase/", follow=True)
    assert "Naam en contact zijn gewist." in answer.content.decode()
    left = str([*Member.objects.filter(pk__in=[ans.pk, double.pk]).values()])
    words = ("Ans", "ans", "Vliet", "vliet", "club.nl", "1234", "'7'")
    assert [word for word in words if word in left] == []
    assert client.get(path).status_code == 404
    assert client.get(f"/de-hoop/members/{ans.pk}/").status_code == 404
    assert [str(club_member) for club_member in members.list_members(club)] == ["Cor"]
    assert members.list_pairs(ans) == []
    erasure.erase(member=members.add(club=club, **ANS))  # a second one
    assert [str(club_member) for club_member in members.list_members(club)] == ["Cor"]


def test_who_was_erased_is_given_no_name_again(club, ans):
    """Not on a page either that was opened before."""
    cor, as_read = members.add(club=club, first="Cor"), Member.objects.get(pk=ans.pk)
    erasure.erase(member=ans)
    assert evenings.refused(members.change, member=as_read, first="Ans") == ["C153"]
    assert evenings.refused(members.merge, double=as_read, keep=cor) == ["C153"]
    assert evenings.refused(members.merge, double=cor, keep=as_read) == ["C153"]


def test_account_that_an_older_back_up_brought_back_is_erased_unless_a_club_needs_it(club):
    gone = accounts.create_account(name="Cor", login="cor", password="drie losse woorden")
    owner = User.objects.get(login="bob")
    marks = {erasure_marks.mark(account, "secret") for account in (gone, owner)}
    assert erasure.reapply_erasures(marks=marks, secrets=["another"]) == (0, 0)
    assert erasure.reapply_erasures(marks=marks, secrets=["secret", "another"]) == (1, 1)
    assert [*User.objects.all()] == [owner]


def test_every_machine_gets_to_know_who_was_erased(ans, settings, tmp_path):
    settings.DATA = settings.BACKUPS = tmp_path
    (tmp_path / erasure_marks.NAME).write_text(f"{'0' * 32}\n")  # noted by an earlier version
    erasure.erase(member=ans)
    assert ErasedMark.objects.count() == 2  # with the site's secret, and without
    for _ in range(2):
        erasure_marks.share()
        marks = {*ErasedMark.objects.values_list("mark", flat=True)}
        assert len(marks) == 3 and marks == erasure_marks.read(tmp_path / erasure_marks.NAME)


def test_full_disk_is_not_in_the_way_of_erasing(tmp_path, settings, caplog):
    settings.DATA, settings.BACKUPS = tmp_path, tmp_path / "full"
    settings.BACKUPS.touch()  # no folder can be made there
    erasure_marks.note(["0" * 32])
    erasure_marks.note(["0" * 32, "1" * 32])
    assert (tmp_path / erasure_marks.NAME).read_text().split() == ["0" * 32, "1" * 32]
    assert "is not noted" in caplog.text


# Names that go, and figures that stay


def played_night(season):
    night = evenings.playing(season, evenings.people(season, 8))
    evenings.drawn(night, 1)
    for table in Table.objects.all():
        names = [seat.name for seat in table.sheet.seats.all()]
        row = {"entries": dict.fromkeys(names, 5) | {names[0]: "-"}}
        lifecycle.record(sheet=table.sheet, number=1, row=row)
    return closing.close(night=night, reason="one game each")


def figures(evening):
    """All that may not change when a name goes."""
    return {
        "totals": [*Seat.objects.order_by("pk").values_list("total", flat=True)],
        "events": [*Event.objects.order_by("pk").values_list("digest", flat=True)],
        "night": Night.objects.get(pk=evening.pk).digest,
        "problems": verify.run().problems,
        "draws": [draw_check.is_same_again(each) for each in DrawRecord.objects.all()],
    }


def test_erasing_leaves_totals_chains_and_draws_as_they_were():
    night = played_night(evenings.club_with())
    before = figures(night)
    assert (before["problems"], before["draws"]) == ([], [True])
    for member in Member.objects.order_by("pk")[:3]:
        name = str(member)
        erasure.erase(member=member)
        assert not Seat.objects.filter(name=name).exists()
    assert figures(night) == before
    assert closing._digest(Night.objects.get(pk=night.pk)) == before["night"]


def test_taking_along_what_is_kept_changes_nothing():
    night = played_night(evenings.club_with())
    before = figures(night)
    member = Member.objects.order_by("pk").first()
    (sat,) = member.seats.select_related("seat")
    (total,) = [seat["total"] for seat in personal_data.collect_own_data(member)["seats"]]
    assert (type(total), total) == (int, sat.seat.total)  # not 12.0
    assert figures(night) == before


def test_names_of_guests_go_two_years_after_their_last_night_and_figures_stay(monkeypatch):
    night = played_night(evenings.club_with())
    before = figures(night)
    guests = [member.pk for member in Member.objects.order_by("pk")[:3]]
    Member.objects.filter(pk__in=guests).update(guest=True)
    Member.objects.update(created="2024-01-01T12:00Z")
    last = datetime.combine(night.day, time(12), UTC)
    monkeypatch.setattr(erasure.timezone, "now", lambda: last + erasure.GUESTS_KEPT)
    assert erasure.purge_guests(2) == 0
    monkeypatch.setattr(erasure.timezone, "now", lambda: last + timedelta(days=732))
    assert [erasure.purge_guests(2) for _ in range(3)] == [2, 1, 0]
    erased = Member.objects.exclude(erased=None)
    assert sorted(erased.values_list("pk", flat=True)) == guests
    assert figures(night) == before


def test_name_of_who_got_up_before_the_first_game_goes_from_the_form(season):
    who = evenings.people(season, 4)
    night = evenings.playing(season, who)
    evenings.drawn(night, 1)
    table = Table.objects.get()
    changes_at_tables.leave(table=table, member=who[0])
    assert table.sheet.seats.filter(name=str(who[0])).exists()
    erasure.erase(member=who[0])
    assert not table.sheet.seats.filter(name="Speler 00").exists()
