"""Cells of typed forms that are kept as examples, if somebody wants so."""

import re

import pytest

from scoring.sheets import links
from tests.scoring.views.table import Fields
from tests.tournaments.evenings import drawn, people, playing
from tests.tournaments.photo.recorded import fill_in
from tournaments.models import FormPhoto, Table, User
from tournaments.photo import examples, pictures, reading
from tournaments.photo.engine.readings import Key


def test_what_was_typed_stands_in_its_cells():
    data = {
        "game": "jokeren",
        "players": ["Ans", "Bob"],
        "games": [
            {"entries": {"Ans": "-", "Bob": 7}},
            {"entries": {"Ans": "x", "Bob": {"points": 3}, "Who left": 4}},
        ],
        "paper": {"totals": {"Ans": 0, "Bob": 31}, "subtotals": {"5": {"Bob": 12}}},
    }
    assert examples.list_typed(data, 10) == {
        Key("game", 1, 0): "-",
        Key("game", 1, 1): "7",
        Key("game", 2, 0): "x",
        Key("sum", 10, 0): "0",
        Key("sum", 10, 1): "31",
        Key("sum", 5, 1): "12",
    }
    assert examples.list_typed({"players": ["Ans"], "games": []}, 10) == {}


@pytest.mark.django_db
@pytest.mark.skipif(
    not reading.is_installed(), reason="needs the packages of requirements-photo.txt"
)
def test_cells_of_a_typed_form_are_examples(season, client, tmp_path):
    import cv2
    import numpy as np

    from tournaments.photo.engine import network
    from tournaments.photo.tools import camera

    drawn(playing(season, people(season, 4)), 1)
    table = Table.objects.select_related("round__night").get()
    random = np.random.default_rng(3)
    filled = fill_in(table, random)
    _done, packed = cv2.imencode(".png", camera.photograph_paper(filled.paper, "scanner", random))
    night, by = table.round.night, User.objects.get()
    pictures.store_pages(night=night, content=packed.tobytes(), by=by)
    assert examples.save_examples(tmp_path / "cells") == 0  # nothing is typed in yet
    assert not (tmp_path / "cells").exists()
    fields = {
        f"{key.game}-p{key.column + 1}": text
        for key, text in filled.meant.items()
        if key.kind == "game"
    }
    address = f"/s/{links.make_key(table.sheet)}/paper/"
    page = client.get(address).content.decode()
    [form] = Fields(re.findall(r'<form[^>]*id="typed">.*?</form>', page, re.DOTALL)[0]).forms
    client.post(address, form | fields)
    photo = FormPhoto.objects.get()
    crossed = sum(text == "?" for kind, *_where, text, _sure in photo.cells if kind == "game")
    assert examples.save_examples(tmp_path / "cells") == len(fields) - crossed > 30
    [file] = (tmp_path / "cells").glob("*.npz")
    with np.load(file) as kept:
        read = network.read_cells(network.load(), kept["cells"] / np.float32(255))
        right = [best.text == text for (best, *_), text in zip(read, kept["texts"], strict=True)]
    assert np.mean(right) > 0.9
