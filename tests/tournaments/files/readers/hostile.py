"""Files that mean harm, or are broken, each with what it is refused with; `None`: it is read.

They are made here, so that nothing lies about that a virus scanner would frown at.
"""

import io
import struct
import zipfile
from collections.abc import Callable

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
CONTENT = (
    f'<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/sharedStrings.xml" ContentType="{KIND}.sharedStrings+xml"/>'
    "</Types>"
)
ROOT = (
    f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>"
)
WORKBOOK = (
    f'<workbook {MAIN} xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="Leden" sheetId="1" r:id="s1"/></sheets></workbook>'
)
RELATIONS = (
    f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="s1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="s2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    f'<Relationship Id="s3" Type="{OFFICE}/styles" Target="styles.xml"/>'
    "</Relationships>"
)
STRINGS = f"<sst {MAIN}><si><t>Voornaam</t></si><si><t>Ans</t></si></sst>"
FONTS = "<fonts><font/></fonts><fills><fill><patternFill/></fill></fills>"
FONTS += "<borders><border/></borders>"
STYLES = (
    f"<styleSheet {MAIN}>{FONTS}<cellStyleXfs><xf/></cellStyleXfs>"
    '<cellXfs><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0"/></cellXfs></styleSheet>'
)
ROWS = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'
LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {after} '{f'&{before};' * 10}'>"
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)


def worksheet(rows: str = ROWS) -> str:
    return f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


PARTS = {
    "content": ("[Content_Types].xml", CONTENT),
    "root": ("_rels/.rels", ROOT),
    "workbook": ("xl/workbook.xml", WORKBOOK),
    "relations": ("xl/_rels/workbook.xml.rels", RELATIONS),
    "strings": ("xl/sharedStrings.xml", STRINGS),
    "styles": ("xl/styles.xml", STYLES),
    "worksheet": ("xl/worksheets/sheet1.xml", worksheet()),
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
    whole: dict[str, str | bytes] = dict(PARTS.values())
    for name, content in parts.items():
        path, _usual = PARTS.get(name, (name, ""))
        if content is None:
            del whole[path]
        else:
            whole[path] = content
    return packed(whole, method)


def leaf(rows: str) -> bytes:
    return workbook(worksheet=worksheet(rows))


def cell(inside: str, said: str = "") -> bytes:
    return leaf(f'<row r="1"><c r="A1" {said}>{inside}</c></row>')


def strings(inside: str) -> bytes:
    return workbook(strings=f"<sst {MAIN}>{inside}</sst>")


def listed(count: int) -> str:
    """The same worksheet under so many names."""
    named = "".join(f'<sheet name="{n}" sheetId="{n}" r:id="s1"/>' for n in range(count))
    return f'<workbook {MAIN} xmlns:r="{OFFICE}"><sheets>{named}</sheets></workbook>'


def sheets(count: int, same: bool = False) -> bytes:
    rows = "".join(f"<row><c><v>{n}</v></c></row>" for n in range(2000 if same else 1))
    return workbook(workbook=listed(count), worksheet=worksheet(rows))


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
    remark = f"<!--{'x' * 4000}-->" * 240
    return workbook(workbook=listed(200), worksheet=worksheet(remark))


def sea_of_tags() -> bytes:
    """Four million, in small letters: one worksheet under two hundred names."""
    return workbook(workbook=listed(200), worksheet=worksheet("<row/>" * 20_000))


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


# By what they are refused with; `None`: they are read.
MADE: dict[str | None, dict[str, Callable[[], bytes]]] = {
    "C116": {
        "bomb in one part": lambda: packed({"xl/workbook.xml": "0" * 5_000_000}, level=9),
        "bomb in many small parts": many_small,
        "more parts than a workbook has": lambda: packed(
            {f"{n}": "" for n in range(5001)}, zipfile.ZIP_STORED
        ),
        "a sea of tags": sea_of_tags,
        "relations without end": lambda: workbook(relations="<x>%s</x>" % relations(500_000)),
    },
    None: {
        "bomb that is read again and again": again_and_again,
        "packed in another way": lambda: workbook(zipfile.ZIP_LZMA),
        "without a worksheet": lambda: workbook(worksheet=None),
        "worksheet outside": lambda: workbook(
            relations=RELATIONS.replace("worksheets/", "../../../etc/")
        ),
        "DTD from the web": lambda: workbook(
            workbook=f"<!DOCTYPE x SYSTEM 'http://example.org/x'>{WORKBOOK}"
        ),
        "a hundred thousand attributes": lambda: leaf(
            "<row %s/>" % " ".join(f"a{n}='1'" for n in range(120_000))
        ),
        "a tag of three megabytes": lambda: workbook(
            zipfile.ZIP_STORED, worksheet=worksheet(f'<row a="{"x" * 3_000_000}"/>')
        ),
        "40,000 characters in a cell": lambda: cell(
            f"<is><t>{'a' * 40_000}</t></is>", 't="inlineStr"'
        ),
        "half a million texts": lambda: workbook(
            0, strings=f"<sst {MAIN}>{'<si/>' * 500_000}</sst>"
        ),
        "texts of four bytes a character": lambda: strings(
            "".join(f"<si><t>{n}{'🃏' * 900}</t></si>" for n in range(4600))
        ),
        "line 99,999,999": lambda: leaf('<row r="99999999"/>' + ROWS),
        "a cell beyond the last column": lambda: leaf('<row><c r="ZZZ1"><v>1</v></c></row>'),
        "as many cells as go in": lambda: leaf(cells(199_000)),
        "empty lines that are painted": lambda: leaf(
            "".join(f'<row r="{n}"><c s="1"/></row>' for n in range(1, 200_000)) + ROWS
        ),
        "100,000 styles": lambda: workbook(
            0, styles=STYLES.replace("</cellXfs>", "<xf/>" * 100_000 + "</cellXfs>")
        ),
    },
    "C115": {
        "size that lies": lying,
        "parts that overlap": overlapping,
        "path that climbs": lambda: workbook(**{"../../etc/cron.d/x": "x"}),
        "path of Windows that climbs": lambda: workbook(**{"..\\..\\x": "x"}),
        "a part twice": twice,
        "bent": bent,
        "cut off": lambda: workbook()[:-200],
        "only the beginning": lambda: b"PK\x03\x04",
        "without a workbook": lambda: workbook(workbook=None),
        "billion laughs": lambda: workbook(worksheet=f"{LAUGHS}]>{worksheet('&i;')}"),
        "billion laughs among the texts": lambda: workbook(
            strings=f"{LAUGHS}]><sst {MAIN}><si><t>&i;</t></si></sst>"
        ),
        "entity that grows with its square": lambda: workbook(
            styles=f"<!DOCTYPE x [<!ENTITY a '{'a' * 50_000}'>]><x>{'&a;' * 9000}</x>"
        ),
        "entity from a file": lambda: workbook(
            worksheet="<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><x>&a;</x>"
        ),
        "three hundred thousand deep": lambda: workbook(worksheet="<a>" * 300_000),
        "XML that ends early": lambda: workbook(worksheet=worksheet()[:-5]),
        "numbers without end": lambda: leaf(
            "".join(
                f"<row><c><v>{number}</v></c></row>"
                for number in ("1e999", "NaN", "9" * 900, "1e308", "x")
            )
        ),
        "a style that is not there": lambda: cell("<v>1</v>", 's="999999"'),
    },
    "C114": {
        "a workbook in a workbook": lambda: packed({"a.xlsx": workbook()}),
        "nothing in it": lambda: packed({}),
        "LibreOffice's own kind": lambda: packed(
            {"mimetype": "application/vnd.oasis", "content.xml": "<x/>"}
        ),
    },
    "C118": {
        "too many lines": lambda: leaf("<row><c><v>1</v></c></row>" * 30_000),
        "sheets that are all the same": lambda: sheets(200, same=True),
    },
    "C122": {"too many sheets": lambda: sheets(500)},
}
CORPUS = {name: (make, code) for code, made in MADE.items() for name, make in made.items()}
