"""Stricter than the standard, and never a traceback."""

import json

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NOT_JSON = ProblemCode(1, _("this is not JSON that can be read (%(why)s)."))
NOT_UTF8 = ProblemCode(1, _("this is not UTF-8 text."))
TOO_DEEP = ProblemCode(1, _("this is nested too deeply to be a sheet or a question."))
SAME_KEY = ProblemCode(32, _("%(given)s is written twice in one object: keep one."))


class Unreadable(Exception):
    def __init__(self, check: ProblemCode, /, **params: object) -> None:
        self.check, self.params = check, params


class Twice(dict[str, object]):
    """An object in which `key` was written twice."""

    key = ""


def parse(raw: bytes) -> tuple[object, bool]:
    """Return the value, and whether any object in it has a key twice."""
    seen: list[Twice] = []

    def pairs(members: list[tuple[str, object]]) -> dict[str, object]:
        kept = dict(members)
        if len(kept) == len(members):
            return kept
        marked = Twice(kept)
        keys = [key for key, _value in members]
        marked.key = next(key for key in keys if keys.count(key) > 1)
        seen.append(marked)
        return marked

    try:
        value = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=pairs)
    except UnicodeDecodeError:
        raise Unreadable(NOT_UTF8) from None
    except RecursionError:
        raise Unreadable(TOO_DEEP) from None
    except ValueError as error:  # also a number with thousands of digits
        raise Unreadable(NOT_JSON, why=str(error)[:80]) from None
    return value, bool(seen)


def find_double_key(value: object) -> str | None:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Twice):
            return part.key
        if isinstance(part, dict):
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return None
