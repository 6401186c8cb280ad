from collections.abc import Callable, Iterator

from django.utils.translation import gettext

from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.table import begin_page
from tournaments.members import members
from tournaments.models import Club, Member
from tournaments.printing.hall_papers import lay_grid, make_paper

ACROSS, HIGH, CODE = 2, 54.0, 44.0  # slips in a row; millimetres of a slip and of its code


def print_links(club: Club, find_address: Callable[[Member], str], where: str) -> bytes:
    """With “here” phones can't open the links: say so instead. With “hall” they can in the hall
    only.
    """
    title = gettext("Personal links")
    paper = make_paper(club, f"{title} · {club}")
    people = members.label_people(members.list_members(club).filter(archived=None))
    if where == "here" or not people:
        words = gettext("Nobody is on the list of members yet.")
        if people:
            words = gettext("Phones can't open these links yet: let them in first.")
        paper.write_paragraph(words, begin_page(paper, title, str(club)), 11)
        return paper.close()
    places: Iterator[Box] = iter(())
    for member in sorted(people, key=lambda row: (row.label.order, row.pk)):
        box = next(places, None)
        if box is None:
            places = lay_grid(paper.begin_page(), ACROSS, HIGH)
            box = next(places)
        _slip(paper, box, member, str(club), find_address(member), hall_only=where == "hall")
    return paper.close()


def _slip(
    paper: Paper, box: Box, member: Member, club: str, address: str, *, hall_only: bool
) -> None:
    paper.draw_frame(box, thick=0.1, grey=GREY)  # to cut along
    inner = box.inset(3)
    code = Box(inner.x, inner.y, CODE, CODE)
    paper.draw_code(address, code)
    under = Box(inner.x, inner.bottom - 4, inner.width, 4)
    paper.write(address.partition("://")[2], under, 7, least=5, grey=GREY)
    words = Box(code.right + 2, inner.y, inner.right - code.right - 2, under.y - inner.y - 1)
    high = paper.write_paragraph(member.label.listed, words.top(14), 13, bold=True)
    paper.write(club, words.below(high + 1).top(4), 9, grey=GREY)
    rest = words.below(high + 6)
    said = gettext("Scan the code: your own page opens. It is as a key, for you alone.")
    down = paper.write_paragraph(said, rest.top(rest.height - 10 * hall_only), 9)
    if hall_only:
        said = gettext(
            "This link works in the hall only, as long as the computer with Streepje is on."
        )
        paper.write_paragraph(said, rest.below(down + 1), 8, grey=GREY)
