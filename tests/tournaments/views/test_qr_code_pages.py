import re

from django.test import Client
from django.utils.html import strip_tags

from tests.tournaments.evenings import people, playing
from tournaments.models import Table, User


def visiting(host="localhost:8000"):
    client = Client(HTTP_HOST=host)
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    return client


def read(client, evening, query=""):
    return client.get(f"/de-hoop/nights/{evening.pk}/codes/{query}").content.decode()


def codes(page):
    return re.findall(r'<svg[^>]*class="qr"><title>(.*?)</title><path', page)


def test_every_table_has_its_code(settings, season):
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    night = playing(season, people(season, 7), rounds=2)
    page = read(visiting(), night)
    assert codes(page) == [f"Code that opens the form of table {n}" for n in (1, 2)]
    assert len(re.findall("192.168.1.7:8000/s/[^/]{46}/<", page)) == 2
    for table in Table.objects.filter(round__number=1):
        names = [seat.name for seat in table.sheet.seats.all()]
        [shown] = re.findall(f"<b>{table.number}</b>.*?<ol>(.*?)</ol>", page, re.DOTALL)
        assert re.findall("<span[^>]*>(.*?)</span>", shown) == names
        assert strip_tags(shown).startswith(f"{names[0]} keeps score")
    assert "Round 2 · " in read(visiting(), night, "?round=2")


def test_one_table_alone_leads_to_its_neighbours(settings, season):
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    night = playing(season, people(season, 12), rounds=1)
    for number, around in ((1, ["2"]), (2, ["1", "3"]), (3, ["2"])):
        page = read(visiting(), night, f"?table={number}")
        assert codes(page) == [f"Code that opens the form of table {number}"]
        assert re.findall(r"&amp;table=(\d)", page) == around
    assert len(codes(read(visiting(), night, "?table=9"))) == 3


def test_where_no_phone_would_get_there_is_no_code_but_what_to_do(settings, season):
    night = playing(season, people(season, 4), rounds=1)
    for query in ("", "?table=1"):
        page = read(visiting(), night, query)
        assert codes(page) == [] and page.count("<b>1</b>") == (query != "")
        assert "python3 manage.py start --lan" in strip_tags(page)
    path = f"/de-hoop/nights/{night.pk}/print/"
    assert "a small code" in visiting().get(path).content.decode()  # and what it is for
    settings.PUBLIC_URL = "http://192.168.1.7:8000"
    assert "a small code" not in visiting().get(path).content.decode()
