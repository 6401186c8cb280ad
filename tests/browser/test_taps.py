"""How many taps a game takes on the phone, saving included, is what `promised_taps.py` says."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser import taps
from tests.browser.promised_taps import TAPS
from tests.browser.scribe import NAMES, comes_to, counted_taps, started
from tests.by_day import by_chance, by_day


def count(page, site, key, seed, games=taps.GAMES):
    chance = random.Random(f"{key} {seed}")
    rows = [taps.draw(key, chance, number) for number in range(1, games + 1)]
    names = NAMES[: len(rows[0].get("entries", NAMES))]
    options = {"games": games} | ({"write": "total"} if key == "jolly-totals" else {})
    sheet, scribe = started(page, site, key.removesuffix("-totals"), names, options=options)
    counted = []
    for number, row in enumerate(rows, 1):
        expect(page.locator("#entry")).to_have_attribute("data-number", str(number))
        with counted_taps(page) as counting:
            taps.write(scribe, key, row)
        counted.append(counting[0])
    comes_to(sheet, rows)
    return counted


# By day one game of each way to type.
DAY = ["jokeren", "jolly", "jolly-totals", "rummikub-international", "vijfhonderd", "klaverjassen"]


@pytest.mark.parametrize("key", by_day(TAPS, *DAY))
def test_a_game_takes_no_more_taps_than_promised(phone, site, key):
    counted = count(phone, site, key, 1, by_chance(2, taps.GAMES))
    assert max(counted) <= TAPS[key][1], counted


@pytest.mark.wide
@pytest.mark.parametrize("key", TAPS)
def test_many_games_take_as_many_taps_as_promised(phone, site, key):
    counted = [taps for seed in range(2, 10) for taps in count(phone, site, key, seed)]
    mean, most = TAPS[key]
    assert (round(sum(counted) / len(counted), 1), max(counted)) == (mean, most), counted
