from datetime import timedelta

import pytest

from tests.tournaments import evenings
from tests.tournaments.evenings import THURSDAY, drawn, let_in, people, refused
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import Member, Night
from tournaments.nights import at_the_door, closing, money, nights


@pytest.fixture
def season(season):
    return seasons.change(season=season, member_fee=250, guest_fee=350)


def tonight(season, week=0):
    return evenings.tonight(season, day=THURSDAY + timedelta(weeks=week))


def shut(night):
    nights.set_state(night=night, to="playing")
    return closing.close(night=night)


def amounts(night):
    people = members.list_members(night.season.club)
    open_before = money.read_debts(night.season.club, before=night)
    return {
        who: (
            money.count_to_pay(night, who, money.read_cards(night.season), debts=True),
            money.add_up(open_before.get(who.pk, [])),
        )
        for who in people
    }


def test_night_costs_what_the_season_says_or_something_else(season):
    night, (ans,) = tonight(season), people(season, 1)
    gast = at_the_door.walk_in(night=night, first="Gast", family="").member
    assert amounts(night) == {ans: (250, 0), gast: (350, 0)}
    nights.set_fees(night=night, member_fee=0, guest_fee=None, by="user 1")
    entry = night.log_entries.last()
    assert (entry.kind, entry.actor) == ("fees", "user 1")
    night.refresh_from_db()
    assert amounts(night) == {ans: (0, 0), gast: (350, 0)}
    for wrong in (-1, 100_001):
        assert refused(nights.set_fees, night=night, member_fee=wrong, guest_fee=0) == ["C155"]
        assert refused(seasons.change, season=season, guest_fee=wrong) == ["C155"]


def test_what_was_not_paid_is_carried_over_until_somebody_pays(season):
    ans, bob = people(season, 2)
    first, second, third = (tonight(season, week) for week in range(3))
    let_in(first, [ans, bob])
    at_the_door.pay(night=first, member=bob, paid=True)
    shut(first)
    let_in(second, [ans, bob])
    assert amounts(second) == {ans: (500, 250), bob: (250, 0)}
    shut(second)
    let_in(third, [ans])
    assert amounts(third) == {ans: (750, 500), bob: (500, 250)}
    at_the_door.pay(night=third, member=ans, paid=True, debts=True)
    assert third.attendances.get(member=ans).amount == 750
    assert money.read_debts(season.club, member=ans) == {}
    at_the_door.pay(night=third, member=ans, paid=False)
    assert third.attendances.get(member=ans).amount == 0
    assert [debt.amount for debt in money.read_debts(season.club, member=ans)[ans.pk]] == [250] * 3
    at_the_door.pay(night=second, member=ans, paid=True, debts=True)  # by bank, after closing
    assert amounts(third)[ans] == (250, 0)


def test_payment_at_the_door_covers_no_debts_whatever_the_fee_becomes(season):
    (ans,) = people(season, 1)
    first, second, third = (tonight(season, week) for week in range(3))
    let_in(first, [ans])
    shut(first)
    let_in(second, [ans])
    at_the_door.pay(night=second, member=ans, paid=True)
    nights.set_fees(night=second, member_fee=100, guest_fee=None)
    assert amounts(third)[ans] == (500, 250)
    at_the_door.pay(night=second, member=ans, paid=True, debts=True)
    nights.set_fees(night=second, member_fee=900, guest_fee=None)
    assert amounts(third)[ans] == (250, 0)
    at_the_door.pay(night=second, member=ans, paid=True)
    assert amounts(third)[ans] == (500, 250)


def test_closed_night_keeps_what_it_cost(season):
    (ans,) = people(season, 1)
    night = tonight(season)
    let_in(night, [ans])
    assert shut(night).fees == (250, 350)
    seasons.change(season=season, member_fee=900, guest_fee=0)
    assert Night.objects.get().fees == (250, 350)
    assert amounts(tonight(season, 1)) == {ans: (1150, 250)}


def test_nights_closed_before_there_were_fees_are_free(season):
    seasons.change(season=season, member_fee=0, guest_fee=0)
    (ans,) = people(season, 1)
    night = tonight(season)
    let_in(night, [ans])
    shut(night)
    type(night).objects.update(member_fee=None, guest_fee=None)  # as an earlier version left it
    seasons.change(season=season, member_fee=250, guest_fee=0)
    assert money.read_debts(season.club) == {}


@pytest.mark.parametrize("twice", [False, True])
def test_double_pays_for_the_member_kept_and_one_fee_who_came_as_both(season, twice):
    ans, double = people(season, 2)
    first, second = tonight(season), tonight(season, 1)
    Member.objects.filter(pk=double.pk).update(guest=True)
    let_in(first, [ans, double] if twice else [double])
    members.merge(double=double, keep=ans)
    assert amounts(second) == {ans: (500, 250)}
    at_the_door.pay(night=first, member=ans, paid=True)
    assert sum(first.attendances.values_list("amount", flat=True)) == 250
    first.attendances.filter(member=double).update(paid=False)  # as before the merge
    assert amounts(second) == {ans: (250, 0)}


def test_seat_of_the_member_kept_shows_that_a_double_was_there(season):
    ans, double, *others = people(season, 5)
    first, second = tonight(season), tonight(season, 1)
    let_in(first, [ans, *others])
    nights.set_state(night=first, to="playing")
    drawn(first, 1)
    first.attendances.filter(member=ans).update(member=double, present=False)
    members.merge(double=double, keep=ans)
    assert amounts(second)[ans] == (500, 250)


def test_card_pays_for_as_many_nights_as_it_has(season):
    ans, bob = people(season, 2)
    first, second, third = (tonight(season, week) for week in range(3))
    for _twice in range(2):  # a double click buys one card
        money.buy_card(season=season, member=ans, nights=2, amount=450)
    at_the_door.check_in(night=first, member=ans, present=True)
    (row,) = money.build_money(first).rows
    assert (row.open, row.punches) == (0, True)  # not yet taken off
    for _again in range(2):
        at_the_door.pay(night=first, member=ans, paid=True)
    let_in(second, [ans, bob])
    at_the_door.pay_all(night=second)
    let_in(third, [ans])
    at_the_door.pay(night=third, member=ans, paid=True)
    paid = {night: night.attendances.get(member=ans).amount for night in (first, second, third)}
    assert paid == {first: 0, second: 0, third: 250}
    assert money.read_cards(season) == {ans.pk: 0}
    assert money.read_debts(season.club) == {}
    at_the_door.pay(night=second, member=ans, paid=False)  # a slip at the door
    assert money.read_cards(season) == {ans.pk: 1}
    assert money.add_up(money.read_debts(season.club)[ans.pk]) == 250


def test_card_pays_tonight_also_where_earlier_nights_are_paid_with_it(season):
    (ans,) = people(season, 1)
    first, second = tonight(season), tonight(season, 1)
    let_in(first, [ans])
    let_in(second, [ans])
    money.buy_card(season=season, member=ans, nights=2, amount=450)
    at_the_door.pay(night=second, member=ans, paid=True)
    at_the_door.pay(night=second, member=ans, paid=True, debts=True)  # what was left: 2.50
    there = second.attendances.get(member=ans)
    assert (there.amount, there.by_card, money.read_cards(season)) == (250, True, {ans.pk: 1})
    assert money.read_debts(season.club) == {}


def test_card_that_paid_nights_is_not_taken_away(season):
    ans, double = people(season, 2)
    night = tonight(season)
    let_in(night, [ans])
    card = money.buy_card(season=season, member=double, nights=1, amount=250)
    members.merge(double=double, keep=ans)
    at_the_door.pay(night=night, member=ans, paid=True)
    assert refused(money.take_card_away, season=season, card=card.pk) == ["C363"]
    other = money.buy_card(season=season, member=ans, nights=5, amount=1000)
    money.take_card_away(season=season, card=other.pk)
    at_the_door.pay(night=night, member=ans, paid=False)
    for _click in range(2):
        money.take_card_away(season=season, card=card.pk)
    assert money.read_cards(season) == {}


def test_what_is_settled_at_one_night_leaves_a_later_one_of_that_day_open(season):
    (ans,) = people(season, 1)
    afternoon = tonight(season)
    evening = tonight(evenings.one_more_season(season, THURSDAY, name="Evenings"))
    for night in (afternoon, evening):
        let_in(night, [ans])
    at_the_door.pay(night=afternoon, member=ans, paid=True, debts=True)
    assert [debt.night for debt in money.read_debts(season.club)[ans.pk]] == [evening.pk]
    at_the_door.pay(night=evening, member=ans, paid=True, debts=True)
    assert money.read_debts(season.club) == {}


def test_who_paid_for_the_season_owes_nothing_and_a_double_neither(season):
    ans, double, other = people(season, 3)
    money.buy_card(season=season, member=double, amount=3000)
    night = tonight(season)
    let_in(night, [ans, double, other])
    for same in (double, other):
        members.merge(double=same, keep=ans)
    assert money.read_debts(season.club) == {}
    [row] = money.build_money(night).rows
    assert row.fee == 0 and row.card == money.find_card(ans)
    assert money.read_cards(season) == {ans.pk: None}
    at_the_door.pay_all(night=night)
    assert not night.attendances.filter(paid=True).exists()


def test_treasurer_sees_nights_cards_and_what_the_bar_took_in(season):
    ans, bob = people(season, 2)
    night = tonight(season)
    tonight(season, 1)
    money.buy_card(season=season, member=ans, nights=10, amount=2000)
    let_in(night, [ans, bob])
    at_the_door.pay(night=night, member=ans, paid=True)
    takings = [("Bar", 14_350), ("Hall", -7_500)]
    nights.set_fees(night=night, member_fee=None, guest_fee=None, takings=takings)
    lines = money.list_season_money(season)
    of_night = next(line for line in lines if line.takings)
    assert of_night[2:6] == (2, 1, 0, 250)
    assert of_night.total == 6_850
    assert sum(line.total for line in lines) == 8_850
