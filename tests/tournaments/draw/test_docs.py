"""docs/draw.md says what is so."""

import json
import re
from pathlib import Path

from tournaments.draw.engine import lower_bounds

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/draw.md").read_text(encoding="utf-8")


def test_nights_above_the_bound_are_counted():
    above = json.loads(Path(__file__).with_name("open.json").read_text())
    words = " ".join(PAGE.split())
    assert f"{430 - len(above)} are drawn with the proven minimum" in words
    assert f"In the other {len(above)} the draw" in words


def test_most_rounds_are_as_the_table_has_them():
    tables, rounds = (
        re.findall(r"\d+", line)
        for line in PAGE.splitlines()
        if line.startswith(("| tables of four | 4", "| rounds without"))
    )
    shown = {int(count): int(most) for count, most in zip(tables, rounds, strict=True)}
    assert shown == {count: most for count, most in lower_bounds.MOST_ROUNDS.items() if count > 3}
