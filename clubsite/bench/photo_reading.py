"""Measure how well filled-in paper forms are read from pictures. docs/photo.md explains the
measure.
"""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from django.utils.translation import override

from clubsite.bench import photos
from clubsite.bench.photos import GAMES, Filled
from tournaments.photo.engine.decoder import Answer, Decoded, decode, gather_form
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.reader import read_page
from tournaments.photo.engine.readings import OTHER, Box, Key
from tournaments.photo.forms import keys_of, rules_of
from tournaments.photo.tools import camera, digits
from tournaments.photo.tools.camera import LEVELS


class Tally:
    """Counts, for the photos of one quality level (such as "bad photo"), how many cells and forms
    were read rightly, were read wrongly or led to a question.
    """

    def __init__(self) -> None:
        self.forms = self.not_found = self.as_proposed = 0
        self.right = self.asked = self.wrong = 0
        self.slips = Counter[str]()
        self.seconds: list[float] = []
        self.mistakes: list[str] = []

    def line(self, level: str) -> str:
        """Return the counts of this quality level as a row of the table in docs/photo.md."""
        cells = max(1, self.right + self.asked + self.wrong)
        read = max(1, self.forms - self.not_found)
        return (
            f"| {level} | {self.forms} | {self.not_found} | {100 * self.right / cells:.2f} %"
            f" | {self.asked / read:.2f} | {self.wrong} of {cells}"
            f" | {100 * self.as_proposed / max(1, self.forms):.1f} %"
            f" | {self.slips['shown']} / {self.slips['asked']} / {self.slips['read away']}"
            f" | {np.median(self.seconds or [0]):.2f} |"
        )


HEAD = (
    "| picture | forms | not found | cells right unasked | questions a form | wrong unasked"
    " | forms as proposed | wrong sums shown / asked / read away | seconds |"
)


def measure(
    count: int, seed: int, figures: Path | None, part: int = 1
) -> Iterator[tuple[str, Tally]]:
    """Fill in `count` forms, photograph each at every quality level, and read the pictures. After
    each picture yield the level and its tally so far. `figures` is the folder with handwritten
    digits; with None, digits are drawn as pen strokes.

    `part` says whose handwriting is used: that of group 0 for setting thresholds, that of group 1
    for measuring. The network that reads the forms was trained on the handwriting of neither group.
    """
    cv2.setNumThreads(1)
    kept_back = digits.kept_back(figures, part) if figures else None
    tallies = {level: Tally() for level in LEVELS}
    with override("nl"):
        for number in range(count):
            random = np.random.default_rng([seed, number])
            filled = photos.fill(GAMES[number % len(GAMES)], random, kept_back)
            for level, tally in tallies.items():
                _read_one(tally, filled, camera.photograph(filled.paper, level, random))
                yield level, tally


def _read_one(tally: Tally, filled: Filled, picture: Any) -> None:
    page = filled.page
    cells = {key: Box(*cell.box) for key, cell in keys_of(page, filled.last).items()}
    began = time.process_time()
    layout = Layout(page.width, page.height, page.level, page.upright)
    found = read_page(picture, [(layout, cells)])
    tally.forms += 1
    if found is None:
        tally.not_found += 1
        return
    decoded = decode(gather_form(found.readings), rules_of(filled.game))
    tally.seconds.append(time.process_time() - began)
    wrong = 0
    for key, answer in decoded.list_answers():
        wrong += _count(tally, filled, key, answer)
    tally.as_proposed += not wrong
    if filled.slip:
        tally.slips[_judge_slip(filled, filled.slip, decoded)] += 1


def _judge_slip(filled: Filled, slip: Key, decoded: Decoded) -> str:
    """Return what becomes of a sum that the scribe added wrongly:

    - "asked": the person who checks the form is asked about this sum.
    - "shown": nobody is asked about it, but the program reports the sum as wrong.
    - "read away": nobody is asked, and the form is read in such a way that this sum is not reported
      as wrong. So nobody notices the mistake.

    It is assumed that a person who is asked about a cell always types what the scribe meant.
    """
    answers = dict(decoded.list_answers())
    if not answers[slip].sure:
        return "asked"
    typed = {
        key: answer.text if answer.sure else filled.meant.get(key, "")
        for key, answer in answers.items()
    }
    return "shown" if slip in photos.list_errors(filled, typed) else "read away"


def _count(tally: Tally, filled: Filled, key: Key, answer: Answer) -> bool:
    """Add to the tally how this cell of a form was read. `answer` is what the reader made of it:
    the text, and whether it is sure. Return True if the user would have to correct the text that
    the reader proposes.
    """
    truth = filled.truth.get(key, "")
    is_right = answer.text == truth
    if not answer.sure:
        tally.asked += 1
        return not is_right and truth != OTHER
    tally.right += is_right
    tally.wrong += not is_right
    if not is_right:
        tally.mistakes.append(f"{filled.game.key} {key.kind} {truth!r} read as {answer.text!r}")
    return not is_right
