"""OpenDocument workbooks as LibreOffice writes them, made by hand."""

from datetime import date
from xml.sax.saxutils import escape, quoteattr

from tests.tournaments.files.readers.hostile import packed

MIMETYPE = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style", "number", "draw")
)
NAMES += ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
STYLES = (
    '<number:number-style style:name="N7"><number:number number:decimal-places="0"'
    ' number:min-integer-digits="10"/></number:number-style>'
    '<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N7"/>'
)
REST = (
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell'
    ' table:number-columns-repeated="16384"/></table:table-row>'
)


def content(tables, styles=STYLES):
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{NAMES}>'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )


def table(rows, name="Leden", before=""):
    return f"<table:table table:name={quoteattr(name)}>{before}{rows}{REST}</table:table>"


def row(*cells, said=""):
    return f"<table:table-row {said}>{''.join(cells)}</table:table-row>"


def cell(value=None, said=""):
    if value is None:
        return f"<table:table-cell {said}/>"
    if isinstance(value, bool):
        kind, attributes = "boolean", f'office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, date):
        kind, attributes = "date", f'office:date-value="{value.isoformat()}"'
    elif isinstance(value, str):
        kind, attributes = "string", ""
    else:
        kind, attributes = "float", f'office:value="{value}"'
    attributes = f'office:value-type="{kind}" calcext:value-type="{kind}" {attributes} {said}'
    return (
        f"<table:table-cell {attributes}><text:p>{escape(str(value))}</text:p></table:table-cell>"
    )


def workbook(content_=None, method=8, **parts):
    """A small one that is well, but for what is given."""
    rows = row(cell("Voornaam")) + row(cell("Ans"))
    whole = {"mimetype": MIMETYPE, "content.xml": content_ or content(table(rows))}
    return packed(whole | parts, method)


def saved(*rows, **more):
    """Rows of plain values; a formula begins with `=`, and has no value."""
    tables = {"Leden": rows, **more}
    return workbook(content("".join(_table(name, lines) for name, lines in tables.items())))


def _table(name, rows):
    return table("".join(row(*map(_cell, line)) for line in rows), name)


def _cell(value):
    if isinstance(value, str) and value.startswith("="):
        return cell(said=f"table:formula={quoteattr(f'of:{value}')}")
    return cell(value)
