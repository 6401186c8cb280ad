from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from django.utils.translation import override

from scoring import games
from scoring.printing import form_pages, printed_sheet
from scoring.printing.printed_sheet import Head, PrintedSheet
from tests.scoring.views.table import PLAYED

ADDRESS = "https://kaartclub-de-vrolijke-streepjes.example/s/{:046d}/"
LANGUAGES = ("nl", "en", "de")
NAMES = {
    "short": ["Ans", "Bob", "Cor", "Dik", "Els", "Fé", "Gijs", "Hans", "Ine", "Jan"],
    "hostile": [
        "<b>Ans</b> & <img src=x onerror=alert(1)>",
        "W" * 60,
        "{0} %(name)s %s =1+1",
        "Nguyễn Thị Phương Ánh Đặng Ường-Żółć Çağrı Şükrü",
        "你好 \U0001f980 Ж",
        "i " * 30,
        "-" * 60,
        "\N{ZERO WIDTH JOINER}A",
        "1",
        "'; DROP TABLE scoring_sheet; --",
    ],
    "long": [
        "Wilhelmina van der Berg-Oosterhuis",
        "Jan-Willem Alexander Klaassen-Bos",
        "Rindfleischetikettierungsüberwachung",
        "Κωνσταντίνος Παπαδόπουλος",
        "Maria Magdalena de la Fuente y Álvarez",
        "Świętosława Brzęczyszczykiewicz",
        "Anna-Elisabeth von Hohenzollern",
        "Bartholomeus Adriaan Zwartenkot",
        "Friedrich-Wilhelm Oberstudienrat",
        "Geertruida Johanna Wildenberg",
    ],
}
HEADS = {
    "short": Head("De Streepjes", "3 dec", "3", "2"),
    "hostile": Head("<script>" + "W" * 80, "\x00\x1b" + "<i>&amp;" * 9, "9" * 40, "\u202e" * 9),
    "long": Head("Kaartclub De Vrolijke Streepjes " * 2, "woensdagavond 30 september 2026", "100"),
}


class Kind(NamedTuple):
    game: str
    size: str
    language: str
    players: int
    names: str
    filled: bool = False  # with a played game; else names alone


def kinds(*, filled: bool = False) -> Iterator[Kind]:
    for system in games.GAMES:
        low, high = system.seats
        counts = range(low, high + 1)
        for size, language, count, names in product(form_pages.SIZES, LANGUAGES, counts, NAMES):
            yield Kind(system.key, size, language, count, names, filled)


def sheet(kind: Kind, options: dict[str, Any] | None = None) -> dict[str, Any]:
    players = NAMES[kind.names][: kind.players]
    renamed = dict(zip(("Ans", "Bob", "Cor", "Dik"), players, strict=False))
    system = games.find(kind.game)
    rows = PLAYED.get(kind.game, PLAYED["jokeren"]) if kind.filled else []
    return {
        "game": system.key,
        "options": options or {},
        "players": players,
        "scribe": players[-1],
        "games": [_renamed(row, renamed) for row in rows],
    }


def made(kind: Kind, number: int = 0, options: dict[str, Any] | None = None) -> PrintedSheet:
    return printed_sheet.build_sheet(
        sheet(kind, options), HEADS[kind.names], ADDRESS.format(number)
    )


def empty(kind: Kind) -> PrintedSheet:
    return printed_sheet.build_blank(games.find(kind.game)({}), kind.players)


@cache
def pdf(*these: Kind) -> bytes:
    with override(these[0].language):
        forms = [made(kind, number) for number, kind in enumerate(these)]
        return form_pages.print_forms(forms, these[0].size)


def _renamed(row: Any, names: dict[str, str]) -> Any:
    if isinstance(row, dict):
        kept = {names.get(key, key): _renamed(value, names) for key, value in row.items()}
        return {key: value for key, value in kept.items() if key not in ("Cor", "Dik")}
    return names.get(row, row) if isinstance(row, str) else row
