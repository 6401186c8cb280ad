"""Two verbs at once on one night, the one whole at every pause between two statements of the other.
What comes of it has to be what comes of one after the other, whichever is first: no acknowledged
entry is gone, each game counts for who sat there, there is one draw, `verify` finds nothing, nobody
meets anything but a refusal, and nobody waits for ever. The pairs come from the list of verbs.
"""

import os
import random

import pytest

from tests.together.evening import partners
from tests.together.listing import CALLS

pytestmark = pytest.mark.django_db(transaction=True)
ALL = os.environ.get("STREEPJE_PAIRS") == "all"
SAMPLE = 10
SPOILED = [  # nights, before verbs locked or looked again at what they were given
    *(("take_back", "enter_first"), ("enter_first", "take_back")),
    *(("swap", "enter_first"), ("enter_first", "swap")),
    ("draw_after_taking_back", "draw_after_taking_back"),
    *((who, "delete_unplayed") for who in ("check_in_late", "come", "erase_who_comes", "merge")),
]
PLANNED = [("bring_results", "plan"), ("plan", "bring_results")]  # whose night can't be locked yet


@pytest.mark.parametrize("pair", SPOILED + PLANNED, ids=" ".join)
def test_what_spoiled_nights(evening, pair):
    assert evening.all_wrong(*pair) == []


def test_some_pauses_of_some_pairs(evening):
    chance = random.Random(os.environ.get("STREEPJE_SEED", "pairs"))
    for _ in range(SAMPLE):
        first = chance.choice(sorted(CALLS))
        second = chance.choice(sorted(partners(first)))
        if places := evening.places(first, second):
            place = chance.choice(sorted(places))
            assert evening.wrong(first, second, place)[0] == []


if ALL:

    @pytest.mark.parametrize("first", sorted(CALLS))
    def test_every_pause(evening, first):
        before = evening.met
        wrong = [
            message for second in partners(first) for message in evening.all_wrong(first, second)
        ]
        print(f"\n{first}: {evening.met - before} pauses")
        assert wrong == []
