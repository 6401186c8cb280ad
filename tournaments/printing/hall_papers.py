from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext

from scoring.toolkit.pdf.page import GREY, Box, Paper
from scoring.toolkit.pdf.table import Column, Look, begin_page, draw_table
from scoring.toolkit.pdf.text import SMALLEST, width
from tournaments.club import logos
from tournaments.members import members
from tournaments.models import Club, Member, Night, TableSeat
from tournaments.nights.entrants import count_entrants
from tournaments.nights.nights import compute_table_sizes
from tournaments.nights.pages import door, seating_plan
from tournaments.nights.pages.seating_plan import Laid, Seating

GUESTS = 6  # empty lines at the end of the list at the door
ACROSS, HIGH, CODE = 2, 54.0, 44.0  # slips in a row; millimetres of a slip and of its code
LIST = Look(row=8.0, size=11, striped=True, least=5.6, most=1.4)


def make_paper(club: Club, title: str) -> Paper:
    return Paper(title, logo=logos.read_logo(club))


def _instead(paper: Paper, title: str, night: Night, words: str) -> None:
    paper.write_paragraph(words, begin_page(paper, title, night.in_full), 11)


def print_seats(night: Night) -> bytes:
    rounds = sorted(seating_plan.build_seating(night), key=lambda drawn: drawn.number)
    title = gettext("Who sits where")
    paper = make_paper(night.season.club, f"{title} · {night.in_full}")
    if not rounds:
        words = gettext("Nobody has a table yet: this list is full once tables are drawn.")
        _instead(paper, title, night, words)
        return paper.close()
    _by_name(paper, night, rounds)
    for drawn in rounds:
        words = gettext("Round %(number)s, by table") % {"number": drawn.number}
        _by_table(paper, words, night.in_full, drawn)
    return paper.close()


def _by_name(paper: Paper, night: Night, seatings: Sequence[Seating]) -> None:
    sat: dict[int, dict[int, int]] = defaultdict(dict)
    people = {}
    here = TableSeat.objects.filter(round__night=night, until=None)
    for seat in here.select_related("member__merged_into", "table", "round"):
        people[seat.member.main_id] = seat.member.main
        sat[seat.member.main_id][seat.round.number] = seat.table.number
    heads = [gettext("Round %(number)s") % {"number": row.number} for row in seatings]
    narrow = (Column(head, max(8, 60 / len(heads)), "centre", bold=True) for head in heads)
    rows = (
        [row.label.listed, *(str(sat[row.pk].get(drawn.number, "–")) for drawn in seatings)]
        for row in members.label_in_order(people.values())
    )
    title, columns = gettext("Who sits where"), [Column(gettext("Name"), 60), *narrow]
    draw_table(paper, title, columns, rows, under=night.in_full, look=LIST)


def _by_table(paper: Paper, heading: str, under: str, seating: Seating) -> None:
    bookmarks = iter([heading])
    places = fill_pages(
        lambda: begin_page(paper, heading, under, bookmark=next(bookmarks, "")), 2, 36
    )
    for laid in seating.tables:
        _table(paper, next(places).inset(1.5), laid)
    if seating.out:
        words = gettext("Sits out this round: %(names)s") % {"names": ", ".join(seating.out)}
        paper.write_paragraph(words, next(places).inset(4, 3), 11)


def _table(paper: Paper, box: Box, laid: Laid) -> None:
    paper.draw_frame(box)
    number, names = box.columns([1, 2.6])
    paper.write(str(laid.number), number.inset(2), 44, bold=True, align="centre")
    paper.draw_rules([(names.x, box.y, names.x, box.bottom)])
    line = names.inset(3, 1).height / max(4, len(laid.names))
    for place, name in enumerate(laid.names):
        cell = names.inset(3, 1).below(place * line).top(line)
        words = gettext("keeps score")
        taken = width(words, SMALLEST) + 2.5 if not place else 0.0
        end = paper.write(name, cell._replace(width=cell.width - taken), 12, bold=not place)
        if not place:
            rest = cell._replace(x=end + 2, width=cell.right - end - 2)
            paper.write(words, rest, 8, grey=GREY)


def fill_pages(begin: Callable[[], Box], across: int, high: float) -> Iterator[Box]:
    """Yield boxes, left to right, as many as fit in the room of each page."""
    while True:
        room = begin()
        for down in range(int(room.height / high)):
            yield from room.below(down * high).top(high).columns([1] * across)


def print_table_numbers(night: Night, count: int) -> bytes:
    title = gettext("Table numbers")
    paper = make_paper(night.season.club, f"{title} · {night.season.club}")
    half = paper.high / 2
    for number in range(1, count + 1):
        if number % 2:
            room = paper.begin_page()
            for left in (5, paper.wide - 11):  # where to fold
                paper.draw_rules([(left, half, left + 6, half)], grey=GREY)
        high = half - paper.margin
        box = room.top(high) if number % 2 else room.below(room.height - high)
        words = gettext("Table %(number)s") % {"number": number}
        paper.add_bookmark(words)
        paper.write(gettext("Table"), box.top(20), 30, align="centre")
        paper.write(str(number), box.below(18).top(box.height - 34), 320, bold=True, align="centre")
        line = box.below(box.height - 14).top(8)
        paper.write(str(night.season.club), line, 12, align="centre", grey=GREY)
    return paper.close()


def print_lots(night: Night, present: int) -> bytes:
    title = gettext("Lots")
    paper = make_paper(night.season.club, f"{title} · {night.in_full}")
    tables = compute_table_sizes(night, count_entrants(night, present)).tables
    if not tables:
        words = gettext("So few people make no table: say for how many the lots should be.")
        _instead(paper, title, night, words)
    places = fill_pages(paper.begin_page, 3, 34)
    for number, size in enumerate(tables, 1):
        for seat in range(1, size + 1):
            _lot(paper, next(places), number, seat)
    return paper.close()


def _lot(paper: Paper, box: Box, table: int, seat: int) -> None:
    paper.draw_frame(box, thick=0.1, grey=GREY)
    inner = box.inset(3)
    paper.write(gettext("Table"), inner.top(5), 10, align="centre", grey=GREY)
    paper.write(str(table), inner.below(5).top(16), 44, bold=True, align="centre")
    plain = gettext("Seat %(number)s") % {"number": seat}
    words = gettext("Seat 1: keeps score") if seat == 1 else plain
    paper.write(words, inner.below(22).top(6), 11, align="centre")


def print_attendance(night: Night, *, pays: bool = True) -> bytes:
    title = gettext("Who is there")
    paper = make_paper(night.season.club, f"{title} · {night.in_full}")
    columns = [
        Column(gettext("Name"), 70),
        Column(gettext("No."), 16, "right"),
        Column(gettext("Said"), 30),
        Column(gettext("Here"), 18, "centre"),
        *([Column(gettext("Paid"), 18, "centre")] if pays else []),
    ]
    under, look = night.in_full, Look(row=8.0, size=11)
    draw_table(
        paper, title, columns, (row[: len(columns)] for row in _door(night)), under=under, look=look
    )
    return paper.close()


def _door(night: Night) -> Iterator[list[str]]:
    answers = {"on": gettext("signed up"), "wait": gettext("reserve list")}
    answers |= {"off": gettext("signed off"), "late": gettext("signed off too late")}
    for row in door.build_door(night).listed:
        ticks = ["✓" * row.present, "✓" * row.paid]
        yield [row.member.label.listed, row.member.number, answers.get(row.said, ""), *ticks]
    for _place in range(GUESTS):
        yield ["", "", gettext("guest"), "", ""]


def print_links(club: Club, find_address: Callable[[Member], str], where: str) -> bytes:
    """With “here” phones can't open the links: say so instead. With “hall” they can in the hall
    only.
    """
    title = gettext("Personal links")
    paper = make_paper(club, f"{title} · {club}")
    people = members.label_in_order(members.list_members(club).filter(archived=None))
    if where == "here" or not people:
        words = gettext("Nobody is on the list of members yet.")
        if people:
            words = gettext("Phones can't open these links yet: let them in first.")
        paper.write_paragraph(words, begin_page(paper, title, str(club)), 11)
        return paper.close()
    places = fill_pages(paper.begin_page, ACROSS, HIGH)
    for member in people:
        address, hall_only = find_address(member), where == "hall"
        _slip(paper, next(places), member, str(club), address, hall_only=hall_only)
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
