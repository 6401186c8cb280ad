"""The site changes under the phone: an older back-up, a new version, a new link, a refusal."""

import re

import pytest
from playwright.sync_api import expect

from scoring.browser import offline_files, sync
from scoring.models import Event, Row
from scoring.sheets import lifecycle, links
from tests.browser.scribe import Scribe, comes_to, opened, rows_of, started, state_of, tap, until
from tests.browser.test_keeping import DASH, FIRST, KEPT, SECOND, cells, first, second
from tests.by_day import at_night
from tests.lifting import triggers_lifted


def test_what_the_club_refuses_comes_back_with_what_was_typed(phone, wifi):
    sheet, scribe = started(phone, wifi.url, rows=[FIRST], options={"games": 2})
    wifi.drop()
    second(scribe).is_at(2, "phone")
    lifecycle.set_games(sheet=sheet, games=1)
    wifi.restore()
    scribe.poll().all_at("refused")
    phone.get_by_role("button", name="Spel 2 invullen").click()
    expect(phone.locator("#entry .problem")).to_be_visible()
    assert phone.locator(".cell .value").all_inner_texts()[1:] == ["1", "2", "3"]
    assert rows_of(sheet) == [FIRST]


@pytest.mark.usefixtures("worker")
def test_page_of_a_renewed_link_tells_what_this_phone_still_holds(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    old = phone.url
    wifi.drop()
    first(scribe).is_at(1, "phone")
    lifecycle.renew_link(sheet=sheet)
    wifi.restore()
    scribe.poll().all_at("refused")
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.goto("about:blank")
    phone.goto(old)
    expect(phone.locator("#still-here .waiting")).to_be_visible()
    sheet.refresh_from_db()
    scribe.go(sheet)
    comes_to(sheet, [FIRST])
    scribe.is_at(1, "club")
    phone.goto(old)
    expect(phone.locator("#still-here .sent")).to_be_visible()
    expect(phone.locator("#still-here .waiting")).to_have_count(0)
    phone.locator("#still-here summary").click()
    phone.locator("#still-here button").click()
    expect(phone.locator("#still-here button")).to_have_count(0)
    phone.reload()
    phone.wait_for_timeout(300)
    expect(phone.locator("#still-here")).to_be_hidden()


# What a phone keeps, and for how long


# As if a sheet was open so many days before.
AGED = """days => new Promise((resolve) => {
  indexedDB.open("streepje").onsuccess = ({ target: { result: db } }) => {
    const change = db.transaction(["sheets"], "readwrite");
    const sheets = change.objectStore("sheets");
    sheets.getAll().onsuccess = ({ target }) => {
      for (const one of target.result) {
        const past = (days[one.sheet] ?? 0) * 86400000;
        sheets.put({ ...one, used: one.used - past });
      }
    };
    change.oncomplete = () => { db.close(); resolve(); };
  };
})"""
HELD = """() => new Promise((resolve) => {
  indexedDB.open("streepje").onsuccess = ({ target: { result: db } }) => {
    const change = db.transaction(["sheets", "tickets", "drafts"]);
    const held = {};
    for (const name of change.objectStoreNames) {
      change.objectStore(name).getAll().onsuccess = ({ target }) => {
        held[name] = target.result.map(one => one.sheet).sort();
      };
    }
    change.oncomplete = () => { db.close(); resolve(held); };
  };
})"""


def name_of(sheet):
    return links.make_key(sheet)[: links.ID]


@pytest.mark.wide
def test_long_past_sheets_are_let_go_but_not_what_was_never_sent(phone, wifi):
    long_past, unsent, last_month, now = (opened() for _ in range(4))
    scribe = Scribe(phone, wifi.url, long_past)
    first(scribe).is_at(1, "club")
    scribe.press("Bob", "5").is_at(2, "draft")
    first(scribe.go(last_month)).is_at(1, "club")
    until(phone, KEPT, links.build_path(last_month))
    scribe.go(unsent)
    until(phone, KEPT, links.build_path(unsent))
    wifi.drop()
    first(scribe).is_at(1, "phone")
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.goto("about:blank")
    sheets_of = [name_of(sheet) for sheet in (long_past, unsent, last_month, now)]
    phone.goto(wifi.url + links.build_path(unsent))
    scribe.ready()
    days = dict(zip(sheets_of, (91, 500, 40, 0), strict=True))
    phone.evaluate(AGED, days)
    phone.route("**/sync/**", lambda route: route.abort())
    wifi.restore()
    scribe.go(now)
    way = phone.locator("#news a")
    expect(way).to_have_count(1)
    until(phone, "async (path) => !(await caches.match(path))", links.build_path(long_past))
    stored = phone.evaluate(HELD)
    assert stored["tickets"] == sorted(sheets_of[1:3])
    assert stored["drafts"] == []
    assert set(stored["sheets"]) - {sheets_of[3]} == set(sheets_of[1:3])
    kept = "path => caches.match(path).then(Boolean)"
    found = [phone.evaluate(kept, links.build_path(sheet)) for sheet in (unsent, last_month)]
    assert found == [True, True]
    phone.unroute("**/sync/**")
    way.click()
    comes_to(unsent, [FIRST])


THIRD = cells(Ans=8, Bob=DASH, Cor=12, Dik=7)
SIX = cells(Ans=6, Bob=DASH, Cor=12, Dik=7)


def correct(scribe, ans):
    scribe.line(1).locator(".number").click()
    scribe.page.locator(".cell").nth(0).click()
    scribe.press(ans).save()


def put_back(sheet, sequence):
    """The site stands where it stood after that event, as from a back-up of then. A page that is
    open may ask in the middle of that: it is left before."""
    with triggers_lifted():
        Event.objects.filter(sheet=sheet, sequence__gt=sequence).delete()
    Row.objects.filter(sheet=sheet, revision__gt=sequence).delete()


def test_a_back_up_put_back_gets_anew_what_it_misses_and_keeps_what_others_wrote(phone, site):
    sheet, scribe = started(phone, site)
    second(first(scribe)).is_at(2, "club")
    correct(scribe, "6")
    comes_to(sheet, [SIX, SECOND])
    scribe.leave()
    put_back(sheet, 1)
    for row in (FIRST, THIRD, SECOND):  # by now the site knows as much as before, but other things
        lifecycle.record(sheet=sheet, number=3, row=row)
    scribe.go(sheet)
    comes_to(sheet, [SIX, SECOND, SECOND])
    scribe.is_at(1, "club").is_at(2, "club")
    assert state_of(sheet)["conflicts"] == []


@pytest.mark.wide
def test_a_back_up_put_back_is_heard_while_the_page_is_open(phone, site):
    sheet, scribe = started(phone, site)
    second(first(scribe)).is_at(2, "club").all_at("club")
    newer = re.compile("since=3")  # by now it asks what is newer, not for the whole
    with phone.expect_response(newer):
        scribe.poll()
    put_back(sheet, 1)
    with phone.expect_request(newer):
        scribe.poll()
    comes_to(sheet, [FIRST, SECOND])
    scribe.is_at(1, "club").is_at(2, "club")


def test_what_others_wrote_on_a_back_up_is_not_written_over(phone, site):
    """The phone corrects an entry of another one; both are gone, and that one enters it anew."""
    sheet, scribe = started(phone, site)
    second(first(scribe)).is_at(2, "club")
    lifecycle.record(sheet=sheet, number=1, row=THIRD)
    expect(scribe.poll().line(1).locator("td").first).to_have_text("8")
    correct(scribe, "6")
    comes_to(sheet, [SIX, SECOND])
    scribe.leave()
    put_back(sheet, 3)
    lifecycle.record(sheet=sheet, number=1, row=THIRD)
    scribe.go(sheet)
    expect(phone.locator("#disputed section")).to_have_count(1)
    found = [version["row"] for version in state_of(sheet)["conflicts"][0]["versions"]]
    assert found == [THIRD, SIX]


@pytest.mark.wide
def test_what_waits_does_not_write_over_what_others_wrote_on_a_back_up(phone, wifi):
    """It was made on an entry that is gone; the number of that one now means another."""
    sheet, scribe = started(phone, wifi.url)
    for row in (FIRST, THIRD):
        lifecycle.record(sheet=sheet, number=1, row=row)
    scribe.poll().is_at(1, "club")
    expect(scribe.line(1).locator("td").first).to_have_text("8")
    wifi.drop()
    correct(scribe, "6")
    scribe.is_at(1, "phone").knows("out_of_reach")
    put_back(sheet, 1)
    for row in (FIRST, THIRD):
        lifecycle.record(sheet=sheet, number=1, row=row)
    wifi.restore()
    scribe.poll()
    expect(phone.locator("#disputed section")).to_have_count(1)
    found = [version["row"] for version in state_of(sheet)["conflicts"][0]["versions"]]
    assert found == [THIRD, SIX]


def test_a_choice_that_comes_back_leaves_open_what_nobody_had_seen(phone, site):
    sheet, scribe = started(phone, site)
    for row in (FIRST, SIX):
        lifecycle.record(sheet=sheet, number=1, row=row, seen=0)
    in_force = Row.objects.get(sheet=sheet)
    lifecycle.record(sheet=sheet, number=2, row=SECOND)
    scribe.poll().is_at(2, "club")
    with phone.expect_response(lambda response: response.request.method == "POST"):
        tap(phone.locator("#disputed [name=event]").nth(1))
    comes_to(sheet, [SIX, SECOND])
    expect(phone.locator("#disputed section")).to_have_count(0)
    scribe.leave()
    gone = sheet.events.get(sequence=4).digest
    put_back(sheet, 3)
    in_force.save(force_insert=True)
    lifecycle.record(sheet=sheet, number=1, row=THIRD, seen=0)
    while sheet.events.get(sequence=4).digest[0] != gone[0]:  # another event that begins alike
        put_back(sheet, 3)
        lifecycle.record(sheet=sheet, number=1, row=THIRD, seen=0)
    scribe.go(sheet)
    comes_to(sheet, [SIX])
    found = [version["row"] for version in state_of(sheet)["conflicts"][0]["versions"]]
    assert found == [SIX, THIRD]


@pytest.fixture
def another_version(monkeypatch):
    """The site from now on has other files than the phone keeps."""

    def put():
        monkeypatch.setattr(offline_files, "hash_files", lambda: "another")

    return put


@pytest.mark.usefixtures("worker")
def test_open_page_takes_newer_files_once_nothing_is_typed(phone, site, another_version):
    sheet, scribe = started(phone, site)
    phone.evaluate("window.isOld = true")
    scribe.press("Bob")
    another_version()  # the page may look by itself at any time
    lifecycle.record(sheet=sheet, number=2, row=SECOND, seen=0)
    scribe.poll().is_at(2, "club")
    assert phone.evaluate("window.isOld")
    with phone.expect_navigation():
        scribe.press("5", "12", "7").save()
    scribe.ready()
    scribe.is_at(1, "club").all_at("club")
    comes_to(sheet, [FIRST, SECOND])


@pytest.mark.usefixtures("worker")
def test_page_is_not_loaded_anew_again_and_again(phone, site, monkeypatch):
    """As where two machines have two versions for a while."""
    sheet = opened()
    versions = iter(range(1000))
    monkeypatch.setattr(offline_files, "hash_files", lambda: str(next(versions)))
    loaded = []
    phone.on("framenavigated", lambda frame: loaded.append(frame.url))
    scribe = Scribe(phone, site)
    phone.goto(site + links.build_path(sheet))
    while len(loaded) < 2:
        phone.wait_for_timeout(50)
    scribe.ready()
    phone.evaluate("window.isSame = true")
    lifecycle.record(sheet=sheet, number=1, row=FIRST, seen=0)
    scribe.poll().is_at(1, "club")
    assert phone.evaluate("window.isSame")


@pytest.mark.usefixtures("worker")
def test_a_new_version_loses_nothing_that_waits(phone, site, lossy, another_version):
    sheet, scribe = started(phone, site)
    until(phone, KEPT, links.build_path(sheet))
    phone.route("**/sync/**", lambda route: route.abort())
    first(scribe).is_at(1, "phone")
    another_version()
    phone.on("dialog", lambda dialog: dialog.accept())
    scribe.reload().is_at(1, "phone")
    phone.evaluate(UPDATE)
    until(phone, UPDATED)
    until(phone, KEPT, links.build_path(sheet))
    scribe.reload()
    phone.unroute("**/sync/**")
    scribe.poll()
    comes_to(sheet, [FIRST])


# Which a browser does by itself some seconds after a page was loaded.
UPDATE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
UPDATED = "async () => (await caches.keys()).every((name) => name.endsWith('another'))"


OWN_VERSION = re.compile(r"(const VERSION ?= ?)\d+")


@pytest.fixture
def page_of(phone):
    """The page comes with a script that speaks another version of the protocol."""

    def with_version(version):
        def other(route):
            script = route.fetch().text()
            assert OWN_VERSION.search(script)
            script = OWN_VERSION.sub(rf"\g<1>{version}", script)
            route.fulfill(body=script, content_type="text/javascript")

        phone.route("**/poll_and_send.js*", other)

    return with_version


@pytest.mark.parametrize(
    ("types", "version"),
    [(True, sync.VERSION - 1), at_night(False, sync.VERSION - 1), at_night(True, sync.VERSION + 1)],
    ids=["who writes", "who looks on", "who writes on a newer page"],
)
@pytest.mark.usefixtures("lossy", "worker")
def test_page_of_another_version_says_so_and_loses_nothing(phone, site, page_of, types, version):
    """Newer than the site is the page of a phone where the site went back to a version before."""
    page_of(version)
    sheet, scribe = started(phone, site)
    if types:
        second(first(scribe)).is_at(2, "phone")
    scribe.all_at("refused")
    expect(phone.locator("#mind .problem")).to_be_visible()
    assert rows_of(sheet) == []
    phone.unroute("**/poll_and_send.js*")
    phone.on("dialog", lambda dialog: dialog.accept())
    scribe.reload()
    comes_to(sheet, [FIRST, SECOND] if types else [])
    scribe.all_at("club")


# As a later version of the page may do to what a phone keeps.
NEWER_STORE = """() => new Promise((resolve, reject) => {
  const request = indexedDB.open("streepje", 7);
  request.onupgradeneeded = () => request.result.createObjectStore("later", { keyPath: "id" });
  request.onerror = reject;
  request.onsuccess = () => { request.result.close(); resolve(); };
})"""


@pytest.mark.wide
def test_what_a_newer_page_kept_is_sent_by_this_one(phone, wifi):
    """The site has gone back to a version before; what waits on the phone still gets there."""
    sheet, scribe = started(phone, wifi.url)
    until(phone, KEPT, links.build_path(sheet))
    wifi.drop()
    first(scribe).is_at(1, "phone")
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.goto("about:blank")
    other = phone.context.new_page()
    other.goto(wifi.url + links.build_path(sheet))
    other.evaluate(NEWER_STORE)
    other.close()
    phone.goto(wifi.url + links.build_path(sheet))
    scribe.ready()
    second(scribe.is_at(1, "phone")).is_at(2, "phone")
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST, SECOND])
    scribe.all_at("club")


# The same, but it takes its time; and another tab has news in the meantime.
SLOW_STORE = """([sheet, milliseconds]) => new Promise((resolve, reject) => {
  const request = indexedDB.open("streepje", 7);
  request.onupgradeneeded = () => {
    const later = request.result.createObjectStore("later", { keyPath: "id" });
    const end = performance.now() + milliseconds;
    const go = () => performance.now() < end && (later.count().onsuccess = go);
    go();
    new BroadcastChannel(`streepje ${sheet}`).postMessage("news");
    setTimeout(resolve, 100);
  };
  request.onerror = reject;
  request.onsuccess = () => request.result.close();
})"""


@pytest.mark.usefixtures("worker")
def test_what_is_typed_while_the_store_is_changed_goes_where_it_belongs(phone, wifi):
    sheet, scribe = started(phone, wifi.url)
    until(phone, KEPT, links.build_path(sheet))
    wifi.drop()
    first(scribe).knows("out_of_reach")
    phone.evaluate(SLOW_STORE, [name_of(sheet), 800])
    second(scribe).is_at(2, "phone").is_at(1, "phone").knows("out_of_reach")
    phone.on("dialog", lambda dialog: dialog.accept())
    scribe.reload().is_at(1, "phone").is_at(2, "phone")
    wifi.restore()
    scribe.poll()
    comes_to(sheet, [FIRST, SECOND])
