import pytest

from scoring.sheets import lifecycle, links

pytestmark = pytest.mark.django_db


def sheet_with(rows: int):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob & Co", "<Cor>"])
    for number in range(1, rows + 1):
        row = {"entries": {"Ans": "-", "Bob & Co": 3, "<Cor>": 12}}
        lifecycle.record(sheet=sheet, number=number, row=row)
    return links.build_path(sheet)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", ("Streepjes", "Subtotaal na 5", "schrijver", "Aan kop: Ans")),
        ("de", ("Striche", "Zwischensumme nach 5", "Schreiber", "In Führung: Ans")),
        ("en", ("Dashes", "Subtotal after 5", "scribe", "In the lead: Ans")),
    ],
)
def test_form_speaks_the_readers_language(client, language, words):
    page = client.get(sheet_with(5), headers={"accept-language": language}).content.decode()
    for word in words:
        assert word in page


def test_names_are_shown_as_they_are(client):
    page = client.get(sheet_with(1)).content.decode()
    assert "Bob &amp; Co" in page
    assert "&lt;Cor&gt;" in page
    assert "<Cor>" not in page


@pytest.mark.parametrize(
    ("game", "rows", "words"),
    [
        ("jokeren", {"entries": {"Ans": "-", "Bob": 3}}, "Dashes"),
        ("rummikub", {"end": "pool", "entries": {"Ans": 20, "Bob": 3}}, "Games won"),
    ],
)
def test_count_above_the_columns_is_called_what_it_is(client, game, rows, words):
    sheet = lifecycle.open(game=game, names=["Ans", "Bob"])
    lifecycle.record(sheet=sheet, number=1, row=rows)
    url = links.build_path(sheet)
    page = client.get(url, headers={"accept-language": "en"}).content.decode()
    head = page.split("<thead>")[1].split("</thead>")[0]
    assert {word for word in ("Dashes", "Games won") if word in head} == {words}


def test_unknown_link_is_not_found(client):
    assert client.get(f"/s/{'a' * links.LENGTH}/").status_code == 404
    assert client.get("/s/1/").status_code == 404


def test_form_is_read_only(client):
    assert client.post(sheet_with(1)).status_code == 405


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("nl", "Spel 1 is meer dan eens ingevuld, en niet hetzelfde."),
        ("de", "Spiel 1 wurde unterschiedlich eingetragen."),
        ("en", "Game 1 was entered more than once, in different ways."),
    ],
)
def test_conflict_shows_both_until_the_table_chooses(client, language, words):
    sheet = lifecycle.open(game="jokeren", names=["Ans", "Bob"])
    url, lang = links.build_path(sheet), {"accept-language": language}
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 11}}, seen=0)
    other = lifecycle.record(
        sheet=sheet, number=1, row={"entries": {"Ans": "-", "Bob": 12}}, seen=0
    )
    page = client.get(url, headers=lang).content.decode()
    assert words in page
    assert page.index(">11</td>") < page.index(">12</td>")
    lifecycle.choose(sheet=sheet, event=other.pk)
    page = client.get(url, headers=lang).content.decode()
    assert words not in page
    assert ">11</td>" not in page
