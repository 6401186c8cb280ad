"""Search for nights at tables of four where people sit out, or check the stored ones.

    python3 -m tests.draw_tools.fours   # checks
    python3 -m tests.draw_tools.fours --players 15 --rounds 5 --tries 20   # searches

Unlike a draw, this search also chooses who sits out when. A night in which fewer pairs meet again
than in the stored one is printed in the format of `engine/known_fours.json`. The nights there come
from this search, after its code was translated into a faster language and ran for up to a minute
for each night.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence

from tournaments.draw.engine.anneal import list_heats
from tournaments.draw.engine.assessment import count_meetings
from tournaments.draw.engine.known_nights import KNOWN_FOURS, SIGNS, find_known_fours
from tournaments.draw.engine.request import Rounds
from tournaments.draw.engine.seeded_random import GRAINS, THRESHOLDS, Chance

STEPS = 400_000
HOT, COLD = 1.2, 0.12
UNFAIR = 3.0  # cost of a turn of sitting out, times the square of a player's turns
SPREAD = 0.02  # extra cost of a repeat for each earlier one


class Night:
    """A night during the search, with the number of times that each pair meets and that each player
    sits out.
    """

    def __init__(self, players: int, rounds: int, chance: Chance) -> None:
        self.seats = [chance.shuffled(range(players)) for _ in range(rounds)]
        self.seated = players // 4 * 4
        self.met: Counter[tuple[int, int]] = Counter()
        self.out: Counter[int] = Counter()
        for line in self.seats:
            self.out.update(line[self.seated :])
            for place, player in enumerate(line[: self.seated]):
                for other in line[place + 1 : place // 4 * 4 + 4]:
                    self._meet(player, other, 1)

    def _meet(self, player: int, other: int, by: int) -> float:
        """Let two players meet once more (`by` is 1) or once less (−1). Return the cost, which is
        positive if they already met, and grows with each further meeting. If they meet less, it is
        negative or 0.
        """
        pair = (min(player, other), max(player, other))
        before = self.met[pair] + (by if by < 0 else 0)
        self.met[pair] += by
        return by * (1 + SPREAD * before) if before > 0 else 0.0

    def _move(self, line: list[int], place: int, by: int) -> float:
        player, first = line[place], place // 4 * 4
        if place >= self.seated:
            self.out[player] += by
            return UNFAIR * by * (2 * self.out[player] - by)
        table = line[first : first + 4]
        return sum(self._meet(player, other, by) for other in table if other != player)

    def swap(self, number: int, first: int, second: int) -> float:
        """Swap the players at places `first` and `second` of round `number`. Return the cost:
        positive if the night gets worse, because pairs meet again or the same players sit out
        again.
        """
        line = self.seats[number]
        cost = self._move(line, first, -1) + self._move(line, second, -1)
        line[first], line[second] = line[second], line[first]
        return cost + self._move(line, first, 1) + self._move(line, second, 1)

    @property
    def fair(self) -> bool:
        turns = [self.out[player] for player in range(len(self.seats[0]))]
        return max(turns) - min(turns) <= 1

    def list_rounds(self) -> Rounds:
        starts = range(0, self.seated, 4)
        return tuple(
            tuple(tuple(line[start : start + 4]) for start in starts) for line in self.seats
        )


def count_repeats(rounds: Rounds) -> int:
    met = count_meetings(rounds)
    return sum(met.values()) - len(met)


def search(players: int, rounds: int, chance: Chance, steps: int = STEPS) -> Night:
    night = Night(players, rounds, chance)
    stages = list_heats(HOT, COLD)
    for heat in stages:
        for _ in range(steps // len(stages)):
            number, first, second = map(chance.pick_below, (rounds, players, players))
            same = first // 4 == second // 4 or min(first, second) >= night.seated
            if same:
                continue
            if night.swap(number, first, second) > heat * THRESHOLDS[chance.pick_below(GRAINS)]:
                night.swap(number, first, second)
    return night


def is_invalid(name: str) -> bool:
    """Return whether a stored night is invalid. `name` has its numbers of players and rounds, such
    as "14x5". The night is invalid if it has another number of rounds than its name says, or if
    somebody sits twice in a round. It is also invalid if some players sit out at least two rounds
    more than others.
    """
    players, rounds = map(int, name.split("x"))
    night = find_known_fours(players, rounds)
    lines = [[player for table in tables for player in table] for tables in night]
    plays = Counter(player for line in lines for player in line)
    turns = [plays[player] for player in range(players)]
    once = all(len(set(line)) == len(line) == players // 4 * 4 for line in lines)
    return len(night) != rounds or not once or max(turns) - min(turns) > 1


def main(words: Sequence[str]) -> int:
    parser = ArgumentParser(description="Check the stored nights of fours, or search for better.")
    parser.add_argument("--players", type=int)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--steps", type=int, default=STEPS)
    request = parser.parse_args(words)
    if request.players is None:
        bad = [name for name in KNOWN_FOURS if is_invalid(name)]
        sys.stdout.write(
            "\n".join(f"wrong: {name}" for name in bad) + "\n" if bad else "all well\n"
        )
        return int(bool(bad))
    stored = find_known_fours(request.players, request.rounds)
    best = count_repeats(stored) if stored else None
    for number in range(request.tries):
        night = search(request.players, request.rounds, Chance(f"{words} {number}"), request.steps)
        count = count_repeats(night.list_rounds())
        if night.fair and (best is None or count < best):
            best = count
            lines = ["".join(SIGNS[seat] for seat in line[: night.seated]) for line in night.seats]
            sys.stdout.write(f"{count} {lines}\n")
    sys.stdout.write(f"{best}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
