from datetime import timedelta

from django.conf import settings

from scoring.browser import sync
from scoring.models import Sheet
from scoring.sheets import lifecycle
from tests.browser.pages import state, states
from tests.browser.states.clubs import PEOPLE, members_of
from tests.browser.states.seasons import season_of
from tournaments import links
from tournaments.club import clubs
from tournaments.members import households, members
from tournaments.models import Season, Table
from tournaments.nights import at_the_door, closing, draw_rounds, lots, money, nights, signing_up
from tournaments.nights.changes_at_tables import replace
from tournaments.nights.nights import Arrangement, arrange


def night_of(club, to="check-in"):
    season = season_of(club)
    night, *_more = nights.plan(season=season, days=nights.list_days(season.first, season.last, 4))
    if to == "check-in":
        nights.set_state(night=night, to="sign-up")
        ans, bob = club.members.all()[:2]
        signing_up.sign(night=night, member=ans, said="on")
        signing_up.sign(night=night, member=bob, said="off")
    return night if to == "planned" else nights.set_state(night=night, to=to)


@state("tournaments:nights")
def nights_in_a_list(visit):
    club = members_of(visit, *PEOPLE)
    night_of(club)
    visit.go("tournaments:nights", club.slug)


@state("tournaments:season-nights")
def planning_nights(visit):
    club = members_of(visit, *PEOPLE)
    night = night_of(club)
    visit.go("tournaments:season-nights", club.slug, night.season_id)
    visit.send(first="2026-09-03")


def _signed_up_for(club):
    night = night_of(club, "sign-up")
    signing_up.sign(night=night, member=club.members.first(), said="on")
    return night


@state("tournaments:night-move")
def moving_a_night(visit):
    club = members_of(visit, *PEOPLE)
    night = _signed_up_for(club)
    other = night.season.nights.exclude(pk=night.pk).first()
    visit.go("tournaments:night-move", club.slug, night.pk)
    visit.send(day=other.day.isoformat())


@state("tournaments:night-call-off")
def a_night_called_off(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:night-call-off", club.slug, _signed_up_for(club).pk)
    visit.page.click("[value='call off']")


@state("tournaments:nights")
def nights_of_which_one_is_called_off(visit):
    club = members_of(visit, *PEOPLE)
    nights.call_off(night=_signed_up_for(club))
    visit.go("tournaments:nights", club.slug)


@state("tournaments:own")
def own_page_with_a_night_moved_and_one_called_off(visit):
    club = members_of(visit, *PEOPLE)
    night = _signed_up_for(club)
    other = night.season.nights.exclude(pk=night.pk).first()
    nights.move(night=other, day=other.day + timedelta(days=1))
    nights.call_off(night=night)
    visit.go("tournaments:own", links.make_key(club.members.first()))


@state("tournaments:door")
def people_at_the_door(visit):
    club = members_of(visit, *PEOPLE)
    members.add(club=club, first="Christiaan-Alexander", particle="van den", family="Wijngaarden")
    night = night_of(club)
    for member in club.members.all()[2:6]:
        at_the_door.check_in(night=night, member=member, present=True)
    at_the_door.pay(night=night, member=club.members.all()[3], paid=True)
    visit.go("tournaments:door", club.slug, night.pk)


@state("tournaments:money", "tournaments:season-money")
def money_of_a_night(visit):
    club = members_of(visit, *PEOPLE)
    members.add(club=club, first="Christiaan-Alexander", particle="van den", family="Wijngaarden")
    night = night_of(club)
    takings = [("Bar", 14_350), ("Zaalhuur", -7_500)]
    nights.set_fees(night=night, member_fee=250, guest_fee=350, takings=takings)
    money.buy_card(season=night.season, member=club.members.all()[3], nights=10, amount=2_000)
    for member in club.members.all()[2:6]:
        at_the_door.check_in(night=night, member=member, present=True)
    at_the_door.pay(night=night, member=club.members.all()[3], paid=True)
    visit.go("tournaments:money", club.slug, night.pk)
    visit.go("tournaments:season-money", club.slug, night.season_id)


@state("tournaments:door")
def a_guest_of_a_known_name(visit):
    club = members_of(visit, *PEOPLE)
    visit.go("tournaments:door", club.slug, night_of(club).pk)
    visit.page.click("[href='#guest']")
    visit.page.fill("[name=first]", "Ans")
    visit.page.fill("[name=family]", "Willemse")
    visit.page.click("#guest button")


@state("tournaments:own")
def own_page_with_nights_to_sign_up_for(visit):
    club = members_of(visit, *PEOPLE)
    night_of(club, "sign-up")
    visit.go("tournaments:own", links.make_key(club.members.all()[0]))
    visit.page.click("[value=on]")


@state("tournaments:night", "tournaments:own", "tournaments:answer")
def full_night_with_a_reserve_list(visit):
    club = members_of(visit, *PEOPLE)
    night = night_of(club, "sign-up")
    arrange(night=night, arrangement=Arrangement(most_people=2))
    who = list(club.members.all())
    for member in who[:4]:
        signing_up.sign(night=night, member=member, said="on")
    visit.go("tournaments:night", club.slug, night.pk)
    visit.go("tournaments:own", links.make_key(who[3]))
    for member, said in ((who[4], "on"), (who[3], "on"), (who[0], "off")):
        key = links.make_key(member, f"{links.ANSWER} {night.public_id}")
        visit.go("tournaments:answer", key, night.pk, said)


# The draw


def playing(visit, *more, rounds_drawn=2):
    club = members_of(visit, *PEOPLE, *more)
    night = night_of(club)
    for member in club.members.all():
        at_the_door.check_in(night=night, member=member, present=True)
    night = nights.set_state(night=night, to="playing")
    if rounds_drawn:
        draw_rounds.draw_rounds(night=night, rounds=rounds_drawn, method="mix")
    return club, night


def go_playing(visit, page, *more, rounds_drawn=2, query=""):
    club, night = playing(visit, *more, rounds_drawn=rounds_drawn)
    visit.go(f"tournaments:{page}", club.slug, night.pk, query=query)


MORE = ("Christiaan-Alexander van den Wijngaarden-Oosterbaan", "Bob de Groot", "Cor van Dijk")


states(
    "tournaments:night",
    a_night_being_played=lambda visit: go_playing(visit, "night"),
    a_room_before_the_draw=lambda visit: go_playing(visit, "night", rounds_drawn=0),
)


@state("tournaments:draw")
def a_draw_refused(visit):
    go_playing(visit, "draw", rounds_drawn=0)
    visit.page.click("main summary")
    visit.page.select_option("[name=one0]", index=1)
    visit.send()


@state("tournaments:draw")
def drawn_and_taken_back(visit):
    club, night = playing(visit, *MORE)
    draw_rounds.undo_draw(draw_record=night.draw_records.get(), reason="Bob was naar huis")
    members.pair(member=club.members.all()[0], other=club.members.all()[1], kind="together")
    members.pair(member=club.members.all()[0], other=club.members.all()[2], kind="together")
    members.pair(member=club.members.all()[1], other=club.members.all()[2], kind="apart")
    draw_rounds.draw_rounds(night=night, rounds=1, method="mix")
    visit.go("tournaments:draw", club.slug, night.pk)


@state("tournaments:draw")
def wishes_that_clash(visit):
    club, night = playing(visit, *MORE, rounds_drawn=0)
    family = [member.pk for member in club.members.all()[2:4]]
    households.keep_apart(club=club, people=family, household="Familie De Wit")
    members.change(member=club.members.first(), another=True, table=9)
    visit.go("tournaments:draw", club.slug, night.pk)
    visit.page.click("main summary")
    for line, kind in enumerate(("together", "apart")):
        visit.page.select_option(f"[name=one{line}]", index=1)
        visit.page.select_option(f"[name=kind{line}]", kind)
        visit.page.select_option(f"[name=other{line}]", index=2)
    visit.send()


@state("tournaments:draw-record")
def checking_a_draw(visit):
    club, night = playing(visit, *MORE)
    visit.go("tournaments:draw-record", club.slug, night.pk, 1)
    visit.send()


@state("tournaments:draw-record")
def a_draw_with_private_wishes_seen_by_the_public(visit):
    club, night = playing(visit, *MORE, rounds_drawn=0)
    members.pair(member=club.members.all()[0], other=club.members.all()[1], kind="apart")
    draw_record = draw_rounds.draw_rounds(night=night, rounds=1, method="mix")
    draw_rounds.undo_draw(draw_record=draw_record, reason="Bob was naar huis")
    clubs.set_visibility(club=club, visible_to="open")
    visit.page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    visit.go("tournaments:draw-record", club.slug, night.pk, 1)


@state("tournaments:draw-stones")
def numbers_from_the_bag_with_one_twice(visit):
    go_playing(visit, "draw-stones", rounds_drawn=0)
    for place in (0, 1):
        visit.page.fill(f".stones input >> nth={place}", "1")
    visit.page.click("main button.main")
    visit.page.wait_for_load_state()


@state("tournaments:draw-bag", at_night=True)
def lots_from_the_bag_and_a_full_table(visit):
    club, night = playing(visit, *MORE, rounds_drawn=0)
    for member in club.members.all()[:4]:
        lots.seat_member(night=night, member=member, table=1, method="bag")
    visit.go("tournaments:draw-bag", club.slug, night.pk)
    visit.page.locator("[name=member]").first.check()
    visit.page.click("[name=table][value='1']")


@state("tournaments:draw-bag")
def nobody_draws_lots_alone(visit):
    club = members_of(visit, *PEOPLE)
    night = night_of(club)
    nights.set_state(night=night, to="playing")
    visit.go("tournaments:draw-bag", club.slug, night.pk)


@state("tournaments:draw-hand")
def by_hand_from_the_last_round(visit):
    club, night = playing(visit, *MORE, rounds_drawn=1)
    lots.seat_as_last_round(night=night)
    lots.unseat_member(night=night, member=club.members.first())
    visit.go("tournaments:draw-hand", club.slug, night.pk)
    visit.page.click("main summary")


@state("tournaments:draw-hand")
def by_hand_with_a_table_that_is_too_small(visit):
    club, night = playing(visit, *MORE, "Dik Bos", rounds_drawn=0)
    who = [*draw_rounds.list_present(night)]
    tables = (1, 1, 2, 2, 2, 3, 3, 3, 3)
    seats = {member.pk: (table, 1) for member, table in zip(who, tables, strict=True)}
    lots.seat_members(night=night, seats=seats, method="hand")
    visit.go("tournaments:draw-hand", club.slug, night.pk)
    visit.expect(409)
    visit.page.click("[name=lay]")


@state("tournaments:draw-hand")
def by_hand_with_somebody_left_over(visit):
    go_playing(visit, "draw-hand", *MORE, rounds_drawn=0)
    visit.expect(409)
    visit.page.click("[name=lay]")


@state("tournaments:draw-back")
def taking_a_draw_back(visit):
    go_playing(visit, "draw-back")
    visit.send()


states(
    "tournaments:rounds",
    nothing_drawn_yet=lambda visit: go_playing(visit, "rounds", rounds_drawn=0),
    who_sits_where=lambda visit: go_playing(visit, "rounds", *MORE, query="?round=1"),
)


# The room


def approved(sheet):
    names = play(sheet, 7)
    lifecycle.approve(sheet=sheet, player=names[1], read=sync.build_sheet_state(sheet)["digest"])


def play(sheet, games):
    names = [seat.name for seat in sheet.seats.all()]
    for number in range(1, games + 1):
        entries = dict.fromkeys(names, 20 + number) | {names[0]: "-"}
        lifecycle.record(sheet=sheet, number=number, row={"entries": entries})
    return names


@state("tournaments:night")
def a_room_with_tables_of_every_kind(visit):
    more = [f"Speler {number:02}" for number in range(12)]
    club, night = playing(visit, *MORE, *more)
    first, second, third, *_rest = [table.sheet for table in night.rounds.first().tables.all()]
    approved(first)
    play(second, 7)
    names = play(third, 3)
    row = {"entries": dict.fromkeys(names, 30) | {names[1]: "-"}}
    lifecycle.record(sheet=third, number=3, row=row, seen=0)
    visit.go("tournaments:night", club.slug, night.pk, query="?round=1")


@state("tournaments:room", at_night=True)
def cutting_a_round_short(visit):
    go_playing(visit, "night")
    visit.page.click("#further > summary")
    visit.page.click("#cut summary")
    visit.page.fill("[name=games]", "0")
    visit.page.click("#cut .button")


# Closing


states(
    "tournaments:closing",
    a_night_that_is_not_over=lambda visit: go_playing(visit, "closing"),
    closing_without_a_round=lambda visit: go_playing(visit, "closing", rounds_drawn=0),
)


@state("tournaments:closing")
def closing_though_not_all_is_in(visit):
    club, night = playing(visit)
    play(night.rounds.first().tables.first().sheet, 3)
    visit.go("tournaments:closing", club.slug, night.pk)
    visit.send()


@state("tournaments:closing")
def everything_is_in(visit):
    club, night = playing(visit, rounds_drawn=3)
    for table in Table.objects.all():
        approved(table.sheet)
    visit.go("tournaments:closing", club.slug, night.pk)


@state("tournaments:closing")
def a_closed_night_with_something_late(visit):
    club, night = playing(visit, rounds_drawn=1)
    closing.close(night=night, reason="Tafel 1 ging naar huis")
    play(night.rounds.first().tables.first().sheet, 1)
    visit.go("tournaments:closing", club.slug, night.pk)
    visit.page.click("main summary")


@state("tournaments:night")
def a_closed_night(visit):
    club, night = playing(visit, rounds_drawn=0)
    closing.close(night=night)
    visit.go("tournaments:night", club.slug, night.pk)


@state("tournaments:night")
def a_night_being_closed(visit):
    club, night = playing(visit)
    closing.close(night=night, reason="laat")
    closing.reopen(night=night, reason="Tafel 2 telde een spel dubbel")
    visit.go("tournaments:night", club.slug, night.pk)


# The result


@state("tournaments:night-result", at_night=True)
def a_result_so_far(visit):
    club, night = playing(visit, *MORE, *(f"Speler {number:02}" for number in range(8)))
    first, second, *_rest = [table.sheet for table in night.rounds.first().tables.all()]
    approved(first)
    play(second, 3)
    visit.go("tournaments:night-result", club.slug, night.pk, query="?all")


@state("tournaments:night-result")
def a_result_with_a_fill_in(visit):
    club, night = playing(visit, *MORE, rounds_drawn=1)
    Season.objects.update(fill_ins=True)
    first_table, last_table = Table.objects.order_by("number")
    play(first_table.sheet, 7)
    gone = last_table.seats.order_by("seat__position").last()
    ready = first_table.seats.order_by("seat__position").last()
    replace(table=last_table, member=gone.member, other=ready.member)
    sheet = Sheet.objects.get(pk=last_table.sheet_id)
    first, *others, fill_in = [seat.name for seat in sheet.seats.all()]
    for number in range(1, 8):
        entries = dict.fromkeys(others, 20) | {first: "-", fill_in: 10}
        lifecycle.record(sheet=sheet, number=number, row={"entries": entries})
    visit.go("tournaments:night-result", club.slug, night.pk)


@state("tournaments:night-result")
def the_result_of_a_night(visit):
    club, night = playing(visit, *MORE)
    for table in Table.objects.all():
        play(table.sheet, 7)
    closing.close(night=night, reason="laat")
    closing.reopen(night=night, reason="Tafel 2 telde een spel dubbel", table=Table.objects.last())
    closing.close(night=night, reason="laat")
    visit.go("tournaments:night-result", club.slug, night.pk)
    visit.page.click(".more summary")
