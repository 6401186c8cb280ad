from datetime import date

import pytest

from tests.tournaments.evenings import THURSDAY, codes, tonight
from tournaments import links
from tournaments.members import members
from tournaments.models import Night, Role, User
from tournaments.nights import nights

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_the_laptop")]


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_the_same_queries(client, season, django_assert_num_queries, count):
    nights.plan(season=season, days=nights.days_from(THURSDAY, date(2026, 9, 2 + 7 * count), 1))
    with django_assert_num_queries(5):
        page = client.get("/de-hoop/nights/").content.decode()
    assert page.count('<th scope="row">') == count


@pytest.mark.parametrize("count", [1, 30])
def test_door_takes_the_same_queries(client, season, django_assert_num_queries, count):
    night = tonight(season)
    for n in range(count):
        nights.walk_in(night=night, first=f"Ans {n}", family="")
    with django_assert_num_queries(8):
        page = client.get(f"/de-hoop/nights/{night.pk}/door/").content.decode()
    assert page.count('name="out"') == count


def test_nights_are_planned_many_at_once(client, season):
    path = f"/de-hoop/seasons/{season.pk}/nights/"
    sent = {"first": "2026-09-03", "weeks": "2", "last": "2026-10-01", "sign_up": "on"}
    assert client.post(path, sent)["Location"] == "/de-hoop/nights/"
    assert [night.day.day for night in Night.objects.all()] == [3, 17, 1]
    assert {night.state for night in Night.objects.all()} == {"sign-up"}
    assert codes(client.post(path, sent)) == ["C58"]
    assert codes(client.post(path, sent | {"first": "soon"})) == ["C47"]
    before = {"first": "2026-08-27", "weeks": "0"}
    assert codes(client.post(path, before)) == ["C57"]
    after = {"first": "2028-01-01", "weeks": "1"}
    assert codes(client.post(path, after)) == ["C57"]


def test_organiser_opens_the_door(client, season):
    one = tonight(season, "planned")
    path = f"/de-hoop/nights/{one.pk}/"
    assert client.post(f"{path}state/", {"to": "check-in"})["Location"] == f"{path}door/"
    assert f"{path}door/" in client.get(path).content.decode()
    answer = client.post(f"{path}state/", {"to": "planned"})
    assert (answer.status_code, codes(answer)) == (409, ["C56"])


def test_night_is_taken_out(client, season):
    one = tonight(season, "planned")
    answer = client.post(f"/de-hoop/nights/{one.pk}/state/", {"to": "cancel"})
    assert answer["Location"] == "/de-hoop/nights/"
    assert not Night.objects.exists()


def test_a_tap_lets_in_and_another_out(client, season):
    night = tonight(season)
    ans = members.add(club=season.club, first="Ans")
    path = f"/de-hoop/nights/{night.pk}/door/"
    for do, present, paid in (
        ("in", True, False), ("paid", True, True), ("out", False, True), ("unpaid", False, False),
    ):  # fmt: skip
        page = client.post(path, {do: ans.pk}, follow=True).content.decode()
        found = night.attendances.get()
        assert (found.present, found.paid) == (present, paid)
        assert f"<strong>{int(present)} present</strong>" in page
    assert night.log_entries.last().actor == f"user {User.objects.get().pk}"


@pytest.mark.parametrize(("signed", "there"), [((), ["Ans", "Bob"]), (("Bob",), ["Bob"])])
def test_all_are_let_in_with_one_tap(client, season, signed, there):
    night = tonight(season, "sign-up")
    for name in ("Ans", "Bob"):
        member = members.add(club=season.club, first=name)
        if name in signed:
            nights.sign(night=night, member=member, said="on")
    members.add(club=season.club, first="Gast", guest=True)
    members.archive(member=members.add(club=season.club, first="Oud"))
    path = f"/de-hoop/nights/{night.pk}/"
    assert codes(client.post(f"{path}door/", {"all": "1"})) == ["C56"]
    nights.set_state(night=night, to="check-in")
    client.post(f"{path}door/", {"all": "1"})
    found = night.attendances.filter(present=True)
    assert sorted(str(each.member) for each in found) == there
    assert client.post(f"{path}state/", {"to": "playing"})["Location"] == f"{path}draw/"


def test_one_night_is_planned_and_shown(client, season):
    sent = {"first": "2026-09-03", "weeks": "0"}
    answer = client.post(f"/de-hoop/seasons/{season.pk}/nights/", sent)
    assert answer["Location"] == f"/de-hoop/nights/{Night.objects.get().pk}/"


def test_search_works_without_a_script(client, season):
    one = tonight(season)
    for name in ("Ans", "Bob"):
        members.add(club=season.club, first=name)
    path = f"/de-hoop/nights/{one.pk}/door/?q=BOB"
    assert client.get(path).content.decode().count("data-sought") == 1
    assert client.post(path, {"first": "Bob", "family": "Vos"})["Location"] == path


def test_door_without_members_leads_to_their_list(client, season):
    path = f"/de-hoop/nights/{tonight(season).pk}/door/"
    page = client.get(path).content.decode()
    assert 'href="/de-hoop/members/list/"' in page
    assert 'name="all"' not in page
    members.add(club=season.club, first="Ans")
    assert "Nobody is found." in client.get(f"{path}?q=Bob").content.decode()
    page = client.get(path).content.decode()
    assert 'href="/de-hoop/members/list/"' not in page
    assert 'name="all"' in page


def test_guest_of_a_known_name_is_asked_about(client, season):
    night = tonight(season)
    members.add(club=season.club, first="Ans", family="Vos")
    path = f"/de-hoop/nights/{night.pk}/door/"
    guest = {"first": "Ans", "family": "Vos"}
    answer = client.post(path, guest)
    assert codes(answer) == ["C23"]
    assert 'name="another"' in answer.content.decode()
    client.post(path, guest | {"another": "on"})
    assert night.attendances.get().member.guest


def test_closed_door_says_so(client, season):
    one = tonight(season, "sign-up")
    ans = members.add(club=season.club, first="Ans")
    path = f"/de-hoop/nights/{one.pk}/door/"
    answer = client.post(path, {"in": ans.pk})
    assert (answer.status_code, codes(answer)) == (409, ["C56"])
    assert 'name="first"' not in client.get(path).content.decode()


def test_merged_person_is_let_in_as_who_stands_for_them(client, season):
    night = tonight(season)
    ans, double = (members.add(club=season.club, first=name) for name in ("Ans", "Ansje"))
    members.merge(double=double, keep=ans)
    client.post(f"/de-hoop/nights/{night.pk}/door/", {"in": double.pk})
    assert night.attendances.get().member == ans


def test_helper_checks_in_and_does_not_plan(client, season):
    one = tonight(season)
    helper = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=helper, club=season.club, kind="helper")
    client.force_login(helper)
    page = client.get(f"/de-hoop/nights/{one.pk}/").content.decode()
    assert "door/" in page
    assert "state/" not in page


def test_member_signs_on_and_off_by_the_personal_link(client, season):
    night = tonight(season, "sign-up")
    ans = members.add(club=season.club, first="Ans")
    path = f"/m/{links.key(ans)}/"
    client.logout()
    for said in ("on", "off"):
        answer = client.post(path, {"said": said, "night": night.pk})
        assert answer["Location"] == path
        assert night.attendances.get().said == said
    assert night.log_entries.last().actor == f"member {ans.pk}"
    nights.set_state(night=night, to="check-in")
    answer = client.post(path, {"said": "on", "night": night.pk})
    assert (answer.status_code, codes(answer)) == (409, ["C56"])
    assert client.post(path, {"said": "on", "night": "0"}).status_code == 404
    assert 'name="said"' not in client.get(path).content.decode()
