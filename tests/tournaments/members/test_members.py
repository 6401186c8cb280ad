import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.evenings import club_with, people, playing, refused
from tournaments.club import clubs
from tournaments.members import households, members
from tournaments.models import Member, Pair
from tournaments.names import Name


@pytest.fixture
def other_club(club):
    return clubs.create_club(name="Other", slug="other", owner=club.roles.get().user)


def add(club, line, **more):
    first, _space, rest = line.partition(" ")
    particle, _space, family = rest.rpartition(" ")
    return members.add(club=club, first=first, particle=particle, family=family, **more)


def test_members_stand_in_dutch_order(club):
    for line in ("Wim van den Berg", "Ans Bos", "Zoë Aalders", "Éva de Boer", "Ans"):
        add(club, line)
    assert [str(club_member) for club_member in members.list_members(club)] == [
        *("Zoë Aalders", "Ans", "Wim van den Berg", "Éva de Boer", "Ans Bos")
    ]


def test_name_may_be_as_long_as_that_and_each_has_a_number_of_their_own(club):
    longest = members.add(club=club, first="A" * members.LONGEST, number="7")
    assert len(str(longest)) == members.LONGEST
    assert members.add(club=club, first="Els", number="8").number == "8"


def test_other_club_has_names_and_numbers_of_its_own(club, other_club):
    add(club, "Ans Bos", number="7")
    assert add(other_club, "Ans Bos", number="7").number == "7"


def test_change_keeps_the_order_and_the_search_in_step(club):
    member = members.change(member=add(club, "Ans Bos"), family="Aalders", number="12")
    assert bytes(member.sort_key) == Name("Ans", "", "Aalders").sort_key
    assert member.search_text == "ans aalders  12"


def test_refused_change_leaves_all_as_it_was(club):
    member = add(club, "Ans Bos")
    assert refused(members.change, member=member, first="", family="Vos") == ["C21"]
    member.refresh_from_db()
    assert str(member) == "Ans Bos"


def test_change_of_something_else_asks_nothing_about_a_double(club):
    member = add(club, "Ans Bos")
    add(club, "Ans Bos", another=True)
    assert members.change(member=member, guest=True).guest


def test_archive_and_restore(club):
    member = add(club, "Ans Bos")
    when = members.archive(member=member).archived
    assert members.archive(member=member).archived == when
    assert members.restore(member=member).archived is None


def test_two_who_sat_at_the_tables_at_once_are_no_double():
    season = club_with()
    person, other, *_more = who = people(season, 8)
    playing(season, who, rounds=1)
    assert refused(members.merge, double=person, keep=other) == ["C92"]
    assert refused(members.merge, double=other, keep=person) == ["C92"]
    again, third = (members.add(club=season.club, first=name) for name in ("Weer", "Nog"))
    members.merge(double=other, keep=again)
    assert refused(members.merge, double=person, keep=again) == ["C92"]
    assert members.merge(double=third, keep=again) == again


def test_merges_never_chain(club, other_club):
    first, two, three = (add(club, name) for name in ("Ans Bos", "Ans Bosch", "Ans Boss"))
    members.merge(double=two, keep=first)
    assert refused(members.merge, double=three, keep=two) == ["C30"]
    assert refused(members.merge, double=first, keep=three) == ["C30"]
    assert refused(members.merge, double=two, keep=three) == ["C30"]
    assert refused(members.merge, double=first, keep=first) == ["C29"]
    other = add(other_club, "Ans Bos")
    assert refused(members.merge, double=other, keep=first) == ["C29"]


def test_pair_is_one_whoever_is_named_first(club):
    member, other = add(club, "Ans Bos"), add(club, "Bob Vos")
    made = members.pair(member=other, other=member, kind="apart")
    assert members.list_pairs(member) == [(made, other)]
    assert members.list_pairs(other) == [(made, member)]
    assert refused(members.pair, member=member, other=other, kind="together") == ["C32"]
    assert refused(members.pair, member=member, other=member, kind="apart") == ["C31"]
    keep = members.merge(double=other, keep=add(club, "Bob Vosse"))
    assert members.list_pairs(member) == [(made, keep)]
    assert refused(members.pair, member=keep, other=member, kind="apart") == ["C32"]
    members.unpair(pair=made)
    assert members.list_pairs(member) == []


def test_family_is_known_by_its_name_however_it_is_written(club):
    jan, riet, cor = add(club, "Jan"), add(club, "Riet"), add(club, "Cor")
    households.keep_apart(club=club, people=[jan.pk, riet.pk], household="De Wit")
    members.change(member=cor, household="de wit")
    jan.refresh_from_db()
    assert households.list_others(jan) == [cor, riet]
    assert households.list_households(club) == {"De Wit": [cor, jan, riet]}
    assert refused(households.keep_apart, club=club, people=[jan.pk], household="a\x00") == ["C20"]
    households.keep_apart(club=club, people=[jan.pk], household="")
    jan.refresh_from_db()
    assert households.list_others(jan) == []


# A pasted list


def test_list_is_added_without_who_is_there(club):
    add(club, "Ans Bos")
    text = "Jan van der Berg\n\n  ans BOS & Els Bos\nJan van der Berg\r\nEls\n"
    read = members.preview_list(club=club, text=text)
    assert [(line.number, str(line.name.full), line.known) for line in read.lines] == [
        (1, "Jan van der Berg", False),
        (3, "ans BOS", True),
        (3, "Els Bos", False),
        (4, "Jan van der Berg", True),
        (5, "Els", False),
    ]
    assert [line.number for line in read.doubtful] == [3, 4, 5]
    assert [str(member) for member in members.add_many(club=club, text=text)] == [
        *("Jan van der Berg", "Els Bos", "Els")
    ]
    assert refused(members.add_many, club=club, text=text) == ["C27"]
    assert len(members.add_many(club=club, text=text, again=True)) == 5


def test_list_with_one_wrong_line_adds_nobody(club):
    text = "Ans Bos\nBob\u202e Vos\nJan;van;Dam;06\n" + "x" * 61
    read = members.preview_list(club=club, text=text)
    assert [(line.number, line.wrong.number) for line in read.wrong] == [(2, 20), (3, 33), (4, 22)]
    assert refused(members.add_many, club=club, text=text) == ["C28"]
    assert not club.members.exists()


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff"])
def test_empty_list_is_refused(club, text):
    assert refused(members.add_many, club=club, text=text)[0] in ("C27", "C28")


# The database itself


@pytest.mark.parametrize(
    "change",
    [
        {"first": ""},
        {"number": "7"},
        {"table": 0},
        {"writes": "now"},
        {"shown": "all"},
        {"sort_key": b""},
    ],
)
def test_database_itself_refuses(club, change):
    add(club, "Ans Bos", number="7")
    member = add(club, "Bob Vos")
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.filter(pk=member.pk).update(**change)


def test_database_itself_refuses_a_pair_twice_or_turned(club):
    member, other = add(club, "Ans Bos"), add(club, "Bob Vos")
    members.pair(member=member, other=other, kind="apart")
    for pair in ((member, other), (other, member), (member, member)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pair.objects.create(first=pair[0], second=pair[1], kind="apart")
