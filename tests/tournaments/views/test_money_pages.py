import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook

from tests.tournaments.evenings import THURSDAY, codes, people, play, playing, tonight
from tests.tournaments.views.forms import as_it_stands, squeeze
from tournaments import links
from tournaments.club import seasons
from tournaments.members import members
from tournaments.models import User
from tournaments.nights import at_the_door, changes_at_tables, draw_rounds, money, nights

pytestmark = pytest.mark.usefixtures("at_the_laptop")


@pytest.fixture
def night(season):
    seasons.change(season=season, member_fee=250, guest_fee=350)
    return tonight(season)


def path(night, name="money"):
    return f"/de-hoop/nights/{night.pk}/{name}/"


def unpaid_before(season, who):
    seasons.change(season=season, first=THURSDAY - timedelta(weeks=1))
    (before,) = nights.plan(season=season, days=[THURSDAY - timedelta(weeks=1)])
    nights.set_state(night=before, to="check-in")
    for member in who:
        at_the_door.check_in(night=before, member=member, present=True)


def test_debts_stand_on_no_screen_at_the_door_and_are_paid_on_the_page_of_the_money(
    client, season, night
):
    (ans,) = people(season, 1)
    unpaid_before(season, [ans])
    client.post(path(night, "door"), {"in": ans.pk})
    page = client.get(path(night, "door")).content.decode()
    assert re.search(r'name="paid"[^>]*>€2.50 <span', page)
    assert "€5.00" not in page and "show=unpaid" in page
    client.post(path(night, "door"), {"paid": ans.pk})
    page = client.get(path(night)).content.decode()
    assert re.findall(r"<dd>(.*?)</dd>", page) == ["€2.50", "€2.50"]
    assert "1 × €2.50 = €2.50" in page
    client.post(path(night), {"paid": ans.pk})
    page = client.get(path(night)).content.decode()
    assert re.findall(r"<dd>(.*?)</dd>", page) == ["€5.00", "€0.00"]
    seasons.change(season=season, member_fee=0, guest_fee=0)
    page = client.get(path(night, "door")).content.decode()
    assert 'name="paid"' not in page and "show=unpaid" not in page


def test_guest_of_an_earlier_night_is_not_expected_and_is_quickly_found(client, season, night):
    people(season, 2)
    gast = members.add(club=season.club, first="Gast", guest=True)
    page = client.get(path(night, "door")).content.decode()
    assert ">Not yet 2<" in page and ">All 2<" in page and "2 still to come" in page
    listed, folded = page.split("Guests of earlier nights")
    assert f'id="m{gast.pk}"' in folded and f'id="m{gast.pk}"' not in listed
    client.post(path(night, "door"), {"in": gast.pk})
    page = client.get(path(night, "door")).content.decode()
    assert "1 present" in page and "Guests of earlier nights" not in page


def test_list_has_its_total_in_every_file(client, season, night):
    ans, bob = people(season, 2)
    for member in (ans, bob):
        client.post(path(night, "door"), {"in": member.pk})
    client.post(path(night, "door"), {"paid": ans.pk})
    book = load_workbook(BytesIO(client.get(path(night), {"as": "xlsx"}).content))
    *_rows, total = book.active.iter_rows(values_only=True)
    assert total == ("Total", None, None, None, 2.5, 2.5)
    assert "Total;;;;2.50;2.50" in client.get(path(night), {"as": "csv"}).content.decode()
    assert client.get(path(night), {"as": "pdf"}).content.startswith(b"%PDF")


def test_organiser_says_what_the_night_costs(client, night):
    assert client.post(path(night), {"member_fee": "3,00", "guest_fee": ""}).status_code == 302
    night.refresh_from_db()
    assert (night.member_fee, night.guest_fee) == (300, None)
    assert codes(client.post(path(night), {"member_fee": "a lot", "guest_fee": "2"})) == ["C155"]
    assert 'value="3.00"' in client.get(path(night)).content.decode()


def test_season_says_what_its_nights_cost(client, season):
    change = f"/de-hoop/seasons/{season.pk}/change/"
    sent = as_it_stands(client.get(change))
    client.post(change, sent | {"member_fee": "2.50", "guest_fee": "3,5"})
    season.refresh_from_db()
    assert (season.member_fee, season.guest_fee) == (250, 350)
    page = client.get(f"/de-hoop/seasons/{season.pk}/").content.decode()
    assert "€2.50, guests €3.50" in page
    assert codes(client.post(change, sent | {"guest_fee": "1e3"})) == ["C155"]
    for member, guest, fees in [
        ("2.50", "0", (250, 0)),
        ("3", "0.00", (300, 0)),
        ("", "", (0, 0)),
        ("3.50", "", (350, 350)),
    ]:  # an empty one is what members pay
        said = {"member_fee": member, "guest_fee": guest}
        client.post(change, as_it_stands(client.get(change)) | said)
        season.refresh_from_db()
        assert (season.member_fee, season.guest_fee) == fees


def test_member_sees_only_what_is_open_of_their_own(client, season, night):
    ans, bob = people(season, 2)
    unpaid_before(season, [ans])
    client.logout()
    at_the_door.check_in(night=night, member=ans, present=True)
    page = squeeze(client.get(f"/m/{links.make_key(ans)}/"))
    days = '<span class="nb">27-8</span>,<span class="nb">3-9</span>'
    assert f"Nog te betalen:<strong>€ 5,00</strong>·{days}" in page
    assert "Nog te betalen" not in client.get(f"/m/{links.make_key(bob)}/").content.decode()
    money.buy_card(season=season, member=bob, amount=2500, nights=10)
    at_the_door.check_in(night=night, member=bob, present=True)
    page = client.get(f"/m/{links.make_key(bob)}/").content.decode()
    assert "Nog te betalen: een avond van de kaart (3-9)" in page
    assert client.get(path(night)).status_code == 403


def test_who_plays_a_game_and_goes_home_still_owes(client, season):
    season = seasons.change(season=season, member_fee=250)
    night = playing(season, people(season, 4), day=THURSDAY)
    draw_rounds.draw_rounds(night=night, rounds=1, method="lots")
    table = night.rounds.get().tables.get()
    gone = table.seats.first().member
    play(table)
    changes_at_tables.leave(table=table, member=gone)
    page = client.get(path(night)).content.decode()
    assert len(re.findall(r'name="paid"[^>]*>€2.50 ?<', page)) == 4
    assert "4 people have not paid." in client.get(night.get_absolute_url()).content.decode()
    (later,) = nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    page = client.get(path(later)).content.decode()
    assert page.count("<br><small>From before: €2.50</small></th><td></td><td>€2.50</td>") == 4


def test_payment_on_a_night_whose_door_is_not_open_yet_is_refused_kindly(client, season, night):
    (ans,) = people(season, 1)
    (later,) = nights.plan(season=season, days=[THURSDAY + timedelta(weeks=1)])
    assert client.post(path(later), {"paid": ans.pk}).status_code == 409
    assert client.post(path(later), {"paid": "x"}).status_code == 404
    assert client.post(path(night, "door"), {"unpaid": ans.pk}).status_code == 302


def test_treasurer_types_cards_and_takings_and_takes_a_sheet_along(client, season, night):
    (ans,) = people(season, 1)
    sheet = f"/de-hoop/seasons/{season.pk}/money/"
    assert "No night has begun yet" not in client.get(sheet).content.decode()
    wrong = client.post(sheet, {"member": ans.pk, "nights": "ten", "amount": "20"}).content.decode()
    assert "Write a whole number." in wrong and 'value="ten"' in wrong
    client.post(sheet, {"member": ans.pk, "nights": "10", "amount": "20"})
    client.post(path(night, "door"), {"in": ans.pk})
    assert "card: 10 nights left" in client.get(path(night, "door")).content.decode()
    client.post(path(night, "door"), {"paid": ans.pk})
    assert "card: 9 nights left" in client.get(path(night, "door")).content.decode()
    client.post(path(night, "door"), {"unpaid": ans.pk})
    unpaid_before(season, [ans])
    punch = r'name="paid"[^>]*>€2.50 \+ a night of the card ?<'
    assert re.search(punch, client.get(path(night)).content.decode())
    client.post(path(night), {"paid": ans.pk})
    assert "card: 9 nights left" in client.get(path(night, "door")).content.decode()
    typed = as_it_stands(client.get(path(night)))
    wrong = client.post(path(night), typed | {"takings": "Bar 143,50\nRaffle"}).content.decode()
    assert "This line has none: Raffle" in wrong and "Bar 143,50" in wrong
    client.post(path(night), typed | {"takings": "Bar 143,50\nHall hire -75"})
    cells = load_workbook(BytesIO(client.get(sheet + "?as=xlsx").content)).active
    rows = [[cell.value for cell in row] for row in cells.iter_rows()]
    heads = ["Paid", "Still to pay", "Bar", "Hall hire", "Received"]
    assert isinstance(rows[1][0], date)  # so that it sorts
    assert rows[0][4:] == heads and rows[-1][4:] == [22.5, 0, 143.5, -75, 91]
    [gone] = season.prepayments.all()
    assert codes(client.post(sheet, {"gone": gone.pk})) == ["C363"]
    client.post(path(night, "door"), {"unpaid": ans.pk})
    client.post(sheet, {"gone": gone.pk})
    assert not season.prepayments.exists()
    page, owner = client.get(sheet).content.decode(), User.objects.get()
    log = re.findall(rf'<strong>([^<]+)</strong> <span class="quiet">{owner.name}<', page)
    assert log == [f"{ans}, a card for 10 nights, €20.00{end}" for end in (", taken away", "")]
    for odd, code in zip(
        ("0", "100", "9" * 30, "-1"), ("min_value", *["max_value"] * 2, "min_value"), strict=True
    ):
        sent = {"member": ans.pk, "nights": odd, "amount": "20"}
        assert codes(client.post(sheet, sent)) == [code], odd
    assert not season.prepayments.exists()


def test_takings_are_kept_as_typed_or_asked_again(client, season, night):
    long = "\n".join(f"Kosten van alles en nog wat nummer {n} 10,00" for n in range(13))
    for typed in ("Bar --75", "-75", "Bar 99999", "Bar\x00 5", f"{'B' * 300} 5", long):
        assert client.post(path(night), {"takings": typed}).status_code == 200, typed
        night.refresh_from_db()
        assert night.takings == []
    for typed, kept in (
        ("Zaal - 75", [["Zaal", -7500]]),
        ("Zaal –75\n\nBar: € 1.250,50", [["Zaal", -7500], ["Bar:", 125050]]),
        ("Bar € 2,-", [["Bar", 200]]),
        ("=1+1 5", [["=1+1", 500]]),
        (f"Bar {'€' * 3_000} x 5", [["Bar x", 500]]),  # at once
    ):
        assert client.post(path(night), {"takings": typed}).status_code == 302
        night.refresh_from_db()
        assert night.takings == kept
        book = client.get(f"/de-hoop/seasons/{season.pk}/money/?as=xlsx").content
        heads = next(load_workbook(BytesIO(book)).active.iter_rows())
        assert "f" not in {head.data_type for head in heads}
