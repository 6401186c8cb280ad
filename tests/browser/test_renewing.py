"""The site changes under the phone: an older back-up, a new version, a new link, a refusal."""

import pytest
from playwright.sync_api import expect

from scoring import links, sheets, shell
from scoring.models import Event, Row
from tests.browser.scribe import Scribe, comes_to, entered, opened, rows_of
from tests.browser.test_keeping import FIRST, KEPT, SECOND, first, lossy, second
from tests.lifting import triggers_lifted

__all__ = ["lossy"]


def test_what_the_club_refuses_comes_back_with_what_was_typed(phone, server, proxy, lossy):
    sheet, wifi = opened(rows=[FIRST], options={"games": 2}), proxy(server.url)
    scribe = Scribe(phone, wifi.url, sheet)
    wifi.drop()
    second(scribe).is_at(2, "phone")
    sheets.set_games(sheet=sheet, games=1)
    wifi.restore()
    scribe.all_at("refused")
    expect(phone.locator("#problems .problem")).to_be_visible()
    assert phone.locator(".cell .value").all_inner_texts()[1:] == ["1", "2", "3"]
    assert rows_of(sheet) == [FIRST]


def test_a_renewed_link_keeps_what_was_typed_for_the_new_one(phone, server, proxy, lossy):
    sheet, wifi = opened(), proxy(server.url)
    scribe = Scribe(phone, wifi.url, sheet)
    wifi.drop()
    first(scribe).is_at(1, "phone")
    sheets.renew_link(sheet=sheet)
    wifi.restore()
    scribe.all_at("refused")
    phone.on("dialog", lambda dialog: dialog.accept())
    sheet.refresh_from_db()
    scribe.go(sheet)
    comes_to(sheet, [FIRST])
    scribe.is_at(1, "club").all_at("club")


def put_back(sheet, sequence):
    """The site stands where it stood after that event, as from a back-up of then."""
    with triggers_lifted():
        Event.objects.filter(sheet=sheet, sequence__gt=sequence).delete()
    Row.objects.filter(sheet=sheet, revision__gt=sequence).delete()


def test_a_back_up_put_back_gets_all_games_anew(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet)
    second(first(scribe)).is_at(2, "club")
    put_back(sheet, 1)
    assert rows_of(sheet) == []
    phone.reload()
    scribe.ready()
    comes_to(sheet, [FIRST, SECOND])
    scribe.is_at(1, "club").is_at(2, "club")
    assert entered(sheet) == [1, 2]


def test_a_back_up_that_knows_the_first_game_gets_the_second(phone, site):
    sheet = opened()
    scribe = Scribe(phone, site, sheet)
    second(first(scribe)).is_at(2, "club")
    put_back(sheet, 2)
    phone.reload()
    scribe.ready()
    comes_to(sheet, [FIRST, SECOND])


@pytest.fixture
def another_version(monkeypatch):
    """The site from now on has other files than the phone keeps."""

    def put():
        monkeypatch.setattr(shell, "version", lambda: "another")

    return put


def test_a_new_version_loses_nothing_that_waits(phone, site, lossy, another_version):
    sheet = opened()
    scribe = Scribe(phone, site, sheet)
    phone.evaluate(KEPT, links.path(sheet))
    phone.route("**/sync/**", lambda route: route.abort())
    first(scribe).is_at(1, "phone")
    another_version()
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.reload()
    scribe.ready()
    scribe.is_at(1, "phone")
    phone.evaluate(UPDATED)
    phone.reload()
    scribe.ready()
    phone.unroute("**/sync/**")
    comes_to(sheet, [FIRST])


UPDATED = """async () => {
  while (!(await caches.keys()).every(name => name.endsWith("another"))) {
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}"""


def test_files_of_an_older_version_are_let_go(phone, site, another_version):
    sheet = opened()
    scribe = Scribe(phone, site, sheet)
    phone.evaluate(KEPT, links.path(sheet))
    another_version()
    phone.reload()
    scribe.ready()
    phone.evaluate(UPDATED)
    assert phone.evaluate("path => caches.match(path).then(Boolean)", links.path(sheet))
