"""Search for a base round, or check the stored ones. A base round is a stored round from which r
other rounds are computed by renumbering players; see engine/known_nights.py.

    python3 -m tests.draw_tools.base_rounds
    python3 -m tests.draw_tools.base_rounds --players 28 --rotation 9

Two players meet twice in the computed rounds exactly if two pairs of the base round have the same
key (see `difference`). So instead of a whole night, this tool only searches for one or a few base
rounds.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.draw.engine.anneal import list_heats
from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.known_nights import BASES, develop_base
from tournaments.draw.engine.seeded_random import GRAINS, THRESHOLDS, Chance

STEPS, HEAT = 400_000, (0.8, 0.25)
Difference = tuple[int, int, int]
Base = list[list[list[int]]]


def difference(player: int, other: int, rotation: int, blocks: int) -> Difference | None:
    """Return a key for two players, `player` and `other`, who sit together in a base round. From
    the base round, `rotation` rounds are computed by renumbering the players within `blocks` blocks
    of `rotation` players each. This turns the pair into another pair in each computed round, but
    the key stays the same. So if two pairs of a base round have equal keys, some pair meets again
    in the computed rounds. Return None if this pair alone already makes some pair meet again.
    """
    moved = rotation * blocks
    if player >= moved and other >= moved:
        return None  # both stay: they would meet in every round
    first, second = (
        number // rotation if number < moved else blocks + number - moved
        for number in (player, other)
    )
    if player >= moved or other >= moved:
        return min(first, second), max(first, second), 0
    by = (other - player) % rotation
    if first > second:
        first, second, by = second, first, -by % rotation
    if first == second:
        by = min(by, rotation - by)
        if 2 * by == rotation:
            return None  # half a turn brings the pair back to itself
    return first, second, by


def count_repeats(base: Base, rotation: int, blocks: int) -> int:
    """From each base round, `rotation` rounds are computed by renumbering the players within
    `blocks` blocks of `rotation` players each. Return how many pairs of the base rounds cause
    players to meet again in the computed rounds. A pair does so if the function `difference` gives
    it the same key as an earlier pair, or None.
    """
    differences: Counter[Difference | None] = Counter()
    for tables in base:
        for table in tables:
            pairs = combinations(table, 2)
            differences.update(
                difference(first, second, rotation, blocks) for first, second in pairs
            )
    wrong = differences.pop(None, 0)
    return wrong + sum(times - 1 for times in differences.values())


def find(players: int, rotation: int, count: int, chance: Chance, steps: int = STEPS) -> Base:
    """Search once for `count` base rounds, from a random start, and return the base rounds with
    which the search ends. A base round is a round from which `rotation` rounds of the night are
    computed by renumbering the players. If `count_repeats` returns 0 for the result, no two players
    meet twice in the night; otherwise the search has failed.
    """
    blocks = players // rotation
    base = [
        [mixed[start : start + 4] for start in range(0, players, 4)]
        for mixed in (chance.shuffled(range(players)) for _ in range(count))
    ]
    now = count_repeats(base, rotation, blocks)
    stages = list_heats(*HEAT)
    for heat in stages:
        for _ in range(steps // len(stages)):
            if now == 0:
                return base
            tables = base[chance.pick_below(count)]
            (table, here), (other_table, there) = _two_seats(tables, chance)
            table[here], other_table[there] = other_table[there], table[here]
            cost = count_repeats(base, rotation, blocks) - now
            if cost <= heat * THRESHOLDS[chance.pick_below(GRAINS)]:
                now += cost
            else:
                table[here], other_table[there] = other_table[there], table[here]
    return base


def _two_seats(
    tables: list[list[int]], chance: Chance
) -> tuple[tuple[list[int], int], tuple[list[int], int]]:
    first, second = chance.sample(range(len(tables)), 2)
    return (tables[first], chance.pick_below(4)), (tables[second], chance.pick_below(4))


def check() -> list[str]:
    """Check the stored base rounds. Return a text such as “28 players, 9 rounds each” for each
    entry that makes some pair of players meet again in the rounds computed from it.
    """
    return [
        f"{base['players']} players, {base['rotation']} rounds each"
        for base in BASES
        if max(
            count_meetings(develop_base(base["base"], base["rotation"], base["blocks"])).values()
        )
        > 1
        or count_repeats(base["base"], base["rotation"], base["blocks"])
    ]


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Find a base round, or check those that are kept.")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rotation", type=int)
    parser.add_argument("--count", type=int, default=1, help="base rounds developed together")
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--steps", type=int, default=STEPS)
    options = parser.parse_args(words)
    if options.players is None:
        wrong = check()
        sys.stdout.write("".join(f"wrong: {line}\n" for line in wrong) or "all well\n")
        return 1 if wrong else 0
    for number in range(options.tries):
        chance = Chance(f"{options.players}@{options.rotation} {number}")
        base = find(options.players, options.rotation, options.count, chance, options.steps)
        left = count_repeats(base, options.rotation, options.players // options.rotation)
        sys.stdout.write(f"{left} differences too many\n" if left else f"{base}\n")
        if not left:
            return 0
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
