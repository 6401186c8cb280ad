import pytest
from django.utils import translation

from tournaments.club.amounts import euros_in_words, read_cents, write_cents


@pytest.mark.parametrize(
    ("typed", "cents"),
    [("2,50", 250), ("2.50", 250), ("2,5", 250), ("2", 200), ("0", 0), ("€ 3,-", 300), ("0,05", 5),
     ("3.50 €", 350), ("1000", 1000_00), ("1000,01", None), ("-1", None), ("2,505", None),
     ("1.000,00", None), ("two", None), ("", None), ("२", None), ("2,,5", None)],
)  # fmt: skip
def test_amount_is_read_with_comma_or_point(typed, cents):
    assert read_cents(typed) == cents


@pytest.mark.parametrize(
    ("language", "typed", "shown"),
    [("nl", "2,50", "€ 2,50"), ("de", "2,50", "2,50 €"), ("en", "2.50", "€2.50")],
)
def test_amount_is_written_as_in_the_language_and_read_again(language, typed, shown):
    with translation.override(language):
        assert (write_cents(250), euros_in_words(250)) == (
            typed,
            shown.replace(" ", "\N{NO-BREAK SPACE}"),
        )
        assert read_cents(euros_in_words(250)) == 250
