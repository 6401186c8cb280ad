"""A spreadsheet of its own, for the formulas that workbooks have and no others."""

import re
from operator import eq, gt, lt, mul

from openpyxl.utils import range_boundaries

TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"]|"")*")|(?P<name>[A-Z]+)\(|(?P<number>\d+(?:\.\d+)?)
    |(?P<cells>(?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)|(?P<sign>[-+*=<>(),]))""",
    re.VERBOSE,
)


COMPARED = {"=": eq, "<": lt, ">": gt}


def listed(value):
    return value if isinstance(value, list) else [value]


def each(do, left, other):
    """With every cell of a line, where that is what is given."""
    if not isinstance(left, list) and not isinstance(other, list):
        return do(left, other)
    count = len(left if isinstance(left, list) else other)
    lines = (part if isinstance(part, list) else [part] * count for part in (left, other))
    return [do(*pair) for pair in zip(*lines, strict=True)]


class NotKnown(Exception):
    """A formula that no workbook of ours has."""


class Sheet:
    """Values of cells, formulas worked out; `book` is one that openpyxl read."""

    def __init__(self, book):
        self.book, self.known = book, {}

    def value(self, name, row, column):
        key = name, row, column
        if key not in self.known:
            self.known[key] = None
            cell = self.book[name].cell(row, column)
            value = cell.value
            self.known[key] = self.work_out(name, value[1:]) if cell.data_type == "f" else value
        return self.known[key]

    def work_out(self, name, formula):
        return Parser(self, name, formula).whole()


class Parser:
    def __init__(self, sheet, name, formula):
        self.sheet, self.name = sheet, name
        self.tokens, place = [], 0
        while place < len(formula):
            match = TOKEN.match(formula, place)
            if not match:
                raise NotKnown(formula)
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            place = match.end()
        self.tokens.append(("end", ""))

    def whole(self):
        value = self.compared()
        if self.tokens[0][0] != "end":
            raise NotKnown(self.tokens)
        return value

    def accept(self, *signs):
        if self.tokens[0][1] in signs and self.tokens[0][0] == "sign":
            return self.tokens.pop(0)[1]
        return None

    def compared(self):
        cell = self.added()
        sign = self.accept("=", "<", ">")
        return each(COMPARED[sign], cell, self.added()) if sign else cell

    def added(self):
        value = self.multiplied()
        while sign := self.accept("+", "-"):
            other = self.multiplied()
            value = value + other if sign == "+" else value - other
        return value

    def multiplied(self):
        value = self.single()
        while self.accept("*"):
            value = each(mul, value, self.single())
        return value

    def single(self):
        kind, text = self.tokens.pop(0)
        if kind == "number":
            return float(text)
        if kind == "text":
            return text[1:-1].replace('""', '"')
        if kind == "cells":
            values = self.cells(text)
            return (values[0] or 0) if len(values) == 1 and ":" not in text else values
        if kind == "name":
            return self.called(text)
        if text == "(":
            return self.within()
        raise NotKnown(text)

    def within(self):
        """One thing in brackets, or cells that do not touch as one."""
        value = self.compared()
        while self.accept(","):
            value = [*listed(value), *listed(self.compared())]
        if not self.accept(")"):
            raise NotKnown(self.tokens)
        return value

    def called(self, name):
        given = [self.compared()]
        while self.accept(","):
            given.append(self.compared())
        if not self.accept(")"):
            raise NotKnown(name)
        if name in ("SUM", "SUMPRODUCT", "COUNT"):
            every = [part_ for part in given for part_ in listed(part)]
            figures = [number for number in every if isinstance(number, int | float)]
            return len(figures) if name == "COUNT" else sum(figures)
        if name == "RANK":
            own, every, low = given[0], listed(given[1]), given[2]
            figures = [number for number in every if isinstance(number, int | float)]
            return 1 + sum(figure < own if low else figure > own for figure in figures)
        if name == "ROUND":
            return round(*map(float, given[:1]), int(given[1]))
        if name == "COUNTIF":
            cells, wanted = given
            return sum((cell or "") == wanted if cell != 0 else False for cell in cells)
        if name == "IF":
            return given[1] if given[0] else given[2]
        raise NotKnown(name)

    def cells(self, text):
        name, there = self.name, text
        if "!" in text:
            name, there = text.rsplit("!", 1)
            name = name[1:-1].replace("''", "'")
        left, top, right, bottom = range_boundaries(there)
        return [
            self.sheet.value(name, row, column)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]


def formulas(book):
    for sheet in book:
        for row in sheet.iter_rows():
            yield from ((sheet.title, cell) for cell in row if cell.data_type == "f")


def differences(formulas_of, values_of):
    """Where a formula, worked out, is not what stands beside it; the same workbook read twice."""
    worked = Sheet(formulas_of)
    wrong, count = [], 0
    for name, cell in formulas(formulas_of):
        count += 1
        result = worked.value(name, cell.row, cell.column)
        computed = values_of[name][cell.coordinate].value
        same = (
            abs(result - (computed or 0)) < 1e-9
            if isinstance(result, int | float)
            else result == (computed or "")
        )
        wrong += [f"{name} {cell.coordinate} {cell.value}: {result!r}, beside it {computed!r}"] * (
            not same
        )
    return wrong, count
