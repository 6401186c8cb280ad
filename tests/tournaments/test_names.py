import random

import pytest
from django.utils.html import strip_spaces_between_tags

from tournaments.names import (
    Name,
    Shown,
    fold,
    is_clean,
    normalize,
    read,
    shorten_names,
    tell_apart,
)
from tournaments.templatetags.figures import glued


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
    assert sorted(shuffled, key=lambda name: name.sort_key) == right


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Gé 't Hooft", True),
        ("a\u202eb", False),
        ("a\0", False),
        ("a\u200bb", False),
        ("a\u200db", False),
        ("Ans \U0001f469\u200d\U0001f373", True),
        ("x" * 61, False),
    ],
)
def test_invisible_characters_are_not_clean(text, clean):
    assert is_clean(text) == clean


def test_tidy_writes_a_character_in_one_way():
    assert normalize(" Ge\u0301  Bos\n") == "Gé Bos"


def test_fold_takes_accents_and_capitals_off():
    assert fold("Ünlü ŁØÆ Straße") == "unlu loae strasse"


def shown(name, *marks):
    return Shown(read(name).name, marks)


def test_namesakes_are_told_apart_by_what_is_theirs():
    people = {
        1: shown("Jan Smit", "Sjakie", "12"),
        2: shown("Jan Smit", "14"),
        3: shown("Jan Smit"),
        4: shown("jan smit"),
        5: shown("Jan van den Berg", "Sjakie"),
    }
    found = {pk: name.full for pk, name in tell_apart(people).items()}
    assert found == {
        1: "Jan Smit (Sjakie)",
        2: "Jan Smit (14)",
        3: "Jan Smit",
        4: "jan smit 2",
        5: "Jan van den Berg",
    }


def test_mark_that_a_namesake_has_too_tells_nobody_apart():
    people = {1: shown("Jan Smit", "Sjakie"), 2: shown("Jan Smit", "sjakie", "7")}
    assert [name.full for name in tell_apart(people).values()] == ["Jan Smit", "Jan Smit (7)"]


def test_first_names_have_as_much_added_as_tells_them_apart():
    names = ("Jan Bos", "Jan de Wit", "Jan Bol", "Jan Smit (7)", "Jan", "Piet Bos", "…", "…")
    given = shorten_names([(name, name.split()[0]) for name in names])
    assert given == ["Jan Bos", "Jan W.", "Jan Bol", "Jan Smit (7)", "Jan", "Piet", "…", "…"]


def test_who_joins_later_changes_nobody_and_takes_no_name_that_is_there():
    people = {1: shown("Jan Smit"), 2: shown("Jan Smit"), 4: shown("Jan Smit 3")}
    more = tell_apart(people | {9: shown("Jan Smit")})
    assert {pk: more[pk] for pk in people} == tell_apart(people)
    assert more[9].full == "Jan Smit 4"


def test_who_shows_no_name_is_not_told_apart():
    assert [name.full for name in tell_apart({1: shown("…"), 2: shown("…")}).values()] == ["…", "…"]


def test_list_goes_by_family_name_and_says_it_first():
    people = dict(
        enumerate(
            [
                shown("Rachid el Amrani"),
                shown("Zwier van den Berg"),
                shown("Jan van den Berg", "12"),
                shown("Jan van den Berg", "3"),
                shown("Anne Bos"),
                shown("Sjakie"),
                Shown(Name("nr. 17")),
            ]
        )
    )
    listed = [
        name.listed for name in sorted(tell_apart(people).values(), key=lambda name: name.order)
    ]
    assert listed == [
        "Amrani, Rachid el",
        "Berg, Jan van den (12)",
        "Berg, Jan van den (3)",
        "Berg, Zwier van den",
        "Bos, Anne",
        "Sjakie",
        "nr. 17",
    ]


def test_long_name_keeps_what_tells_it_apart():
    long = tell_apart({1: shown("A" * 60, "12"), 2: shown("A" * 60, "13")})
    assert [name.fit_into(60) for name in long.values()] == ["A" * 55 + " (12)", "A" * 55 + " (13)"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ineke van den Berg", "Ineke van_den_Berg"),
        ("De Wit", "De Wit"),
        ("Bep van", "Bep van"),
        ("Jan-Willem op den Camp-ter Horst", "[[Jan-Willem] [op den Camp-[ter Horst]]]"),
        ("M. van der Meulen-de Jong", "[M. [van der Meulen-[de Jong]]]"),
        ("Ans Bos & Mies", "Ans_Bos_&amp; Mies"),
        ("Jan-Willem de Wit", "[[Jan-Willem] de_Wit]"),
        ("Fatma van der Linden & Mies", "[Fatma [van der Linden_&amp;] Mies]"),
        ("Bo van Wijngaarden-Mol & B", "[Bo [van [Wijn·gaar·den-]Mol_&amp;] B]"),
        ("Jan <Schimmelpenninck>", "[Jan [&lt;[Schim·mel·pen·ninck]&gt;]]"),
    ],
)
def test_name_is_broken_before_a_piece_then_behind_a_hyphen_then_in_a_long_word(name, shown):
    signs = {"<bdi>": "[", "</bdi>": "]", "\N{SOFT HYPHEN}": "·", "\N{NO-BREAK SPACE}": "_"}
    for sign, seen in signs.items():
        shown = shown.replace(seen, sign)
    assert glued(name).replace("&#32;", " ") == shown
    assert strip_spaces_between_tags(glued(name)) == glued(name)
