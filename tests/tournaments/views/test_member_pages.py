import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.evenings import THURSDAY, codes, evening, people
from tests.tournaments.views.forms import as_it_stands
from tournaments.members import erasure, households, members
from tournaments.models import Member, Role, Season, User

SOMEBODY = {
    "first": "Els",
    "particle": "van der",
    "family": "Vos",
    "writes": "yes",
    "shown": "full",
}


def shown(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    return re.findall(r'<th scope="row">\s*<a href="[^"]*">([^<]*)</a>', answer.content.decode())


def test_who_had_the_page_open_meanwhile_leaves_what_others_changed(client, club):
    ans = members.add(club=club, first="Ans", phone="06 1", email="ans@club.nl")
    path = f"/de-hoop/members/{ans.pk}/"
    page = as_it_stands(client.get(path))
    members.show_as(member=ans, shown="not")
    client.post(path, page | {"phone": "06 2", "number": "7"})
    client.post(path, page | {"first": "Anneke", "email": "", "joined": "2020-05-01"})
    ans.refresh_from_db()
    assert (ans.first, ans.shown, ans.phone, ans.number) == ("Anneke", "not", "06 2", "7")
    assert (ans.email, ans.joined) == ("", date(2020, 5, 1))


def told_again(answer):
    """Which closed nights a change counts again, for whom, and who gets another place."""
    page = answer.content.decode()
    return re.findall(r'<strong>([^<]*)</strong>: <span translate="no">([^<]*)</span>', page)


@pytest.fixture
def late(season, at_the_laptop):
    """Came to the second night alone, after it was put on the list."""
    Season.objects.update(signed_off="fixed", signed_off_points=[90])
    *who, late = people(season, 5)
    evening(season, who)
    evening(season, [*who[:3], late], THURSDAY + timedelta(weeks=1))
    Member.objects.update(created=f"{THURSDAY + timedelta(days=1)} 12:00+00:00")
    return late


def test_member_since_counts_nights_of_the_standing_and_says_so_before(client, season, late):
    path, standing = f"/de-hoop/members/{late.pk}/", f"/de-hoop/seasons/{season.pk}/standing/"
    form = as_it_stands(client.get(path))
    assert "90<sup" in client.get(standing).content.decode()
    response = client.post(path, form | {"joined": "2020-05-01", "phone": "06 1"})
    assert told_again(response)[0] == ("3 September 2026", "Speler 04 90 → 30")
    assert '<h3 translate="no">2026</h3>' in response.content.decode()
    late.refresh_from_db()
    assert (late.joined, late.phone) == (None, "")
    sent = as_it_stands(response) | {"recount": "1"}
    assert client.post(path, sent).status_code == 302
    late.refresh_from_db()
    assert (late.joined, late.phone) == (date(2020, 5, 1), "06 1")
    page = client.get(standing).content.decode()
    assert "90<sup" not in page
    assert "not a member yet" not in page


def test_guest_who_becomes_a_member_is_told_of_before(client, season, late):
    members.change(member=late, guest=True)
    path = f"/de-hoop/members/{late.pk}/"
    sent = as_it_stands(client.get(path))
    del sent["guest"]
    nights = dict(told_again(client.post(path, sent)))
    assert nights["3 September 2026"] == "Speler 04 – → 90"
    assert "Speler 04 – → " in nights["10 September 2026"]
    assert Member.objects.get(pk=late.pk).guest
    assert client.post(path, sent | {"recount": "1"}).status_code == 302
    assert not Member.objects.get(pk=late.pk).guest


def test_change_that_counts_no_night_again_is_saved_at_once(client, season, late):
    path = f"/de-hoop/members/{late.pk}/"
    sent = as_it_stands(client.get(path))
    for said in ({"phone": "06 1"}, {"joined": (THURSDAY + timedelta(days=2)).isoformat()}):
        assert client.post(path, sent | said).status_code == 302
    (other,) = members.add_many(club=season.club, text="Nieuw, Nel")  # who never came
    path = f"/de-hoop/members/{other.pk}/"
    sent = as_it_stands(client.get(path)) | {"joined": "2020-05-01"}
    assert client.post(path, sent).status_code == 302


def test_list_is_sorted_as_the_address_says(client, club):
    for first, number in (("Cor", "10"), ("Ans", "9"), ("Bob", "")):
        members.add(club=club, first=first, number=number)
    path = "/de-hoop/members/"
    assert shown(client, path) == ["Ans", "Bob", "Cor"]
    assert shown(client, f"{path}?sort=-name") == ["Cor", "Bob", "Ans"]
    assert shown(client, f"{path}?sort=number") == ["Bob", "Ans", "Cor"]
    assert shown(client, f"{path}?sort=-number") == ["Cor", "Ans", "Bob"]
    assert shown(client, f"{path}?sort=password&page=99") == ["Ans", "Bob", "Cor"]


def test_list_is_searched_without_accents_word_by_word(client, club):
    members.add(club=club, first="Émile", particle="van den", family="Bergh", number="77")
    members.add(club=club, first="Emma", family="Bos", nickname="Bergje")
    path = "/de-hoop/members/?q="
    assert shown(client, f"{path}EMI ber") == ["Émile van den Bergh"]
    assert shown(client, f"{path}berg") == ["Émile van den Bergh", "Emma Bos"]
    assert shown(client, f"{path}77") == ["Émile van den Bergh"]
    assert shown(client, f"{path}%25") == []


def test_search_of_twenty_thousand_words_costs_no_more_than_one_of_ten(client, club):
    members.add(club=club, first="Ans", family="Bos")
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/de-hoop/members/", {"q": "a " * 20_000}).content.decode()
    assert "Ans Bos" in page
    assert max(len(query["sql"]) for query in asked) < 10_000


def test_long_list_is_leafed_through(client, club):
    members.add_many(club=club, text="\n".join(f"Ans {n:03}" for n in range(120)))
    assert len(shown(client, "/de-hoop/members/")) == 50
    assert shown(client, "/de-hoop/members/?page=3")[-1] == "Ans 119"


def test_family_is_for_organisers_alone(client, club):
    jan, riet = (members.add(club=club, first=name) for name in ("Jan", "Riet"))
    path = f"/de-hoop/members/{jan.pk}/"
    client.post(path, as_it_stands(client.get(path)) | {"household": " De  Wit "})
    households.keep_apart(club=club, people=[riet.pk], household="de wit")
    page = client.get(path).content.decode()
    assert "De Wit: apart from Riet" in page
    assert '<option value="De Wit">' in page
    listed = ["/de-hoop/members/", "/de-hoop/members/?as=csv"]
    assert all("De Wit" in client.get(seen).content.decode() for seen in listed)
    helper = User.objects.create(login="bob", name="Bob")
    Role.objects.create(user=helper, club=club, kind="helper")
    client.force_login(helper)
    assert not any("De Wit" in client.get(seen).content.decode() for seen in listed)
    assert "/members/new/" not in client.get(listed[0]).content.decode()
    erasure.erase(member=jan)
    jan.refresh_from_db()
    assert jan.household == ""


def test_families_are_made_and_left_on_one_page(client, club):
    jan, riet, cor = (members.add(club=club, first=name) for name in ("Jan", "Riet", "Cor"))
    path = "/de-hoop/members/families/"
    assert path in client.get("/de-hoop/members/").content.decode()
    assert codes(client.post(path, {"household": "De Wit"})) == ["required"]
    client.post(path, {"household": "De Wit", "people": [jan.pk, riet.pk, cor.pk]})
    client.post(path, {"remove": cor.pk})
    assert households.list_households(club) == {"De Wit": [jan, riet]}
    assert client.get(path).content.decode().count('name="remove"') == 2


def test_somebody_is_added_and_a_double_is_asked_about(client, club):
    path = "/de-hoop/members/new/"
    assert 'name="another"' not in client.get(path).content.decode()
    assert "Els van der Vos" in client.post(path, SOMEBODY, follow=True).content.decode()
    member = club.members.get()
    assert (*member.name, member.writes) == ("Els", "van der", "Vos", "yes")
    answer = client.post(path, SOMEBODY | {"first": "ÉLS", "family": "vos"})
    assert codes(answer) == ["C23"]
    assert 'name="another"' in answer.content.decode()
    client.post(path, SOMEBODY | {"another": "on"})
    assert club.members.count() == 2


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"first": ""}, "C21"),
        ({"first": "Els\u202e"}, "C20"),
        ({"first": "E" * 61}, "max_length"),
        ({"family": "E" * 60}, "C22"),
        ({"number": "7"}, "C24"),
        ({"table": "0"}, "C25"),
        ({"table": "201"}, "C25"),
        ({"nickname": "a\u200b"}, "C20"),
        ({"table": "one"}, "invalid"),
        ({"email": "els"}, "invalid"),
        ({"email": "els@[127.0.0.1]"}, "invalid"),
        ({"writes": "never"}, "invalid_choice"),
        ({"writes": ""}, "required"),
        ({"nickname": "a\0"}, "null_characters_not_allowed"),
    ],
)
def test_refusal_stands_beside_its_field(client, club, wrong, code):
    members.add(club=club, first="Ans", number="7")
    page = client.post("/de-hoop/members/new/", SOMEBODY | wrong).content.decode()
    assert re.findall(r'data-number="(\w+)"', page) == [code]
    assert 'class="field wrong"' in page
    assert club.members.count() == 1


def test_change_archive_and_restore(client, club):
    member = members.add(club=club, first="Els")
    path = f"/de-hoop/members/{member.pk}/"
    assert client.post(path, SOMEBODY | {"table": "3"}).status_code == 302
    assert 'value="3"' in client.get(path).content.decode()
    page = client.get("/de-hoop/members/?archived").content.decode()
    assert "Nobody has been archived yet." in page
    assert "Nobody is found." not in page and 'role="search"' not in page
    sought = client.get("/de-hoop/members/?archived&q=els").content.decode()
    assert "Nobody is found." in sought
    gone = client.post(f"{path}archive/", {"do": "archive"}, follow=True).content.decode()
    assert 'value="restore"' in gone and shown(client, "/de-hoop/members/") == []
    assert shown(client, "/de-hoop/members/?archived") == ["Els van der Vos"]
    client.post(f"{path}archive/", {"do": "restore"})
    assert shown(client, "/de-hoop/members/") == ["Els van der Vos"]


def test_merge_and_undo(client, club):
    keep, double = (members.add(club=club, first=name) for name in ("Ans", "Ansje"))
    path = f"/de-hoop/members/{double.pk}/merge/"
    assert "required" in client.post(path, {}).content.decode()
    client.post(path, {"keep": keep.pk})
    assert shown(client, "/de-hoop/members/") == ["Ans"]
    there = f"/de-hoop/members/{keep.pk}/"
    assert client.get(path)["Location"] == there
    assert path in client.get(there).content.decode()
    client.post(path, {"do": "undo"})
    assert shown(client, "/de-hoop/members/") == ["Ans", "Ansje"]


def test_pair_is_made_and_taken_away(client, club):
    member, other = (members.add(club=club, first=name) for name in ("Ans", "Bob"))
    path = f"/de-hoop/members/{member.pk}/pairs/"
    client.post(path, {"other": other.pk, "kind": "together"})
    [(pair, _other)] = members.list_pairs(member)
    assert "C32" in client.post(path, {"other": other.pk, "kind": "apart"}).content.decode()
    client.post(path, {"remove": pair.pk})
    assert members.list_pairs(member) == []


def test_list_is_looked_at_before_anybody_is_added(client, club):
    members.add(club=club, first="Ans", family="Bos")
    text = "Ans Bos\nBob Vos\nEls"
    page = client.post("/de-hoop/members/list/", {"text": text, "do": "look"}).content.decode()
    assert club.members.count() == 1
    assert "Ans Bos\nBob Vos\nEls</textarea>" in page
    assert re.findall(r'<strong translate="no">([^<]*)', page) == ["Ans Bos", "Els"]
    answer = client.post("/de-hoop/members/list/", {"text": text, "do": "add"})
    assert answer["Location"] == "/de-hoop/rules/new/"
    page = client.get("/de-hoop/rules/new/").content.decode()
    assert "<strong>2 people</strong> were added." in page
    assert shown(client, "/de-hoop/members/") == ["Ans Bos", "Els", "Bob Vos"]


def test_list_with_a_wrong_line_has_no_button_to_add(client, club):
    sent = {"text": "Bob Vos\nEls\u202e Bos", "do": "add"}
    page = client.post("/de-hoop/members/list/", sent).content.decode()
    assert 'data-number="C28"' in page
    assert 'data-number="C20"' in page
    assert 'value="add"' not in page
    assert not club.members.exists()


def test_ten_thousand_lines_are_shown_in_short(client, club):
    text = "\n".join(f"Ans {n} Bos" for n in range(10_000))
    page = client.post("/de-hoop/members/list/", {"text": text}).content.decode()
    assert page.count('class="read"') == 100
    over = client.post("/de-hoop/members/list/", {"text": f"{text}\nBob Vos"}).content.decode()
    assert 'data-number="C26"' in over
