import pytest

from tournaments.files import readers
from tournaments.files.imports import guess_columns


def read(text):
    data = text if isinstance(text, bytes) else text.encode()
    return guess_columns.read(guess_columns.write_text(readers.read(data)), {})


def entries(text):
    return [line.entry for line in read(text).lines]


def names(text):
    return [(tuple(entry.name), entry.said) for entry in entries(text)]


def wrong(text):
    """Of each line the number of its problem, and where it is."""
    return [
        (entry.line, entry.wrong[0].number, entry.wrong[1].get("place"))
        for entry in entries(text)
        if entry.wrong
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Voornaam;Tussenvoegsel;Achternaam\nJan;van den;Berg", ("Jan", "van den", "Berg")),
        ("Achternaam;Roepnaam;Voorletters\nvan den Berg;Jan;J.W.", ("Jan", "van den", "Berg")),
        ("Achternaam;Voorletters\nBerg, van den;J.W.", ("J.W.", "van den", "Berg")),
        ("Achternaam;Voornaam;Roepnaam\nBerg;Johannes;", ("Johannes", "", "Berg")),
        ("Voornaam;Tussenvoegsel;Achternaam;Tel\nJan;-;Berg;–", ("Jan", "", "Berg")),
        ("Naam\nJan van den Berg", ("Jan", "van den", "Berg")),
        ("Name\nBerg, Jan van den", ("Jan", "van den", "Berg")),
        ("Naam;Voornaam\nvan den Berg;Jan", ("Jan", "van den", "Berg")),
        ("NACHNAME\tVorname\nde Boer\tÉva", ("Éva", "de", "Boer")),
        ("First name,Last Name\nÉva,Boer", ("Éva", "", "Boer")),
        ("Naam;Voornaam;Achternaam\nÉva de Boer;;", ("Éva", "de", "Boer")),
        ("De Hoop\n\nLeden op 3 september;;\nSpeler;Lidnr.\nÉva de Boer;7", ("Éva", "de", "Boer")),
    ],
)
def test_names_in_any_order_and_three_languages(text, name):
    assert [name[0] for name in names(text)] == [name]


def test_what_else_a_list_has_is_taken_or_left_aside():
    text = (
        "Nr;Lidnummer;Naam;E-mailadres;Telefoon;Mobiel;Bijnaam;Adres\n"
        "1;A7;Ans Bos; ANS@club.nl ;010 1234567;06-12345678;Annie;Dam 1\n"
        "2;;Bob Vos;;010 7654321;;;\n"
        ";;;;;;;Dam 2\n"
        "Nr;Lidnummer;Naam;E-mailadres;Telefoon;Mobiel;Bijnaam;Adres\n"
    )
    said = {"nickname": "Annie", "number": "A7", "email": "ANS@club.nl", "phone": "06-12345678"}
    assert names(text) == [
        (("Ans", "", "Bos"), said),
        (("Bob", "", "Vos"), {"number": "2", "phone": "010 7654321"}),
    ]
    table = read(text).table
    assert table.unread == ("Adres",)
    assert table.read[:3] == ("Nr", "Lidnummer", "Naam")


def test_the_leaf_with_most_headings_is_read():
    from tests.tournaments.files.readers.test_xlsx_reader import saved

    data = saved(["Naam"], ["Nobody"], Leden=[["x"], ["Naam", "E-mail"], ["Ans Bos", "a@b.nl"]])
    assert [(line.number, line.entry.name.full) for line in read(data).lines] == [(3, "Ans Bos")]


def test_what_is_wrong_says_where_and_harms_no_other_line():
    long = "a" * 61
    text = (
        "Voornaam;Achternaam;Lidnummer;E-mail;Telefoon\n"
        f"Ans;Bos;{'1' * 21};;\n"
        "Bob;Vos;;bob@;\n"
        "=Cor;Dam;;;\n"
        "Dik;Eik;;;@SUM(A1)\n"
        "Els;Fen;7;els@club.nl;'+31 6 12345678\n"
        f"{long};;;;\n"
        "Gé;H\u202e;;;\n"
        ";Ine;;;\n"
    )
    assert wrong(text) == [
        *((2, 128, "C2"), (4, 132, "A4"), (5, 132, "E5"), (7, 22, None), (8, 20, None)),
        (9, 21, None),
    ]
    bob, els = [entry for entry in entries(text) if not entry.wrong]
    assert (bob.aside[0].number, bob.aside[1]["place"], bob.said) == (133, "D3", {})
    assert els.said == {"number": "7", "email": "els@club.nl", "phone": "+31 6 12345678"}
