"""Measure how well filled-in paper forms are read from pictures. docs/photo.md explains the
measure.
"""

import json
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from django.utils.translation import override

from clubsite.bench import photos
from clubsite.bench.photos import GAMES, Filled
from scoring.printing.marks import read_code
from tournaments.photo.engine import network
from tournaments.photo.engine.codes import Area, read_codes
from tournaments.photo.engine.decoder import Answer, Decoded, decode, gather_form
from tournaments.photo.engine.layout import Layout
from tournaments.photo.engine.reader import read_page
from tournaments.photo.engine.readings import OTHER, Box, Key
from tournaments.photo.forms import build_rules, find_readable_cells
from tournaments.photo.tools import camera, digits
from tournaments.photo.tools.camera import LEVELS

BY_HAND = "by hand"  # instead of a level: what volunteers wrote, see `volunteers`
SURE = 0.95  # how sure the bound is that a measure gives for what is wrong


class Measure(NamedTuple):
    """A set of made-up forms with which the reading of pictures is measured. `seed` decides what is
    written on them and how they are photographed. `figures` is the folder with handwritten digits.
    With None, digits are drawn as pen strokes, and `part` has no effect.

    `part` is the group of writers whose digits are used: group 0 for setting thresholds, group 1
    for measuring. The network that reads the forms was trained on the handwriting of neither group.
    """

    seed: int
    figures: Path | None
    part: int = 1

    @property
    def name(self) -> str:
        """Return the name of this measure. It consists of the weights of the network, the
        handwriting and the seed. Only results with the same name may be added up.
        """
        writers = f"group {self.part}" if self.figures else "strokes"
        return f"weights {network.CHECKSUM[:12]}, {writers}, seed {self.seed}"


WRITTEN = f"weights {network.CHECKSUM[:12]}, {BY_HAND}"  # the name of the same for volunteers


class Outcome(NamedTuple):
    """The result of reading one picture of a form: how many cells were read rightly, were read
    wrongly or led to a question to the user. It also tells what became of a sum that the scribe
    added wrongly.
    """

    level: str  # the quality of the picture, such as "bad photo"
    form: int  # its number among the forms of this measure
    seconds: float = 0.0  # 0: the form was not found in the picture
    right: int = 0
    asked: int = 0
    wrong: int = 0  # cells that are wrong and not asked
    is_as_proposed: bool = False  # whether nothing that is proposed has to be corrected
    slip: str = ""  # what becomes of the scribe's wrong sum, as `_judge_slip` says
    mistakes: tuple[str, ...] = ()


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

    def add(self, outcome: Outcome) -> None:
        self.forms += 1
        self.not_found += not outcome.seconds
        self.as_proposed += outcome.is_as_proposed
        self.right += outcome.right
        self.asked += outcome.asked
        self.wrong += outcome.wrong
        self.slips.update([outcome.slip] if outcome.slip else [])
        self.seconds += [outcome.seconds] if outcome.seconds else []
        self.mistakes += [f"form {outcome.form}: {words}" for words in outcome.mistakes]

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


def count_outcomes(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    tallies = {level: Tally() for level in (*LEVELS, BY_HAND)}
    for outcome in outcomes:
        tallies[outcome.level].add(outcome)
    return {level: tally for level, tally in tallies.items() if tally.forms}


def say_bound(tally: Tally, level: str) -> str:
    """Return a sentence that says how many mistakes are to be expected at most in 10,000 forms,
    with 95 % confidence. A mistake is a cell that was read wrongly and about which nobody was
    asked. If none was made in the forms of this tally, at most 3 are expected in that number of
    forms (the rule of three).
    """
    most, forms = bound_wrong(tally.wrong), max(1, tally.forms)
    return f"{level}: with 95 % confidence fewer than {10_000 * most / forms:.0f} in 10,000 forms"


def bound_wrong(count: int) -> float:
    """Return the most mistakes that are to be expected, with 95 % confidence, in a sample like the
    one in which `count` mistakes were found.
    """
    low, high = 0.0, 10.0 + 4 * count
    while high - low > 0.001:
        most = (low + high) / 2
        so_few = sum(math.exp(-most) * most**few / math.factorial(few) for few in range(count + 1))
        low, high = (most, high) if so_few > 1 - SURE else (low, most)
    return high


# The results


def load_results(file: Path, name: str) -> list[Outcome]:
    """Return the outcomes in a file of results that were saved under this name of a measure. Return
    none if there is no such file.
    """
    if not file.exists():
        return []
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [Outcome(*values) for of_measure, *values in lines if of_measure == name]


def save_results(file: Path, name: str, outcomes: Iterable[Outcome]) -> None:
    """Add the outcomes of a form to a file of results, each as a line of JSON. `name` is the name
    of the measure to which they belong.
    """
    lines = [json.dumps([name, *outcome]) + "\n" for outcome in outcomes]
    with file.open("a", encoding="utf-8") as results:
        results.write("".join(lines))


# The forms


def read_forms(measure: Measure, numbers: Iterable[int]) -> Iterator[list[Outcome]]:
    """Fill in the forms with these numbers, photograph each at every quality level, and read the
    pictures. Yield the outcomes of each form.
    """
    cv2.setNumThreads(1)
    figures = (
        digits.load_kept_back_glyphs(measure.figures, measure.part) if measure.figures else None
    )
    with override("nl"):
        for number in numbers:
            random = np.random.default_rng([measure.seed, number])
            filled = photos.fill(GAMES[number % len(GAMES)], random, figures)
            pictures = [
                (level, camera.photograph_paper(filled.paper, level, random)) for level in LEVELS
            ]
            yield [
                read_picture(Outcome(level, number), filled, picture) for level, picture in pictures
            ]


def read_picture(begun: Outcome, filled: Filled, picture: Any) -> Outcome:
    page = filled.page
    cells = {key: Box(*cell.box) for key, cell in find_readable_cells(page, filled.last).items()}
    began = time.process_time()
    layout = Layout(page.width, page.height, page.level, page.upright)
    codes = [code for code in read_codes(picture) if read_code(code.text)]
    area = Area(codes[0]) if codes and codes[0].corners is not None else None
    read = read_page(picture, [(layout, cells)], area)
    if read is None:
        return begun
    decoded = decode(gather_form(read.readings), build_rules(filled.game))
    return judge(begun._replace(seconds=round(time.process_time() - began, 3)), filled, decoded)


def judge(begun: Outcome, filled: Filled, decoded: Decoded) -> Outcome:
    """Return the outcome `begun` of reading one picture of a form, completed with the counts of
    cells that were read rightly, were read wrongly or led to a question. For this, compare what was
    read (`decoded`) with what stands on the form (`filled`).
    """
    counts, mistakes = Counter[str](), []
    for key, answer in decoded.list_answers():
        truth = filled.truth.get(key, "")
        verdict = _judge_cell(answer, truth)
        counts[verdict] += 1
        if verdict == "wrong":
            mistakes.append(f"{filled.game.key} {key.kind} {truth!r} read as {answer.text!r}")
    return begun._replace(
        right=counts["right"],
        asked=counts["asked"] + counts["to be corrected"],
        wrong=counts["wrong"],
        is_as_proposed=not (counts["wrong"] or counts["to be corrected"]),
        slip=_judge_slip(filled, filled.slip, decoded) if filled.slip else "",
        mistakes=tuple(mistakes),
    )


def _judge_cell(answer: Answer, truth: str) -> str:
    """Return what becomes of a cell of a form: "right", "wrong", "asked", or "to be corrected" if
    it is asked and the user has to change the text that the reader proposes. `answer` is what the
    reader made of the cell, and `truth` what stands in it.
    """
    is_right = answer.text == truth
    if answer.sure:
        return "right" if is_right else "wrong"
    return "asked" if is_right or truth == OTHER else "to be corrected"


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
