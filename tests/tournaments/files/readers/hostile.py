"""Files that mean harm, or are broken, each with what it is refused with; `None`: it is read.

They are made here, so that nothing lies about that a virus scanner would frown at.
"""

import io
import struct
import zipfile
from collections.abc import Callable

from tournaments.files.transfer import club_file as whole

TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ROOT = (
    f'<Relationships><Relationship Id="r1" Type="{TYPES}/officeDocument"'
    ' Target="xl/workbook.xml"/></Relationships>'
)
WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet name="Leden" r:id="s1"/></sheets></workbook>'
RELATIONS = (
    "<Relationships>"
    f'<Relationship Id="s1" Type="{TYPES}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="s2" Type="{TYPES}/sharedStrings" Target="sharedStrings.xml"/>'
    f'<Relationship Id="s3" Type="{TYPES}/styles" Target="styles.xml"/>'
    "</Relationships>"
)
STRINGS = "<sst><si><t>Voornaam</t></si><si><t>Ans</t></si></sst>"
STYLES = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
ROWS = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'
LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {after} '{f'&{before};' * 10}'>"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)


def worksheet(rows: str = ROWS) -> str:
    return f"<worksheet><sheetData>{rows}</sheetData></worksheet>"


PARTS = {
    "root": ROOT,
    "workbook": WORKBOOK,
    "relations": RELATIONS,
    "strings": STRINGS,
    "styles": STYLES,
    "worksheet": worksheet(),
}
NAMES = {
    "root": "_rels/.rels",
    "workbook": "xl/workbook.xml",
    "relations": "xl/_rels/workbook.xml.rels",
    "strings": "xl/sharedStrings.xml",
    "styles": "xl/styles.xml",
    "worksheet": "xl/worksheets/sheet1.xml",
}


def packed(
    parts: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED, level: int = 1
) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method, compresslevel=level) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def workbook(method: int = zipfile.ZIP_DEFLATED, **parts: str | bytes | None) -> bytes:
    """A small one that is well, but for what is given."""
    whole = {NAMES[name]: content for name, content in PARTS.items()}
    whole |= {NAMES.get(name, name): content for name, content in parts.items() if content}
    for name in [name for name, content in parts.items() if content is None]:
        del whole[NAMES[name]]
    return packed(whole, method)


def cell(inside: str, said: str = "") -> bytes:
    return workbook(worksheet=worksheet(f'<row r="1"><c r="A1" {said}>{inside}</c></row>'))


def strings(inside: str) -> bytes:
    return workbook(strings=f"<sst>{inside}</sst>")


def sheets(count: int, same: bool = False) -> bytes:
    named = "".join(f'<sheet name="{n}" r:id="s1"/>' for n in range(count))
    rows = "".join(f"<row><c><v>{n}</v></c></row>" for n in range(2000 if same else 1))
    return workbook(
        workbook=f"<workbook><sheets>{named}</sheets></workbook>", worksheet=worksheet(rows)
    )


def cells(count: int) -> str:
    """A hundred on a line."""
    every = [f"<c><v>{n}.5</v></c>" for n in range(count)]
    return "".join(f"<row>{''.join(every[n : n + 100])}</row>" for n in range(0, count, 100))


def relations(count: int) -> str:
    return "".join(f'<Relationship Id="{number}"/>' for number in range(count))


def tampered(data: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    """Every header of this kind says something else."""
    whole, place = bytearray(data), data.find(signature)
    while place >= 0:
        whole[place + offset : place + offset + len(value)] = value
        place = data.find(signature, place + 4)
    return bytes(whole)


def many_small() -> bytes:
    """101 parts of a megabyte each, which are one."""
    data = packed({f"{n:03}": b"0" * (999_000 if n < 1 else 4000) for n in range(102)})
    return tampered(data, b"PK\x01\x02", 24, struct.pack("<I", 999_000))


def again_and_again() -> bytes:
    """One worksheet of a megabyte under two hundred names, nearly all of it nothing at all."""
    named = "".join(f'<sheet name="{n}" r:id="s1"/>' for n in range(200))
    remark = f"<!--{'x' * 4000}-->" * 240
    return workbook(
        workbook=f"<workbook><sheets>{named}</sheets></workbook>", worksheet=worksheet(remark)
    )


def sea_of_tags() -> bytes:
    """Four million, in small letters: one worksheet under two hundred names."""
    named = "".join(f'<sheet name="{n}" r:id="s1"/>' for n in range(200))
    return workbook(
        workbook=f"<workbook><sheets>{named}</sheets></workbook>",
        worksheet=worksheet("<row/>" * 20_000),
    )


def lying() -> bytes:
    """Grows to fifty times of what its table of contents says."""
    data = workbook(worksheet=worksheet("<row><c><v>1</v></c></row>" * 40_000))
    return tampered(data, b"PK\x01\x02", 24, struct.pack("<I", 20_000))


def overlapping() -> bytes:
    """Every entry of its table of contents leads to the same packed bytes."""
    return tampered(workbook(), b"PK\x01\x02", 42, struct.pack("<I", 0))


def twice() -> bytes:
    data = workbook(**{"xl/worksheets/sheet2.xml": worksheet()})
    return data.replace(b"sheet2.xml", b"sheet1.xml")


def bent() -> bytes:
    data = bytearray(workbook(zipfile.ZIP_STORED))
    data[data.find(b"sheetData") + 3] ^= 1
    return bytes(data)


OPEN = "<o:doc xmlns:o='o' xmlns:t='t' xmlns:x='x'><o:spreadsheet>{}</o:spreadsheet></o:doc>"
FILLED = "<t:cell o:value-type='string'><x:p>A</x:p></t:cell>"


def opened(rows: str = f"<t:row>{FILLED}</t:row>", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A workbook of LibreOffice, whose tags have longer names."""
    names = {"<t:row": "<t:table-row", "</t:row": "</t:table-row", "t:cell": "t:table-cell"}
    inside = OPEN.format(f"<t:table>{rows}</t:table>").replace("<t:column", "<t:table-column")
    for short, long in names.items():
        inside = inside.replace(short, long)
    return packed({"content.xml": inside}, method)


Hostile = dict[str, tuple[Callable[[], bytes], str | None]]
CORPUS: Hostile = {
    # What they come packed in
    "bomb in one part": (lambda: packed({"xl/workbook.xml": "0" * 5_000_000}, level=9), "C116"),
    "bomb in many small parts": (many_small, "C116"),
    "bomb that is read again and again": (again_and_again, "C116"),
    "more parts than a workbook has": (
        lambda: packed({f"{n}": "" for n in range(5001)}, zipfile.ZIP_STORED),
        "C116",
    ),
    "a sea of tags": (sea_of_tags, "C116"),
    "size that lies": (lying, "C115"),
    "parts that overlap": (overlapping, "C115"),
    "a workbook in a workbook": (lambda: packed({"a.xlsx": workbook()}), "C114"),
    "path that climbs": (lambda: workbook(**{"../../etc/cron.d/x": "x"}), "C115"),
    "path from the root": (lambda: workbook(**{"/etc/passwd": "x"}), "C115"),
    "path of Windows that climbs": (lambda: workbook(**{"..\\..\\x": "x"}), "C115"),
    "a part twice": (twice, "C115"),
    "packed in another way": (lambda: workbook(zipfile.ZIP_LZMA), "C115"),
    "locked with a password": (lambda: tampered(workbook(), b"PK\x01\x02", 8, b"\x01\x00"), "C113"),
    "bent": (bent, "C115"),
    "cut off": (lambda: workbook()[:-200], "C115"),
    "only the beginning": (lambda: b"PK\x03\x04", "C115"),
    "nothing in it": (lambda: packed({}), "C114"),
    "something in front": (lambda: b"PK\x03\x04" + b"x" * 1000 + workbook(), None),
    # Parts that are not there
    "without a workbook": (lambda: workbook(workbook=None), "C114"),
    "without relations": (lambda: workbook(relations=None), "C115"),
    "without a worksheet": (lambda: workbook(worksheet=None), "C115"),
    "relations without end": (
        lambda: workbook(relations="<x>%s</x>" % relations(500_000)),
        "C116",
    ),
    "worksheet outside": (
        lambda: workbook(relations=RELATIONS.replace("worksheets/", "../../../etc/")),
        "C115",
    ),
    "worksheet on the web": (
        lambda: workbook(
            relations=RELATIONS.replace('Target="w', 'TargetMode="External" Target="w')
        ),
        None,
    ),
    "LibreOffice's own kind": (
        lambda: packed({"mimetype": "application/vnd.oasis", "content.xml": "<x/>"}),
        "C114",
    ),
    # XML
    "billion laughs": (lambda: workbook(worksheet=f"{LAUGHS}]>{worksheet('&i;')}"), "C117"),
    "billion laughs among the texts": (
        lambda: workbook(strings=f"{LAUGHS}]><sst><si><t>&i;</t></si></sst>"),
        "C117",
    ),
    "entity that grows with its square": (
        lambda: workbook(
            styles=f"<!DOCTYPE x [<!ENTITY a '{'a' * 50_000}'>]><x>{'&a;' * 9000}</x>"
        ),
        "C117",
    ),
    "entity from a file": (
        lambda: workbook(
            worksheet="<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"
        ),
        "C117",
    ),
    "DTD from the web": (
        lambda: workbook(workbook=f"<!DOCTYPE x SYSTEM 'http://example.org/x'>{WORKBOOK}"),
        "C117",
    ),
    "entity that nobody declares": (lambda: cell("<v>&a;</v>"), "C115"),
    "three hundred thousand deep": (lambda: workbook(worksheet="<a>" * 300_000), "C115"),
    "a hundred thousand attributes": (
        lambda: workbook(
            worksheet=worksheet("<row %s/>" % " ".join(f"a{n}='1'" for n in range(120_000)))
        ),
        "C115",
    ),
    "a tag of three megabytes": (
        lambda: workbook(zipfile.ZIP_STORED, worksheet=worksheet(f'<row a="{"x" * 3_000_000}"/>')),
        "C115",
    ),
    "a remark of three megabytes": (
        lambda: workbook(zipfile.ZIP_STORED, worksheet=f"<!--{'x' * 3_000_000}-->{worksheet()}"),
        "C115",
    ),
    "XML that ends early": (lambda: workbook(worksheet=worksheet()[:-5]), "C115"),
    "no XML": (lambda: workbook(strings=b"\x00\xff\x00"), "C115"),
    "letters of no alphabet": (
        lambda: workbook(worksheet=f'<?xml version="1.0" encoding="utf-7"?>{worksheet()}'),
        "C115",
    ),
    "XML in UTF-16": (
        lambda: workbook(
            worksheet=f'<?xml version="1.0" encoding="utf-16"?>{worksheet()}'.encode("utf-16")
        ),
        None,
    ),
    # Cells
    "40,000 characters in a cell": (
        lambda: cell(f"<is><t>{'a' * 40_000}</t></is>", 't="inlineStr"'),
        None,
    ),
    "40,000 characters, shared": (lambda: strings(f"<si><t>{'a' * 40_000}</t></si>" * 2), None),
    "half a million texts": (
        lambda: workbook(0, strings=f"<sst>{'<si/>' * 500_000}</sst>"),
        "C121",
    ),
    "texts of four bytes a character": (
        lambda: strings("".join(f"<si><t>{n}{'🃏' * 900}</t></si>" for n in range(4600))),
        "C121",
    ),
    "number of a text that is not there": (lambda: cell("<v>7</v>", 't="s"'), "C115"),
    "number of a text that is none": (lambda: cell("<v>-1</v>", 't="s"'), "C115"),
    "line 99,999,999": (lambda: workbook(worksheet=worksheet('<row r="99999999"/>' + ROWS)), None),
    "a cell beyond the last line": (
        lambda: workbook(worksheet=worksheet('<row><c r="A9999999"><v>1</v></c></row>')),
        "C115",
    ),
    "a cell beyond the last column": (
        lambda: workbook(worksheet=worksheet('<row><c r="ZZZ1"><v>1</v></c></row>')),
        "C115",
    ),
    "too many lines": (
        lambda: workbook(worksheet=worksheet("<row><c><v>1</v></c></row>" * 30_000)),
        "C118",
    ),
    "as many cells as go in": (lambda: workbook(worksheet=worksheet(cells(199_000))), None),
    "empty lines that are painted": (
        lambda: workbook(
            worksheet=worksheet(
                "".join(f'<row r="{n}"><c s="1"/></row>' for n in range(1, 200_000)) + ROWS
            )
        ),
        None,
    ),
    "too many sheets": (lambda: sheets(500), "C122"),
    "sheets that are all the same": (lambda: sheets(200, same=True), "C118"),
    "a formula not worked out": (lambda: cell("<f>1+1</f><v></v>"), None),
    "a formula that runs a program": (lambda: cell("<f>cmd|'/c calc'!A1</f><v>5</v>"), None),
    "macros": (lambda: workbook(**{"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0"}), None),
    "an error": (lambda: cell("<v>#REF!</v>", 't="e"'), None),
    "numbers without end": (
        lambda: workbook(
            worksheet=worksheet(
                "".join(
                    f"<row><c><v>{number}</v></c></row>"
                    for number in ("1e999", "NaN", "9" * 900, "1e308", "x")
                )
            )
        ),
        None,
    ),
    "days that never come": (lambda: cell("<v>99999999</v>", 's="1"'), None),
    "a style that is not there": (lambda: cell("<v>1</v>", 's="999999"'), None),
    "100,000 styles": (
        lambda: workbook(0, styles=f"<x><cellXfs>{'<xf/>' * 100_000}</cellXfs></x>"),
        None,
    ),
    "signs that nobody sees": (
        lambda: cell("<is><t>_x0000__x001B__xD800_a\u202e</t></is>", 't="inlineStr"'),
        None,
    ),
    # OpenDocument
    "ods: well": (opened, None),
    "ods: a filled line a million times": (
        lambda: opened("<t:row t:number-rows-repeated='1000000'>%s</t:row>" % FILLED),
        "C118",
    ),
    "ods: a filled cell in all columns of many lines": (
        lambda: opened(
            "<t:row t:number-rows-repeated='20'>"
            + FILLED.replace("cell ", "cell t:number-columns-repeated='16384' ")
            + "</t:row>"
        ),
        "C119",
    ),
    "ods: a long text that repeats": (
        lambda: opened(
            "<t:row t:number-rows-repeated='9000'>%s</t:row>" % FILLED.replace("A", "a" * 900)
        ),
        "C121",
    ),
    "ods: empty lines and columns without end": (
        lambda: opened(
            "<t:row t:number-rows-repeated='9999999'><t:cell t:number-columns-repeated='9999999'/>"
            "</t:row>" * 100
        ),
        None,
    ),
    "ods: a line beyond the last": (
        lambda: opened(
            f"<t:row t:number-rows-repeated='1048576'><t:cell/></t:row><t:row>{FILLED}</t:row>"
        ),
        "C115",
    ),
    "ods: a column beyond the last": (
        lambda: opened(f"<t:row><t:cell t:number-columns-repeated='16384'/>{FILLED}</t:row>"),
        "C115",
    ),
    "ods: repeats that are no number": (
        lambda: opened(f"<t:row t:number-rows-repeated='-1'>{FILLED}</t:row>"),
        "C115",
    ),
    "ods: repeats of a hundred digits": (
        lambda: opened(f"<t:row t:number-rows-repeated='{'9' * 100}'>{FILLED}</t:row>"),
        "C115",
    ),
    "ods: a billion spaces": (
        lambda: opened("<t:row>%s</t:row>" % FILLED.replace("A", "<x:s x:c='999999999'/>" * 9999)),
        None,
    ),
    "ods: cells and ends of nothing": (
        lambda: opened(f"<t:cell/><t:row/></t:table>{FILLED}<t:covered-table-cell/><t:table>"),
        None,
    ),
    "ods: sheets in sheets": (lambda: opened("<t:table>" * 90 + "</t:table>" * 90), None),
    "ods: too many sheets": (lambda: opened("</t:table><t:table>" * 500), "C122"),
    "ods: columns of forty thousand styles": (
        lambda: opened(
            "<t:column t:default-cell-style-name='x'/>" * 40_000
            + f"<t:row>{FILLED}</t:row>" * 19_000,
            0,
        ),
        None,
    ),
    "ods: billion laughs": (
        lambda: packed({"content.xml": f"{LAUGHS}]>{OPEN.format('&i;')}"}),
        "C117",
    ),
    "ods: entity from a file": (
        lambda: packed(
            {"content.xml": "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"}
        ),
        "C117",
    ),
    "ods: three hundred thousand deep": (lambda: opened("<x:p>" * 300_000, 0), "C115"),
    "ods: bomb": (lambda: packed({"content.xml": "0" * 5_000_000}, level=9), "C116"),
    "ods: ends early": (lambda: packed({"content.xml": OPEN[:-5]}), "C115"),
    "ods: both kinds": (lambda: workbook(**{"content.xml": "<x/>"}), "C114"),
    # Other files
    "empty": (lambda: b"", "C112"),
    "only spaces": (lambda: b" \n\t\n", "C112"),
    "too large": (lambda: b"a;b\n" * 1_250_001, "C111"),
    "Excel 97": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4000, "C113"),
    "PDF": (lambda: b"%PDF-1.7\n" + b"x" * 100, "C114"),
    "picture": (lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "C114"),
    "web page": (lambda: b"<html><table><tr><td>Ans</table>", "C114"),
    "noughts": (lambda: b"a;b\0\0\0\n" * 100, "C114"),
    "text of no alphabet": (lambda: b"Voornaam\nAns \x81\x8d\n", "C123"),
    "half a letter": (lambda: "Voornaam\nAns\n".encode("utf-16") + b"x", "C123"),
    "a quote that never closes": (lambda: b'Voornaam;"Ans\n' + b"Bob;Vos\n" * 100_000, "C124"),
    "five megabytes of columns": (lambda: b";" * 4_999_999, "C120"),
    "as many lines as go in": (lambda: "🃏".encode() + b"a\n" * 2_499_000, "C118"),
    "a quote around them": (lambda: b'"' + b"a\n" * 2_499_000, "C124"),
    "a cell of 100,000 characters": (lambda: b"Voornaam\n" + b"a" * 100_000, None),
    "a cell of four megabytes": (lambda: b"Voornaam\n" + b"a" * 4_000_000, "C124"),
    "more columns than cells go in": (lambda: (b"a;" * 16_000 + b"\n") * 150, "C119"),
}


def club(content: str, night: str = "") -> bytes:
    return packed({"club.json": content} | ({NIGHT: night} if night else {}))


NIGHT = "nights/2026-09-03-1.json"
HEAD = f'"format":"{whole.FORMAT}","version":{whole.VERSION},"nights":["{NIGHT}"]'
# As large inside as it may be, of what takes most room there.
PAIRS = ",".join(f'"{n:x}":"{n:x}"' for n in range(whole.MOST_VALUES - 5))
OBJECTS = ",".join(['{"a":1}'] * (whole.MOST_NESTS - 2))
# One letter of four bytes makes all of a text take four times the room.
WIDE = f'"🃏{" " * (whole.MOST_PART - len(PAIRS) - 100)}":0,'
CLUBS = {
    "a club of pairs": (lambda: club(f"{{{PAIRS}}}"), "C170"),
    "a club of small things": (lambda: club(f'{{"a":[{OBJECTS}]}}'), "C170"),
    "a club of one long text": (
        lambda: club(f'{{"a":"🃏{"x" * (whole.MOST_PART - 20)}"}}'),
        "C170",
    ),
    "a club of one long number": (lambda: club(f'{{"a":{"1" * 1_000_000}}}'), "C173"),
    "a club and a night of pairs in a wide text": (
        lambda: club(f"{{{HEAD},{WIDE}{PAIRS}}}", f"{{{HEAD},{WIDE}{PAIRS}}}"),
        None,
    ),
    "more pairs than a club has": (lambda: club(f"{{{PAIRS}{',0' * 7}}}"), "C172"),
}
