import pytest
from django.utils import translation

from tests import printed
from tests.tournaments.evenings import people
from tests.tournaments.printing.test_hall_papers import hostile
from tournaments import links
from tournaments.members import members
from tournaments.printing.hall_papers import print_links

ADDRESS = "https://club.example/m/{}/"
HALL = "This link works in the hall only, as long as the computer with Streepje is on."


def address_of(member):
    return ADDRESS.format(links.make_key(member))


def test_everybody_has_a_slip_with_a_code_in_the_order_of_names(season):
    who = hostile(season)
    pdf = print_links(season.club, address_of, "")
    pages = printed.read(pdf)
    assert [page.wrong() for page in pages] == [[]] * 2
    assert sum(map(len, printed.scanned(pdf)), 0) == len(who)
    assert {code for page in printed.scanned(pdf) for code in page} == {*map(address_of, who)}
    numbers = [row for page in pages for row in page.said if row.startswith("0") or "Speler" in row]
    assert numbers == sorted(numbers) and len(numbers) == 9
    assert all(HALL not in page.words for page in pages)


def test_who_left_was_merged_or_erased_has_none(season):
    gone, double, kept = people(season, 3)
    members.archive(member=gone)
    members.merge(double=double, keep=kept)
    assert printed.scanned(print_links(season.club, address_of, "")) == [[address_of(kept)]]


@pytest.mark.parametrize("language", ["nl", "de", "en"])
def test_links_of_the_hall_say_so_below_the_longest_names(season, language):
    people = hostile(season)
    with translation.override(language):
        pages = printed.read(print_links(season.club, address_of, "hall"))
        said = translation.gettext(HALL)
    assert [page.wrong() for page in pages] == [[]] * 2
    assert sum(page.words.count(said[:20]) for page in pages) == len(people)


@pytest.mark.parametrize(
    ("count", "where", "words"),
    [(0, "", "Nobody is on the list"), (1, "here", "Phones can't open these links yet")],
)
def test_paper_without_links_says_why(season, count, where, words):
    if count:
        people(season, count)
    pdf = print_links(season.club, address_of, where)
    assert words in printed.read(pdf)[0].words
    assert printed.scanned(pdf) == [[]]
