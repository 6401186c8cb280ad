import csv
from io import BytesIO

import pytest
from openpyxl import load_workbook

from scoring.sheets import lifecycle, links
from scoring.toolkit.downloads import make_file_name


@pytest.fixture
def path():
    sheet = lifecycle.open(game="jokeren", names=["=Ans", "Bob", "Cor"])
    lifecycle.record(sheet=sheet, number=1, row={"entries": {"=Ans": "-", "Bob": 3, "Cor": 7}})
    return links.build_path(sheet)


def test_form_is_a_workbook(client, path):
    answer = client.get(f"{path}file/")
    sheet = load_workbook(BytesIO(answer.content)).active
    assert [sheet["D5"].value, sheet["D5"].data_type] == ["=Ans", "s"]
    assert [sheet[f"{column}6"].value for column in "DEF"] == ["-", 3, 7]
    assert "no-store" in answer["Cache-Control"]


def test_form_is_a_list_as_text(client, path):
    client.cookies["streepje_language"] = "en"
    text = client.get(f"{path}file/?as=csv").content.decode("utf-8-sig")
    heads, first, *_others, last = csv.reader(text.splitlines(), delimiter=";")
    assert heads == ["Game", "Contract", "Deals", "'=Ans", "Bob", "Cor"]
    assert first == ["1", "", "Bob", "-", "3", "7"]
    assert last == ["Total", "", "", "0", "3", "7"]


def test_what_was_written_is_a_list_the_last_first(client, path):
    client.cookies["streepje_language"] = "en"
    assert "?as=csv" in client.get(f"{path}history/").content.decode()
    text = client.get(f"{path}history/?as=csv").content.decode("utf-8-sig")
    heads, *rows = csv.reader(text.splitlines(), delimiter=";")
    assert heads[2:] == ["Phone", "What was done", "Where", "was", "now"]
    assert [row[3:] for row in rows] == [
        ["Game 1 entered", "'=Ans", "", "—"],
        ["Game 1 entered", "Bob", "", "3"],
        ["Game 1 entered", "Cor", "", "7"],
        ["Form opened;' =Ans keeps score", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("De Hoop", "2026-09-03"), "De-Hoop-2026-09-03.csv"),
        (("../..\\x:y", "\x00a\n", ""), "x-y-a.csv"),
        (("n" * 300,), "n" * 120 + ".csv"),
    ],
)
def test_name_of_a_file_can_be_kept_by_every_computer(words, name):
    assert make_file_name("csv", *words) == name
