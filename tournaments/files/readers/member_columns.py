import re
from datetime import date
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import is_visible
from tournaments import names, problems
from tournaments.files.readers.cells import BadCell, FileLine, Value, name_cell, read_day
from tournaments.files.readers.find_table import Table, simplify_heading
from tournaments.models.user import validate_address
from tournaments.names import PARTICLES, Name, is_clean, normalize

MOST = 2_000  # lines
WORDS = {
    "called": "roepnaam roepn rufname callname preferredname",
    "first": "voornaam voornamen voorn firstname forename givenname vorname vornamen first",
    "initials": "voorletters voorletter initialen initials",
    "particle": (
        "tussenvoegsel tussenvoegsels tussenvoegselachternaam tussenv tv voorvoegsel voorvoegsels"
        " prefix infix particle namenszusatz namensvorsatz"
    ),
    "family": (
        "achternaam achtern familienaam lastname familyname surname nachname familienname zuname"
        " last"
    ),
    "name": (
        "naam volledigenaam naamlid name fullname vollstandigername lid member mitglied speler"
        " player spieler deelnemer teilnehmer namen names"
    ),
    "nickname": "bijnaam nickname spitzname alias",
    "household": (
        "huishouden gezin groep familieofgroep household group familyorgroup haushalt gruppe"
        " familieodergruppe"
    ),
    "number": (
        "lidnummer lidnr lidmaatschapsnummer membernumber memberno membershipnumber mitgliedsnummer"
        " mitgliedsnr mitgliedernummer relatienummer nummer number nr no"
    ),
    "email": "emailadres email emailaddress emailadresse mail mailadres mailadresse epost",
    "phone": (
        "mobiel mobielnummer mobieltelefoonnummer telefoonmobiel gsm mobile mobil mobilnummer handy"
        " telefoonnummer telefoon telnr tel phonenumber phone telephone telefonnummer telefon"
    ),
    "joined": (
        "lidsinds lidvanaf lidper inschrijfdatum datuminschrijving ingangsdatum datumlid"
        " membersince joined joindate datejoined mitgliedseit eintritt eintrittsdatum beitritt"
        " beitrittsdatum"
    ),
}
NAMES = ("called", "first", "initials", "family", "name")
LONGEST = {"nickname": names.LONGEST, "household": names.LONGEST}
LONGEST |= {"number": 20, "email": 254, "phone": 30, "joined": 40}
# Words that mark an average or a total: OVER_ALL also with more words after it, ALONE only alone.
OVER_ALL = (
    "gemiddelde gemiddeld totaal totalen subtotaal durchschnitt durchschnittlich zwischensumme"
    " gesamtsumme average averages total totals subtotal"
)
ALONE = "gem som aantal schnitt summe gesamt anzahl avg mean sum count"
SIGNS = tuple("=+-@＝＋－＠")  # begin a formula in a spreadsheet program
NOTHING = ("-", "–", "—")  # as people fill an empty cell


Told = tuple[ProblemCode, dict[str, Any]]


class Entry(NamedTuple):
    line: int
    text: str  # as written in the file, so that people can find it
    name: Name = Name("")
    sure: bool = True  # the name can be read in one way only
    said: dict[str, str] = {}  # the other fields, without empty ones
    wrong: Told | None = None
    aside: Told | None = None  # why a value was left out


def read_entry(line: FileLine, table: Table) -> Entry | None:
    """Return None for an empty line or a total. A wrong value comes along as a problem; a wrong
    e-mail address is left out.
    """
    shown, aside = _shown(line, table), None
    said: dict[str, str] = {}
    for field, columns in table.columns.items():
        for column in columns:
            if column not in line.cells:
                continue
            value, where = line.cells[column], name_cell(line.number, column)
            if isinstance(value, BadCell):
                told = value.check, value.params | {"place": where}
                return Entry(line.number, shown, wrong=told)
            if write_value(value) in NOTHING:
                continue
            if wrong := _wrong(field, normalize(write_value(value)), where):
                if wrong[0] is not problems.WRONG_ADDRESS:
                    return Entry(line.number, shown, wrong=wrong)
                aside = wrong
                continue
            if typed := _day(value) if field == "joined" else normalize(write_value(value)):
                said.setdefault(field, typed)
    if not said:
        return None
    reading = _name(said, table)
    first, *more = map(simplify_heading, reading.name.full.split() or [""])
    if first in OVER_ALL.split() or (not more and first in ALONE.split()):
        return None
    details = {field: said[field] for field in LONGEST if field in said}
    wrong = None
    if not reading.name.first:
        wrong = problems.NO_FIRST_NAME, {}
    elif len(reading.name.full) > names.LONGEST:
        wrong = problems.LONG_NAME, {"most": names.LONGEST}
    return Entry(line.number, shown, reading.name, reading.sure, details, wrong, aside)


def _wrong(field: str, typed: str, where: str) -> tuple[ProblemCode, dict[str, Any]] | None:
    longest = LONGEST.get(field)
    if longest and len(typed) > longest:
        return problems.LONG_CELL, {"place": where, "most": longest}
    if typed.startswith(SIGNS) and not (field == "phone" and typed.startswith("+")):
        return problems.LIKE_FORMULA, {"place": where, "sign": typed[0]}
    if not is_visible(typed) or (field in LONGEST and field != "email" and not is_clean(typed)):
        return problems.WRONG_NAME, {}
    if field == "email" and typed and not _is_address(typed):
        return problems.WRONG_ADDRESS, {"place": where}
    return None


def _day(value: Value) -> str:
    """Return a day in ISO form; a year alone becomes its first day."""
    text = normalize(write_value(value))
    if re.fullmatch(r"(?:19|20)\d\d", text):
        return f"{text}-01-01"
    date_ = read_day(value, date.min, date.min) if re.search(r"\d{4}", text) else None
    return date_.isoformat() if date_ else ""


def _is_address(typed: str) -> bool:
    try:
        validate_address(typed)
    except ValidationError:
        return False
    return True


def write_value(value: Value) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _name(said: dict[str, str], table: Table) -> names.Reading:
    """A column “name” holds family names beside one of first names without one of family names."""
    first = next((said[field] for field in ("called", "first", "initials") if field in said), "")
    family, whole = said.get("family", ""), said.get("name", "")
    apart = {"called", "first", "initials"} & {*table.columns}
    if apart and "family" not in table.columns:
        family, whole = whole, ""
    if not first and not family:
        return names.read(whole) or names.Reading(Name(""), sure=True)
    if "particle" in said:
        return names.Reading(Name(first, said["particle"], family), sure=True)
    family, comma, rest = family.partition(",")
    words = normalize(rest).split(" ")
    if comma and all(word.casefold() in PARTICLES for word in words):  # Berg, van den
        return names.Reading(Name(first, " ".join(words), normalize(family)), sure=True)
    return names.Reading(names.build_name(first, family + comma + rest), sure=True)


def _shown(line: FileLine, table: Table) -> str:
    columns = [
        column
        for field in ("first", "particle", "family", "name")
        for column in table.columns.get(field, ())
    ]
    cells = [line.cells[column] for column in columns if column in line.cells]
    cells = [cell for cell in cells or line.cells.values() if not isinstance(cell, BadCell)]
    words = normalize(" ".join(map(write_value, cells)))
    return "".join(letter for letter in words if letter.isprintable())[: names.LONGEST]
