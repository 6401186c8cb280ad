"""From the page of a club to the first draw of an open evening: at most 12 actions."""

from tests.browser.states.clubs import OWNER
from tournaments.club import clubs
from tournaments.models import Member, TableSeat

MOST = 12
NAMES = ["Henk Mulder", "Corrie Mulder", "Jan de Vries", "Truus Jansen", "Kees Smit", "Ria Smit"]


def test_an_open_evening_takes_few_actions_and_knows_people_the_next_time(laptop, at_laptop):
    club, owner = clubs.create_club_with_owner(name="De Hoop", slug="de-hoop", **OWNER)
    at_laptop.log_in(owner)
    for evening in (1, 2):
        actions = []

        def press(selector, done=actions):
            done.append(selector)
            laptop.click(selector)
            laptop.wait_for_load_state()

        at_laptop.go("tournaments:nights", club.slug)
        press(f"a[href='/{club.slug}/nights/open/']")
        assert laptop.is_visible("header >> text=vorige keer") == (evening == 2)
        laptop.fill("[name=fee]", "5")
        bar = laptop.locator(".stays").bounding_box()["y"]
        assert laptop.locator("[name=night_prizes]").bounding_box()["y"] + 44 < bar
        press("main button.main")
        for name in NAMES:
            laptop.keyboard.type(name)  # the field has the focus
            actions.append(name)
            laptop.keyboard.press("Enter")
            laptop.wait_for_function(
                "count => document.querySelectorAll('#door > .door > li.in').length == count",
                arg=len(actions) - 2,
            )
        press("[name=begin]")
        laptop.wait_for_selector(".steps .here")
        assert len(actions) <= MOST, actions
        assert TableSeat.objects.count() == evening * len(NAMES)
    assert Member.objects.filter(guest=True).count() == len(NAMES)
