"""A refusal: somebody's mistake, told in numbered messages; a bug is any other exception."""

from collections.abc import Sequence
from typing import Any


class Refused(Exception):
    def __init__(self, problems: Sequence[dict[str, Any]]) -> None:
        super().__init__(", ".join(str(problem["code"]) for problem in problems))
        self.problems = problems
