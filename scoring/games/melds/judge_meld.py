from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.games.core.cards import JOKER, Card, Pack
from scoring.games.core.meld_options import (
    HIGH,
    LEAST,
    LOW,
    SET_MOST,
    Contract,
    MeldRules,
    contract_words,
)
from scoring.games.melds.coming_out import ANY_MELD, Found, earn, find_most_points, go_out, meet
from scoring.games.melds.find_melds import find_card
from scoring.toolkit.texts import Text, _


class Verdict(NamedTuple):
    """`kind`: set or run. `value` is None if melds score nothing."""

    legal: bool
    kind: str | None
    value: int | None
    reasons: list[Text]


class Coming(NamedTuple):
    could_meld: bool
    melds: list[list[Card]]
    reasons: list[Text]


def judge(laying: MeldRules, cards: Sequence[Card]) -> Verdict:
    """Of several readings the most valuable counts, of equal ones the set."""
    if reason := _no_meld_at_all(laying, cards):
        return Verdict(False, None, None, [reason])
    set_faults, run_faults = _set_faults(laying, cards), _run_faults(laying, cards)
    readings: list[tuple[str, int]] = []
    if not set_faults:
        reals = [card for card in cards if card != JOKER]
        counted = len(cards) if laying.joker_counts else len(reals)
        value = laying.values.sets[reals[0].rank] * counted if laying.values else 0
        readings.append(("set", value))
    if not run_faults:
        readings += [("run", _run_value(laying, cards, run)) for run in _readings(laying, cards)]
    if not readings:
        return Verdict(False, None, None, _faults(cards, set_faults, run_faults))
    kind, points = max(readings, key=lambda reading: reading[1])
    return Verdict(True, kind, points if laying.values else None, [])


def could_meld(
    laying: MeldRules,
    hand: Sequence[Card],
    contract: Contract,
    first_meld: int,
    *,
    turn: bool = True,
) -> Coming:
    """With `turn` a card was drawn, and one is kept as the discard."""
    if first_meld and laying.values is None:
        raise ValueError("a first meld of so many points needs values")
    way = _way_out(laying, hand, contract, first_meld, turn)
    if way.points >= first_meld:
        return Coming(True, way.melds, [])
    return Coming(False, [], _missing(laying, hand, contract, first_meld, way.points, turn=turn))


def _way_out(
    laying: MeldRules, hand: Sequence[Card], contract: Contract, first_meld: int, turn: bool
) -> Found:
    """Search for the contract alone first: without it nothing else succeeds."""
    parts = contract.parts
    if parts or not (contract.everything or first_meld):
        way = meet(laying, hand, parts or (ANY_MELD,))
        if way.points < 0 or not (contract.everything or first_meld):
            return way
    if contract.everything:
        return go_out(laying, hand, parts, first_meld, stay=turn)
    return earn(laying, hand, parts, first_meld)


# What can't be any meld


def _no_meld_at_all(laying: MeldRules, cards: Sequence[Card]) -> Text | None:
    if reason := _over_the_pack(laying.pack, cards):
        return reason
    if len(cards) < LEAST:
        return Text(
            _("A meld has at least %(least)s cards; these are %(count)s."),
            least=LEAST,
            count=len(cards),
        )
    if all(card == JOKER for card in cards):
        return Text(_("A meld needs at least one real card; these are only jokers."))
    return None


def _over_the_pack(pack: Pack, cards: Sequence[Card]) -> Text | None:
    counts = Counter(cards)
    jokers = counts.pop(JOKER, 0)
    if jokers > pack.jokers:
        return Text(
            _("There are %(most)s jokers in the game; here lie %(count)s."),
            most=pack.jokers,
            count=jokers,
        )
    for card, count in counts.items():
        if count > pack.copies:
            return Text(
                _("%(card)s is %(most)s times in the game; here it lies %(count)s times."),
                card=pack.write(card),
                most=pack.copies,
                count=count,
            )
    return None


def _joker_fault(laying: MeldRules, reals: int, jokers: int) -> Text | None:
    if jokers <= laying.count_most_jokers(reals):
        return None
    if laying.joker_rule == "separated":
        return _not_separated()
    if laying.joker_rule == "two_naturals":
        return Text(_("A meld needs at least two real cards; here lies one."))
    return Text(
        _("A meld has at most as many jokers as real cards; here lie %(jokers)s and %(reals)s."),
        jokers=jokers,
        reals=reals,
    )


def _not_separated() -> Text:
    return Text(_("Two jokers in one meld need a real card between them."))


def _faults(cards: Sequence[Card], set_faults: list[Text], run_faults: list[Text]) -> list[Text]:
    """Say of cards of one rank why they are no set, of one suit why no run."""
    reals = [card for card in cards if card != JOKER]
    if len(reals) == 1:
        return list(dict.fromkeys(set_faults + run_faults))
    if len({card.rank for card in reals}) == 1:
        return set_faults
    if len({card.suit for card in reals}) == 1:
        return run_faults
    return [Text(_("A set is of one rank, a run of one suit or colour; these cards are neither."))]


# Sets


def _set_faults(laying: MeldRules, cards: Sequence[Card]) -> list[Text]:
    reals = [card for card in cards if card != JOKER]
    faults = []
    if len({card.rank for card in reals}) > 1:
        faults.append(Text(_("A set is of one rank.")))
    for card, count in Counter(reals).items():
        if count > 1:
            name = laying.pack.write(card)
            text = _("A set holds a suit or colour only once; %(card)s lies %(count)s times.")
            faults.append(Text(text, card=name, count=count))
    if len(cards) > SET_MOST:
        text = _("A set has at most %(most)s cards; these are %(count)s.")
        faults.append(Text(text, most=SET_MOST, count=len(cards)))
    if fault := _joker_fault(laying, len(reals), len(cards) - len(reals)):
        faults.append(fault)
    return faults


# Runs


def _readings(laying: MeldRules, cards: Sequence[Card]) -> Iterator[range]:
    """Yield the ranks for which the cards can stand, upwards or downwards."""
    for step in (1, -1):
        for start in range(1, laying.top + 1):
            places = range(start, start + step * len(cards), step)
            if 1 <= places[-1] <= laying.top and all(map(_stands, cards, places)):
                yield places


def _stands(card: Card, place: int) -> bool:
    return card == JOKER or card.rank == (LOW if place == HIGH else place)


def _run_value(laying: MeldRules, cards: Sequence[Card], places: Sequence[int]) -> int:
    if laying.values is None:
        return 0
    runs, all_count = laying.values.runs, laying.joker_counts
    return sum(
        runs[place] for card, place in zip(cards, places, strict=True) if all_count or card != JOKER
    )


def _run_faults(laying: MeldRules, cards: Sequence[Card]) -> list[Text]:
    reals = [card for card in cards if card != JOKER]
    faults = []
    if len({card.suit for card in reals}) > 1:
        faults.append(Text(_("A run is of one suit or colour.")))
    if len(cards) > laying.top:
        text = _("A run has at most %(most)s cards; these are %(count)s.")
        faults.append(Text(text, most=laying.top, count=len(cards)))
    elif fault := _out_of_row(laying, cards):
        faults.append(fault)
    if laying.joker_rule == "separated" and (JOKER, JOKER) in pairwise(cards):
        faults.append(_not_separated())
    elif fault := _joker_fault(laying, len(reals), len(cards) - len(reals)):
        faults.append(fault)
    return faults


def _out_of_row(laying: MeldRules, cards: Sequence[Card]) -> Text | None:
    """Name the first card that breaks the run, and what belongs there."""
    ways = [(place, step) for step in (1, -1) for place in range(LOW, laying.top + 1)]
    for count, card in enumerate(cards, 1):
        fitting = [(place, step) for place, step in ways if _stands(card, place)]
        if not fitting:
            suit = next(card.suit for card in cards if card != JOKER)
            right = [find_card(place, suit) for place in sorted({place for place, _ in ways})]
            return _wrong_card(laying, card, count, right) if right else _off_the_end(laying, suit)
        steps = ((place + step, step) for place, step in fitting)
        ways = [(place, step) for place, step in steps if LOW <= place <= laying.top]
    return None


def _off_the_end(laying: MeldRules, suit: str) -> Text:
    low, high = laying.pack.write(Card(1, suit)), laying.pack.write(Card(13, suit))
    if laying.one_high:
        text = _("A run doesn't go round the corner: %(low)s lies at one end, low or high.")
        return Text(text, low=low)
    text = _("A run doesn't go round the corner: it begins at %(low)s and ends at %(high)s.")
    return Text(text, low=low, high=high)


def _wrong_card(laying: MeldRules, card: Card, place: int, right: Sequence[Card]) -> Text:
    names = dict.fromkeys(laying.pack.write(fitting) for fitting in right)
    return Text(
        _("The cards of a run follow on: in place %(place)s belongs %(right)s, not %(card)s."),
        place=place,
        right=" / ".join(names),
        card=laying.pack.write(card),
    )


# What a hand lacks


def _missing(
    laying: MeldRules,
    hand: Sequence[Card],
    contract: Contract,
    first_meld: int,
    points: int,
    *,
    turn: bool,
) -> list[Text]:
    parts = contract.parts or (ANY_MELD,)
    lacking = [part for part in dict.fromkeys(parts) if meet(laying, hand, [part]).points < 0]
    if lacking:
        return [
            Text(_("This hand has no %(part)s."), part=part.describe_part()) for part in lacking
        ]
    if len(parts) > 1 and meet(laying, hand, parts).points < 0:
        words = contract_words(Contract(parts))
        return [Text(_("This hand has no %(parts)s that share no card."), parts=words)]
    if not contract.everything:
        return [_too_few_points(laying, first_meld, find_most_points(laying, hand, contract.parts))]
    if points < 0 and turn and go_out(laying, hand, parts, 0, stay=False).points >= 0:
        return [Text(_("All cards meld, but one has to be kept for the discard."))]
    if points < 0 and turn:
        return [Text(_("Not all cards meld, nor all but the one that is discarded."))]
    if points < 0:
        return [Text(_("Not all cards meld."))]
    return [_too_few_points(laying, first_meld, points)]


def _too_few_points(laying: MeldRules, first_meld: int, points: int | None) -> Text:
    if points is None:
        text = _("At least %(first_meld)s points are needed; this hand can't lay so many.")
        return Text(text, first_meld=first_meld)
    if laying.most_tiles is None:
        text = _("At least %(first_meld)s points are needed; this hand can lay %(points)s.")
        return Text(text, first_meld=first_meld, points=points)
    text = _("%(first_meld)s points are needed; with %(most)s tiles this hand can lay %(points)s.")
    return Text(text, first_meld=first_meld, points=points, most=laying.most_tiles)
