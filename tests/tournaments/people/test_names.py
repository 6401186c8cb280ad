import random

import pytest

from tournaments.people.names import Name, fold, is_clean, read, tidy


@pytest.mark.parametrize(
    ("line", "name", "sure"),
    [
        ("Ans Willemse", ("Ans", "", "Willemse"), True),
        ("  Jan   van der  Berg ", ("Jan", "van der", "Berg"), True),
        ("Jan Van Den Berg", ("Jan", "Van Den", "Berg"), True),
        ("Anne Marie van 't Hof", ("Anne Marie", "van 't", "Hof"), True),
        ("Gé op den Berg-de Wit", ("Gé", "op den", "Berg-de Wit"), True),
        ("Rachid el Amrani", ("Rachid", "el", "Amrani"), True),
        ("Jan Willem Smit", ("Jan Willem", "", "Smit"), False),
        ("Ans", ("Ans", "", ""), False),
        ("Jan van", ("Jan", "", "van"), True),
        ("Berg, Jan van den", ("Jan", "van den", "Berg"), True),
        ("Smit, Ans", ("Ans", "", "Smit"), True),
        ("Jan\tvan der\tBerg", ("Jan", "van der", "Berg"), True),
        ("Jan;;Smit", ("Jan", "", "Smit"), True),
        ("Jan\tvan der Berg", ("Jan", "van der", "Berg"), True),
        ("Ans\t\t", ("Ans", "", ""), False),
        ("3. Ans Willemse", ("Ans", "", "Willemse"), True),
        ("- Ans Willemse", ("Ans", "", "Willemse"), True),
        ("Ольга Иванова", ("Ольга", "", "Иванова"), True),
        ("Μαρία", ("Μαρία", "", ""), False),
        ("王 小明", ("王", "", "小明"), True),
    ],
)
def test_line_is_read(line, name, sure):
    assert read(line) == (Name(*name), sure)


def test_too_many_columns_are_not_read():
    assert read("Jan;van;Berg;0612345678") is None


def test_names_are_sorted_by_family_name_without_particle_accents_and_capitals():
    right = [
        Name("Zwier", "van den", "Berg"),
        Name("Ans", "", "Bos"),
        Name("Ans", "de", "BOS"),
        Name("Ans", "van", "Bös"),
        Name("Bea", "", "Bos"),
        Name("Ans", "", "Bos Visser"),
        Name("Ans", "", "Bos-Wit"),
        Name("Ans", "", "Bosch"),
        Name("Ans", "", "de Boer"),  # written as a family name, so it is one
        Name("Émile"),
        Name("Jan", "", "IJzerman"),
        Name("Kees", "", "Ĳzerman"),
        Name("Søren", "", "Østergård"),
        Name("Ans", "", "’s-Gravenmade"),
        Name("Łukasz", "", "Żak"),
        Name("Ольга", "", "Иванова"),
    ]
    shuffled = random.Random(1).sample(right, len(right))
    assert sorted(shuffled, key=lambda one: one.sort_key) == right


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Gé 't Hooft", True),
        ("a\u202eb", False),
        ("a\0", False),
        ("a\u200bb", False),
        ("x" * 61, False),
    ],
)
def test_invisible_characters_are_not_clean(text, clean):
    assert is_clean(text) == clean


def test_tidy_writes_a_character_in_one_way():
    assert tidy(" Ge\u0301  Bos\n") == "Gé Bos"


def test_fold_takes_accents_and_capitals_off():
    assert fold("Ünlü ŁØÆ Straße") == "unlu loae strasse"
