"""No page shuts anybody out: axe-core in light and dark, sizes, and everything by keyboard."""

import pytest

from tests.browser import checks, pages
from tests.browser.false_alarms import FALSE_ALARMS

seen = set()  # false alarms that came up
visited = set()  # states in which they could have


def undecided(findings):
    """What is left when what was looked at is taken off."""
    left = []
    for rule, place, why in findings:
        known = [one for one in FALSE_ALARMS if one.rule == rule and place.endswith(one.place)]
        seen.update(known)
        if not known:
            left.append(f"{rule} at {place}: {why}")
    return left


@pages.everywhere
def test_page_is_for_everybody(visit, state, kind):
    page = visit(state, kind)
    wrong = []
    for scheme in checks.SCHEMES:
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {one}" for one in undecided(checks.axe(page))]
    wrong += checks.targets(page) + checks.width(page) + checks.keyboard(page)
    visited.add((state.name, kind))
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.browser
def test_false_alarms_still_come_up():
    missing = {(one.values[0].name, one.values[1]) for one in pages.parameters()} - visited
    if missing:
        pytest.skip("not all states were visited in this run")
    assert [one for one in FALSE_ALARMS if one not in seen] == []
