"""The command that reads photos of forms."""

import json

import pytest
from django.core.management import CommandError, call_command

from tournaments.photo import reading

pytestmark = pytest.mark.django_db
needs_packages = pytest.mark.skipif(
    not reading.is_installed(), reason="needs the packages of requirements-photo.txt"
)


def test_without_the_packages_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(reading, "PACKAGES", ("no_such_package",))
    with pytest.raises(CommandError, match=r"docs/photo\.md"):
        call_command("readforms", tmp_path / "a.jpg")


@needs_packages
def test_file_that_is_no_picture_is_told_of(tmp_path, capsys):
    path = tmp_path / "a.jpg"
    path.write_bytes(b"no picture")
    with pytest.raises(SystemExit) as left:
        call_command("readforms", path)
    [report] = json.loads(capsys.readouterr().out)
    assert left.value.code == 1
    assert report["file"] == str(path)
    assert [problem["code"] for problem in report["pages"][0]["problems"]] == ["C321"]


@needs_packages
@pytest.mark.parametrize("arguments", [[], ["no-such-file.jpg"]])
def test_wrong_usage_is_told(arguments):
    with pytest.raises(CommandError) as error:
        call_command("readforms", *arguments)
    assert error.value.returncode == 2


def measure(capsys, results, *more):
    call_command("readforms", "--measure", "1", "--results", str(results), *more)
    return capsys.readouterr().out.splitlines()


@needs_packages
def test_measure_is_a_table_and_goes_on(capsys, tmp_path):
    results = tmp_path / "results.jsonl"
    lines = measure(capsys, results)
    assert [line.count("|") for line in lines] == [*[10] * 4, *[0] * 3]
    assert lines[4].startswith("scanner: with 95 % confidence fewer than")
    assert measure(capsys, results) == lines  # no form is read again
    assert len(results.read_text().splitlines()) == 3
    later = measure(capsys, results, "--from", "1")
    assert [line.split("|")[2].strip() for line in later[1:4]] == ["2"] * 3
    others = results.read_text().replace("seed 1", "seed 2")
    results.write_text(results.read_text().splitlines()[0] + "\n" + others)
    call_command("readforms", "--measure", "0", "--results", str(results))
    rows = [line for line in capsys.readouterr().out.splitlines()[1:] if "|" in line]
    assert [row.split("|")[1:3] for row in rows] == [[" scanner ", " 1 "]]


@needs_packages
def test_bound_of_what_is_wrong_is_the_rule_of_three():
    from clubsite.bench.photo_reading import bound_wrong

    assert [round(bound_wrong(count), 2) for count in (0, 1, 5)] == [3.0, 4.74, 10.51]


@needs_packages
@pytest.mark.parametrize("game", ["jokeren", "rummikub"])
def test_wrong_sum_of_a_scribe_is_known_and_no_other(game):
    import numpy as np

    from clubsite.bench import photos

    every = [photos.fill(game, np.random.default_rng([4, number]), None) for number in range(8)]
    found = [photos.list_errors(filled, filled.meant) for filled in every]
    assert {bool(errors) for errors in found} == {True, False}
    for filled, errors in zip(every, found, strict=True):
        column = {key for key in errors if filled.slip and key.column == filled.slip.column}
        assert errors == column
        assert min(errors, default=None) == filled.slip


# What volunteers wrote


@pytest.fixture
def scan(tmp_path):
    """A form for volunteers, with the figures in it as they were printed to copy from; and the page
    to copy from, which is none.
    """
    import numpy as np
    import pypdfium2
    from PIL import Image

    call_command("readforms", "--sheets", "1", str(tmp_path / "sheets.pdf"), "--from", "3")
    printed = pypdfium2.PdfDocument(tmp_path / "sheets.pdf")
    shown = [page.render(scale=200 / 72, grayscale=True).to_numpy() for page in printed]
    shown = [page.reshape(page.shape[:2]) for page in shown]
    pages = [Image.fromarray(page) for page in (shown[0], np.minimum(*shown))]
    pages[0].save(tmp_path / "scan.pdf", resolution=200, save_all=True, append_images=pages[1:])
    return tmp_path / "scan.pdf"


@needs_packages
def test_form_that_a_volunteer_filled_in_is_measured(scan, capsys, tmp_path):
    from clubsite.bench import volunteers

    results = str(tmp_path / "results.jsonl")
    call_command("readforms", "--written", str(scan), "--results", results)
    table = capsys.readouterr().out
    _head, row, bound = table.splitlines()
    assert [cell.strip() for cell in row.split("|")[1:4]] == ["by hand", "1", "0"]
    assert bound.startswith("by hand: ")
    meant = volunteers.make_sheet(3).filled.meant
    cells = int(row.split("|")[6].split(" of ")[1])
    assert len(meant) <= cells
    assert float(row.split("|")[4].strip(" %")) > 50
    call_command("readforms", "--measure", "0", "--results", results)
    assert capsys.readouterr().out == table


@needs_packages
@pytest.mark.parametrize(
    "arguments", [["--sheets", "x", "no.pdf"], ["--written", "no-such-file.pdf"]]
)
def test_wrong_usage_for_volunteers_is_told(arguments):
    with pytest.raises(CommandError) as error:
        call_command("readforms", *arguments)
    assert error.value.returncode == 2


@needs_packages
def test_file_of_a_volunteer_that_is_no_picture_is_told_of(tmp_path):
    path = tmp_path / "a.jpg"
    path.write_bytes(b"no picture")
    with pytest.raises(CommandError, match=r"a\.jpg"):
        call_command("readforms", "--written", str(path))
