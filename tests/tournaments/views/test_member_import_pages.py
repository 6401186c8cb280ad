import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from tests.tournaments.evenings import codes
from tournaments.members import members
from tournaments.models import ImportDraft, Role, User

pytestmark = pytest.mark.django_db

PATH = "/de-hoop/members/file/"
LIST = "Naam;Lidnr;Stad\nAns Bos;7;Delft\nCor;;\nJan van den Berg;;\n=1+1;;\n"


def send(client, data, follow=True):
    file = SimpleUploadedFile("leden.csv", data.encode() if isinstance(data, str) else data)
    return client.post(PATH, {"file": file}, follow=follow)


def seen(answer):
    return answer.context["preview"].plan.digest


def test_a_file_is_looked_at_and_taken_in(client, club):
    members.add(club=club, first="Ans", family="Bos")
    looked = send(client, LIST)
    page = looked.content.decode()
    assert looked.redirect_chain == [(f"{PATH}{ImportDraft.objects.get().pk}/", 302)]
    assert "Naam, Lidnr" in page
    assert "Stad" in page
    assert 'member number: <span translate="no">7</span>' in page
    assert codes(looked) == []
    assert "<strong>C132</strong>" in page
    assert club.members.count() == 1
    path = looked.redirect_chain[0][0]
    taken = client.post(path, {"seen": seen(looked)}, follow=True)
    assert taken.redirect_chain == [("/de-hoop/members/?added=2&changed=1", 302)]
    assert "<strong>2 people</strong> were added" in taken.content.decode()
    assert "On to the next step" in taken.content.decode()
    assert [str(club_member) for club_member in members.list_members(club)] == [
        "Jan van den Berg",
        "Ans Bos",
        "Cor",
    ]
    assert client.get(path).url == "/de-hoop/members/"  # by the browser's back button


def test_what_was_chosen_stays_when_something_changed_meanwhile(client, club):
    member = members.add(club=club, first="Ans", family="Bosma")
    looked = send(client, "Naam\nA. Bosma\nBob Vos\n")
    path = looked.redirect_chain[0][0]
    assert "Nearly the same name: Ans Bosma." in looked.content.decode()
    members.add(club=club, first="Bob", family="Vos")
    again = client.post(path, {"seen": seen(looked), "line-2": member.pk})
    assert codes(again) == ["C136"]
    assert f'value="{member.pk}" checked' in again.content.decode()
    done = client.post(path, {"seen": seen(again), "line-2": "add"})
    assert done["Location"] == "/de-hoop/members/?added=1&changed=0"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "C112"),
        (b"%PDF-1.7", "C114"),
        (b"PK\x03\x04", "C115"),
        (b"a" * 5_000_001, "C111"),
        (b"Ans Bos\n", "C130"),
    ],
)
def test_what_can_t_be_read_says_why(client, club, data, code):
    assert codes(send(client, data)) == [code]
    assert not ImportDraft.objects.exists()


def test_no_file_at_all_is_asked_for(client, club):
    assert codes(client.post(PATH)) == ["C110"]
    assert codes(client.post(PATH, {"file": "leden.csv"})) == ["C110"]


@pytest.mark.parametrize(("count", "said"), [(1, "stays as it is"), (2, "stay as they are")])
def test_one_is_one(client, club, count, said):
    lines = [f"Ans{n} Bos;{n + 1}" for n in range(count)]
    for n in range(count):
        members.add(club=club, first=f"Ans{n}", family="Bos", number=f"{n + 1}")
    page = send(client, "\n".join(["Naam;Lidnr", *lines])).content.decode()
    assert f"<dt>{count}</dt><dd>{said}</dd>" in page


def test_names_are_shown_as_they_are(client, club):
    page = send(client, "Naam;<b>Stad\n<b>Ans</b> & Bos;\n").content.decode()
    assert "&lt;b&gt;Ans&lt;/b&gt; &amp; Bos" in page
    assert "<b>" not in page


@pytest.mark.parametrize("count", [1, 3])
def test_preview_takes_the_same_queries(client, club, django_assert_num_queries, count):
    for n in range(count):
        members.add(club=club, first=f"Ans{n}", family="Bos", number=str(n))
    rows = "".join(f"Ans{n} Bos;0{n}\nEls{n} Dam;\n" for n in range(count))
    path = send(client, "Naam;Lidnr\n" + rows).redirect_chain[0][0]
    with django_assert_num_queries(6):
        assert client.get(path).status_code == 200


def test_an_empty_workbook_to_fill_in(client, club):
    answer = client.get(f"{PATH}empty.xlsx")
    worksheet = load_workbook(io.BytesIO(answer.content)).active
    assert worksheet["A1"].value == "First name"
    assert worksheet.column_dimensions["F"].number_format == "@"
    assert "attachment" in answer["Content-Disposition"]


def test_pasted_list_with_columns_is_shown_and_taken_in(client, club):
    sent = {"text": "Voornaam,Tussenvoegsel,Achternaam\nRiet,van der,Berg\nCor,,Bos"}
    page = client.post("/de-hoop/members/list/", sent).content.decode()
    assert '<strong translate="no">Riet van der Berg</strong>' in page
    assert '<option value="particle" selected>' in page
    fields = {"column-0": "first", "column-1": "particle", "column-2": "family", "do": "bring"}
    looked = client.post("/de-hoop/members/list/", sent | fields, follow=True)
    client.post(looked.redirect_chain[0][0], {"seen": seen(looked)})
    assert [str(member) for member in members.list_members(club)] == [
        "Riet van der Berg",
        "Cor Bos",
    ]


def test_import_is_taken_back_as_a_whole_by_another_organiser(client, club):
    members.add(club=club, first="Ans", family="Bos")
    looked = send(client, LIST)
    client.post(looked.redirect_chain[0][0], {"seen": seen(looked)})
    other = User.objects.create(login="wim", name="Wim")
    Role.objects.create(user=other, club=club, kind="organiser")
    client.force_login(other)
    page = client.get("/de-hoop/members/").content.decode()
    assert "<strong>2 members</strong>" in page and "(Ans)" in page
    path = re.search(r'href="(/de-hoop/members/imports/\d+/)"', page)[1]
    assert "<strong>2 members</strong> are deleted" in client.get(path).content.decode()
    client.post(path)
    assert [str(member) for member in members.list_members(club)] == ["Ans Bos"]
    assert b"members/imports/" not in client.get("/de-hoop/members/").content
    assert client.post(path).status_code == 404


def test_who_never_played_is_deleted_from_their_page(client, club):
    member = members.add(club=club, first="Ans")
    path = f"/de-hoop/members/{member.pk}/erase/"
    assert b'value="delete"' in client.get(path).content
    client.post(path, {"do": "delete"})
    assert not club.members.exists()
