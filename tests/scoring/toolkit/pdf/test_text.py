import pytest

from scoring.toolkit.pdf import text

ALPHABETS = {
    "nl": "Daniël Ĳsbrand Coördinatie ‘s-Gravenhage",
    "de": "Weiß Müller Jürgen Öz „Ja“",
    "tr": "İbrahim Çağlar Şükrü Işık",
    "pl": "Łukasz Żółć Święty Ździebło",
    "vi": "Nguyễn Thị Ánh Đặng Phước Ường Ệ",
    "suits": "♠ ♣ ♦ ♥ − ½ × — · ✓",
}


@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_both_fonts_have_what_clubs_write(letters):
    assert text.clean(letters) == letters
    for bold in (False, True):
        assert all(letter in text.load_font(bold) for letter in letters)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("<b>Ans</b> & <img src=x>", "<b>Ans</b> & <img src=x>"),
        ("Ans\x00\x1b[1m\u202eboB\u00ad\u200d", "Ans[1mboB"),
        (" Ans\t \n Bob\u2028Cor\u00a0D ", "Ans Bob Cor D"),
        ("e\u0301", "é"),
        ("你好 \U0001f980\ud800\uffff\ue000", "□□ □□□□"),
        ("", ""),
    ],
)
def test_what_is_typed_is_text(typed, printed):
    assert text.clean(typed) == printed


def test_text_that_fits_stays_as_it_is():
    assert text.fit("Ans", 30, 9, 12) == ("Ans", 12, text.width("Ans", 12))


def test_longer_text_becomes_smaller():
    shown = text.fit("Anneke van der Meer", 25, 9, 12)
    assert shown.text == "Anneke van der Meer"
    assert text.SMALLEST <= shown.size < 12
    assert shown.width <= 25


@pytest.mark.parametrize("name", ["Wilhelmina " * 5, "W" * 60, "a\u0302\u0323" * 60])
@pytest.mark.parametrize("bold", [False, True])
def test_too_long_a_text_is_cut(name, bold):
    shown = text.fit(name, 20, 9, 12, bold=bold)
    assert shown.size == text.SMALLEST
    assert shown.text.endswith(text.ELLIPSIS)
    assert shown.width <= 20
    assert text.clean(name).startswith(shown.text[:-1])


def test_text_is_no_higher_than_its_room():
    assert text.fit("Ans", 30, 3, 12).size < 7


def test_there_may_be_no_room_at_all():
    assert text.fit("Ans", 0.1, 9, 12).text == ""


def test_lines_hold_whole_words():
    assert text.wrap("een twee drie", text.width("een twee", 10), 10) == ("een twee", "drie")


def test_a_long_name_breaks_after_a_hyphen_before_it_breaks_inside():
    wide = text.width("Klaassen-Bosch", 10)
    assert text.wrap("Jan Klaassen-Bosch", wide, 10) == ("Jan", "Klaassen-Bosch")
    assert text.wrap("Jan Klaassen-Bosch-Vos", wide, 10) == ("Jan", "Klaassen-", "Bosch-Vos")
    assert text.wrap("Punktzahl", text.width("Punktzah", 10), 10) == ("Punkt", "zahl")
    assert text.fit_lines("Klaassen-Bosch-Vos", wide, 20, 10)[1] == 10


def test_a_word_too_long_for_a_line_is_broken():
    lines = text.wrap("a " + "w" * 50, 20, 10)
    assert "".join(lines) == "a" + "w" * 50
    assert all(text.width(line, 10) <= 20 for line in lines)


def test_a_paragraph_becomes_smaller_and_then_is_cut():
    lines, size = text.fit_lines("Nobody comes out in the first turn. " * 2, 50, 10, 9)
    assert size < 9
    assert not lines[-1].endswith(text.ELLIPSIS)
    lines, size = text.fit_lines("Nobody comes out in the first turn. " * 20, 50, 10, 9)
    assert size == text.SMALLEST
    assert lines[-1].endswith(text.ELLIPSIS)
    assert text.fit_lines("Ans", 50, 1, 9) == ((), text.SMALLEST)


def test_a_word_that_is_cut_gets_no_spaces():
    name = "Jan-Willem van den Wijngaarden-Oosterbaan"
    for high in (7, 10, 13):
        lines, _ = text.fit_lines(name, 14, high, 9)
        assert lines[-1].endswith(text.ELLIPSIS)
        assert all(line.removesuffix(text.ELLIPSIS) in name for line in lines)
