"""Turns what the network says about each column of a cell into candidates for the text in it. The
same text can spread over the columns in many ways, and its probability is the sum over all of these
(connectionist temporal classification).

Texts are built sign by sign, starting from beginnings such as "1" for "12". For each beginning and
each column, the program keeps the probability that the columns up to there show exactly this
beginning. It keeps this separately for a column that shows a sign and for one that shows paper,
because the same sign twice needs paper in between.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tournaments.photo.engine.readings import ABSENT, BLANK, DASH, OTHER, Reading

Array = Any

SIGNS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", DASH, ABSENT)
PAPER = len(SIGNS)  # the last class: no sign at this column
LONGEST = 5  # signs of a text
KEPT = 16  # beginnings of a length that are followed
FEW = 1e-7  # less probable readings are left out


class _Begun(NamedTuple):
    """The beginnings of texts that are still followed, a list for each cell, such as "1" for "12".
    Two arrays of columns × cells × beginnings hold their probabilities up to each column.
    """

    texts: list[list[str]]
    in_sign: Array  # how probable the beginning is so far, if this column shows its last sign
    in_paper: Array  # the same, if this column shows paper


def read(signs: Array, other: Array) -> list[list[Reading]]:
    """Return for each cell its candidates (texts with probabilities), the most probable first.
    `signs` are the network's log probabilities of the signs at each column. `other` gives the
    probability that a cell is OTHER, one at which a person must look.
    """
    columns = np.exp(signs.astype(np.float64)).transpose(1, 0, 2)
    candidates: list[dict[str, float]] = [{} for _ in signs]
    begun = _begin_empty(columns)
    for length in range(LONGEST + 1):
        if length:
            begun = _add_sign(begun, columns)
        for cell, names in enumerate(begun.texts):
            whole = begun.in_sign[-1, cell] + begun.in_paper[-1, cell]
            candidates[cell] |= dict(zip(names, map(float, whole), strict=True))
    return [
        _list_readings(texts, float(chance))
        for texts, chance in zip(candidates, other, strict=True)
    ]


def _begin_empty(columns: Array) -> _Begun:
    """Start the texts of each cell with the empty text, for which all columns so far show paper.
    `columns` gives for each column and cell the probability of each sign.
    """
    in_paper = np.cumprod(columns[:, :, None, PAPER], 0)
    return _Begun([[BLANK] for _ in columns[0]], np.zeros_like(in_paper), in_paper)


def _add_sign(begun: _Begun, columns: Array) -> _Begun:
    """Lengthen each beginning of a text by each possible sign. Keep for each cell only the KEPT
    most probable of the longer beginnings. `columns` gives for each column and cell the
    probability of each sign.
    """
    wide, count, kept = begun.in_sign.shape
    every = len(SIGNS)
    last = np.array([[_find_last_sign(text) for text in texts] for texts in begun.texts])
    before = np.zeros((wide, count, kept))  # how probable the beginning is before each column
    before[1:] = (begun.in_sign + begun.in_paper)[:-1]
    if begun.texts[0] == [BLANK]:
        before[0] = 1
    again = np.zeros((wide, count, kept))  # the same sign again needs paper between
    again[1:] = begun.in_paper[:-1]
    same = last[..., None] == np.arange(every)
    enters = np.where(same, again[..., None], before[..., None])
    seen, paper = columns[:, :, None, :every], columns[:, :, None, PAPER, None]
    in_sign, in_paper = np.zeros(enters.shape), np.zeros(enters.shape)
    in_sign[0] = enters[0] * seen[0]
    for at in range(1, wide):
        in_sign[at] = (in_sign[at - 1] + enters[at]) * seen[at]
        in_paper[at] = (in_paper[at - 1] + in_sign[at - 1]) * paper[at]
    begins = (enters * seen).sum(0).reshape(count, -1)  # at least as probable as all that begin so
    best = np.argsort(-begins, 1)[:, :KEPT]
    rows = np.arange(count)[:, None]
    names = [
        [begun.texts[cell][place // every] + SIGNS[place % every] for place in places]
        for cell, places in enumerate(best)
    ]
    flat = (wide, count, -1)
    return _Begun(
        names, in_sign.reshape(flat)[:, rows, best], in_paper.reshape(flat)[:, rows, best]
    )


def _find_last_sign(text: str) -> int:
    return SIGNS.index(text[-1]) if text else -1


def _list_readings(texts: dict[str, float], other: float) -> list[Reading]:
    """Return the candidates for a cell, the most probable first. These are the texts that are
    allowed on a form, such as a number or a dash, and OTHER, which means that a person must look at
    the cell. `texts` has the probability of each text in case the cell is not OTHER. The
    probability of OTHER is the network's own (`other`) plus whatever the allowed texts leave over.
    """
    known = {text: chance * (1 - other) for text, chance in texts.items() if _is_known(text)}
    known[OTHER] = other + (1 - other) * max(0.0, 1 - sum(known.values()) / max(1 - other, FEW))
    readings = [Reading(text, chance) for text, chance in known.items() if chance >= FEW]
    return sorted(readings, key=lambda reading: -reading.probability)


def _is_known(text: str) -> bool:
    return text in (BLANK, DASH, ABSENT) or text.removeprefix(DASH).isdecimal()


def average(looks: Sequence[Sequence[Sequence[Reading]]]) -> list[list[Reading]]:
    """Average the candidates that several readings of the same cells gave. `looks` holds for each
    reading the candidates of all cells. Return for each cell its candidates with their mean
    probabilities.
    """
    averaged = []
    for several in zip(*looks, strict=True):
        chances: dict[str, float] = defaultdict(float)
        for reading in chain.from_iterable(several):
            chances[reading.text] += reading.probability / len(looks)
        readings = [Reading(text, chance) for text, chance in chances.items()]
        averaged.append(sorted(readings, key=lambda reading: -reading.probability))
    return averaged
