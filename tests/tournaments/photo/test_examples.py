"""Cells that clubs keep, saved to train the network with."""

import re

import pytest

from scoring.sheets import links
from tests.scoring.views.table import Fields
from tests.tournaments.evenings import drawn, people, playing
from tests.tournaments.photo.recorded import fill_in
from tournaments.club import clubs
from tournaments.models import Handwriting, Table, User
from tournaments.nights import closing, nights
from tournaments.photo import examples, pictures, reading


@pytest.mark.django_db
@pytest.mark.skipif(
    not reading.is_installed(), reason="needs the packages of requirements-photo.txt"
)
def test_cells_of_a_closed_night_are_examples(season, client, tmp_path):
    import cv2
    import numpy as np

    from tournaments.photo.engine import network
    from tournaments.photo.tools import camera

    clubs.set_keeps_handwriting(club=season.club, kept=True)
    drawn(playing(season, people(season, 4)), 1)
    table = Table.objects.select_related("round__night").get()
    random = np.random.default_rng(3)
    filled = fill_in(table, random)
    _done, packed = cv2.imencode(".png", camera.photograph_paper(filled.paper, "scanner", random))
    night, by = table.round.night, User.objects.get()
    pictures.store_pages(night=night, content=packed.tobytes(), by=by)
    assert examples.save_examples(tmp_path / "cells") == 0
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
    closing.close(night=nights.set_state(night=night, to="closing"), reason="Over")
    kept = sum(len(form.texts) for form in Handwriting.objects.all())
    assert examples.save_examples(tmp_path / "cells") == kept > 30
    [file] = (tmp_path / "cells").glob("*.npz")
    with np.load(file) as saved:
        read = network.read_cells(network.load(), saved["cells"] / np.float32(255))
        right = [best.text == text for (best, *_), text in zip(read, saved["texts"], strict=True)]
    assert np.mean(right) > 0.9
