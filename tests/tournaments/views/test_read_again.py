import pytest

from tests.tournaments.evenings import people, playing
from tournaments.models import Table
from tournaments.nights import draw_rounds
from tournaments.nights.pages import table as table_page

pytestmark = pytest.mark.usefixtures("at_the_laptop")


@pytest.fixture
def address(season):
    night = playing(season, people(season, 8), rounds=1)
    chosen = Table.objects.filter(round__night=night).last()
    return f"/de-hoop/tables/{chosen.pk}/"


def test_page_whose_draw_is_taken_back_while_it_is_read_says_that_it_is_gone(
    client, address, monkeypatch
):
    read = table_page.build_table

    def take_back_first(chosen):
        night = chosen.round.night
        if night.rounds.exists():
            draw_rounds.undo_draw(draw_record=night.draw_records.get(), reason="late")
        return read(chosen)

    monkeypatch.setattr(table_page, "build_table", take_back_first)
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
def test_mistake_of_ours_is_no_page_that_changed(client, address, monkeypatch, method):
    calls = []

    def fail(chosen):
        calls.append(chosen)
        raise KeyError(chosen)

    monkeypatch.setattr(table_page, "build_table", fail)
    with pytest.raises(KeyError):
        getattr(client, method)(address, {"undo": "1"})
    assert len(calls) == (2 if method == "get" else 1)


def test_first_miss_is_in_the_log_and_another_mistake_is_never_hidden(
    client, address, monkeypatch, caplog
):
    read, errors = table_page.build_table, [KeyError("Ans")]

    def fail_once(chosen):
        if errors:
            raise errors.pop()
        return read(chosen)

    monkeypatch.setattr(table_page, "build_table", fail_once)
    assert client.get(address).status_code == 200
    (said,) = [line.getMessage() for line in caplog.records if "read again" in line.getMessage()]
    assert "tournaments:table, KeyError in fail_once" in said and "Ans" not in said
    errors.append(TypeError("Ans"))
    with pytest.raises(TypeError):
        client.get(address)
