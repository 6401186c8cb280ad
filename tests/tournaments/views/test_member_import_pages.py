import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.tournaments.evenings import codes
from tests.tournaments.views.forms import as_it_stands
from tournaments.members import members
from tournaments.models import ImportDraft, Role, User

PATH = "/de-hoop/members/file/"
LIST = "Naam;Lidnr;Stad\nAns Bos;7;Delft\nCor;;\nJan van den Berg;;\n=1+1;;\n"


def choose(client, data, name="leden.csv"):
    file = SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)
    return client.post(PATH, {"file": file})


def send(client, data, **chosen):
    fields = as_it_stands(choose(client, data)) | {"do": "bring"} | chosen
    return client.post("/de-hoop/members/list/", fields, follow=True)


def seen(answer):
    return answer.context["preview"].plan.digest


def test_a_file_is_looked_at_and_taken_in(client, club):
    members.add(club=club, first="Ans", family="Bos")
    looked = send(client, LIST)
    page = looked.content.decode()
    assert looked.redirect_chain == [(f"{PATH}{ImportDraft.objects.get().pk}/", 302)]
    assert "Naam, Lidnr" in page
    assert "Left aside:" in page and "Stad" in page
    assert 'member number: <span translate="no">7</span>' in page
    assert codes(looked) == []
    assert 'data-number="C132"' in page
    assert club.members.count() == 1
    path = looked.redirect_chain[0][0]
    taken = client.post(path, {"seen": seen(looked)}, follow=True)
    assert taken.redirect_chain == [("/de-hoop/members/?added", 302)]
    assert "<strong>2 people</strong> were added" in taken.content.decode()
    assert "On to the next step" in taken.content.decode()
    found = [str(club_member) for club_member in members.list_members(club)]
    assert found == ["Jan van den Berg", "Ans Bos", "Cor"]
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
    assert done["Location"] == "/de-hoop/members/?added"


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "empty"), (b"%PDF-1.7", "C114"), (b"PK\x03\x04", "C115"), (b"a" * 5_000_001, "C111")],
)
def test_what_can_t_be_read_says_why(client, club, data, code):
    assert codes(choose(client, data)) == [code]
    assert (
        codes(client.post(PATH, {"file": "leden.csv"})) == codes(client.post(PATH)) == ["required"]
    )
    assert not ImportDraft.objects.exists()


REAL = (
    "Naam;Voorn.;Tel. / mobiel;Mail\n"
    "de Boer;Els;06 12345678;els@club.nl\n"
    "Vos;Bob;010 7654321;bob@\n"
    "Totaal 28;;;\n"
)


def test_columns_of_a_file_are_understood_and_a_total_is_nobody(client, club):
    page = choose(client, REAL).content.decode()
    assert re.findall(r'<option value="(\w*)" selected>', page) == [
        *("family", "first", "phone", "email")
    ]
    assert "C133" in page
    looked = send(client, REAL)
    assert "D3 holds no e-mail address, so it is left out." in looked.content.decode()
    client.post(looked.redirect_chain[0][0], {"seen": seen(looked)})
    found = [(str(who), who.phone, who.email) for who in members.list_members(club)]
    assert found == [("Els de Boer", "06 12345678", "els@club.nl"), ("Bob Vos", "010 7654321", "")]


def test_columns_of_a_workbook_are_chosen_by_hand(client, club):
    book = Workbook()
    for line in (("Wie", "Vnm", "Nr. thuis"), ("Boer", "Els", "010 7654321")):
        book.active.append(line)
    file = io.BytesIO()
    book.save(file)
    fields = {"column-0": "family", "column-1": "first", "column-2": "phone", "do": "columns"}
    page = send(client, file.getvalue(), **fields).content.decode()
    assert '<strong translate="no">Els Boer</strong>' in page
    looked = send(client, file.getvalue(), **fields | {"do": "bring"})
    client.post(looked.redirect_chain[0][0], {"seen": seen(looked)})
    (els,) = members.list_members(club)  # the line of headings, though unknown, is nobody
    assert (str(els), els.phone) == ("Els Boer", "010 7654321")


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


def test_names_are_shown_as_they_are(client, club):
    page = send(client, "Naam;<b>Stad\n<b>Ans</b> & Bos;\n").content.decode()
    assert "&lt;b&gt;Ans&lt;/b&gt; &amp; Bos" in page
    assert "<b>" not in page
