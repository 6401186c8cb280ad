"""Commands that read JSON and write only JSON to standard output."""

import gc
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import translation

from scoring.games.sheet.json_input import SAME_KEY, Unreadable, find_double_key, parse
from scoring.management.program_command import ProgramCommand
from scoring.toolkit.translation import translate

Answer = TypeVar("Answer")


class JsonCommand(ProgramCommand, Generic[Answer]):
    """Exits with 1 if an item has errors, with 2 if the command is used wrongly."""

    what: ClassVar[str]
    answer: Callable[[object], Answer]
    build_refusal: Callable[..., Answer]

    def is_failed(self, answer: Answer) -> bool:
        raise NotImplementedError

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", default="-", help=f"{self.what}; - reads from the keyboard or a pipe"
        )
        languages = [code for code, _name in settings.LANGUAGES]
        words = "language of the messages"
        parser.add_argument("--lang", choices=languages, default="nl", help=words)

    def handle(self, *, file: str, lang: str, **options: Any) -> None:
        raw = read_bytes(file)
        if self.stdout._out is sys.stdout and hasattr(sys.stdout, "reconfigure"):
            # A lone surrogate can't be UTF-8; JSON writes it as \udXXX.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            with translation.override(lang):
                failed = self.write(raw)
            self.stdout.flush()
        except BrokenPipeError:  # the reader closed the pipe; flush to nowhere
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if failed:
            sys.exit(1)

    def write(self, raw: bytes) -> bool:
        """Return whether the input can't be read or an item has errors."""
        encode = json.JSONEncoder(
            ensure_ascii=False, default=translate, check_circular=False
        ).encode
        gc.disable()  # a long list makes the collector search for cycles in vain
        try:
            value, twice = parse(raw)
        except Unreadable as unreadable:
            answer = self.build_refusal(unreadable.check, **unreadable.params)
            self.stdout.write(encode(answer))
            return True
        finally:
            gc.enable()
        many = isinstance(value, list)
        failed, between = False, "[" if many else ""
        gc.freeze()
        for item in value if isinstance(value, list) else [value]:
            key = find_double_key(item) if twice else None
            answer = self.answer(item) if key is None else self.build_refusal(SAME_KEY, given=key)
            failed = failed or self.is_failed(answer)
            self.stdout.write(between + encode(answer), ending="")
            between = ",\n"
        self.stdout.write(("]" if value else "[]") if many else "")
        return failed


def read_bytes(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror or error}", returncode=2) from None
