import pytest

from tests.browser import checks

pytestmark = pytest.mark.wide

WELL = """<!doctype html><html lang="nl"><head><title>x</title>
<meta name="viewport" content="width=device-width">
<style>body { margin: 0 } a, button, input, label { min-height: 44px; min-width: 44px }
button, label { display: inline-block } p a { min-height: 0 } :focus { outline: 3px solid #000 }
.spoken { position: absolute; min-width: 0; min-height: 0; width: 1px; height: 1px; margin: 0;
  appearance: none; border: 0; overflow: hidden }
.spoken:focus-visible + label { outline: 3px solid #000 }</style></head><body><main>%s</main>"""

ALL_WELL = """<h1>x</h1><p>Read <a href="/">this</a> first.</p><button>Go</button>
<label for="n">Name</label> <input id="n">
<div><input type="radio" name="out" id="a" class="spoken"><label for="a">Ans</label>
<input type="radio" name="out" id="b" class="spoken"><label for="b">Bob</label></div>
<div role="toolbar" aria-label="x"><button>1</button><button tabindex="-1">2</button></div>"""


@pytest.fixture
def page(phone):
    return phone


def show(page, markup):
    page.set_content(WELL % markup)
    return page


def test_page_that_is_well(page):
    show(page, ALL_WELL)
    found = checks.targets(page) + checks.width(page) + checks.keyboard(page)
    assert found == []
    assert checks.axe(page) == []


def small(page):
    return checks.targets(page) + checks.width(page)


NARROW = "<table class=list><tbody><tr><th style='width: 4em; word-break: break-all'>%s"


@pytest.mark.parametrize(
    ("check", "markup", "found"),
    [
        (small, "<button style='height: 30px; min-height: 0'>x</button>", "“x” is 44 × 30"),
        (small, "<p><a href='/' style='display: block; line-height: 18px'>x</a></p>", "360 × 18"),
        (small, "<p style='width: 401px'>x</p>", "wide: 401 wide in 360: main > p “x”"),
        (small, "<p style='width: 340px'>x</p>", "wide when enlarged: 340 wide in 320"),
        (small, "<button style='width: 13vw; min-width: 0'>x</button>", "small when enlarged"),
        (small, NARROW % "Oosterbaan", "broken: Oosterbaan"),
        (checks.keyboard, "<button tabindex='-1'>x</button>", "not reached by Tab: main > button"),
        (checks.keyboard, "<button style='outline: 0'>x</button>", "no outline: main > button"),
        (
            checks.keyboard,
            "<button>x</button><div style='position: fixed; inset: 0; background: red'></div>",
            "covered: main > button “x”",
        ),
    ],
)
def test_what_is_wrong_is_found(page, check, markup, found):
    assert found in " ".join(check(show(page, markup)))


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<img src='data:,'>", ["img"]),
        ("<b style='color: #999'>7</b>", ["b"]),
        ("<p style='background: linear-gradient(#fff, #eee)'>Read", []),
        ("<p style='background: linear-gradient(#fff, #222)'>Read", ["p"]),
        ("<p style='background: linear-gradient(#fff, #888); color: #000a'>Read", ["p"]),
    ],
)
def test_axe_finds_what_can_not_be_read(page, markup, found):
    assert [fault.place for fault in checks.axe(show(page, f"<h1>x</h1>{markup}"))] == found


def test_page_that_is_heavy(page, site):
    page.route("**/heavy", lambda route: route.fulfill(body="x" * checks.HEAVIEST))
    page.goto(f"{site}/heavy")
    assert checks.weight(page) == []
    page.route("**/heavier", lambda route: route.fulfill(body="x" * (checks.HEAVIEST + 1)))
    page.goto(f"{site}/heavier")
    assert checks.weight(page) == ["heavy: 112641 bytes"]


ROW = "<li><img src='data:,' alt='y'><button%s>x</button>"


def test_by_day_what_was_seen_is_passed_and_another_is_not(page, monkeypatch):
    monkeypatch.setattr(checks, "seen_looks", set())
    monkeypatch.setattr(checks, "seen_around", set())

    def found_by_day(markup):
        return [fault.rule for fault in checks.axe(show(page, markup), passes=True)]

    assert found_by_day(ALL_WELL) == checks.keyboard(page, passes=True) == []
    assert found_by_day(f"<h1>x</h1><ul>{ROW % '' * 6}</ul>") == []
    assert checks.measure(page, "begin(true)") == 3
    another = f"<h1>x</h1><ul>{ROW % '' * 3}<li><img src='data:,'>{ROW % '' * 3}</ul>"
    assert found_by_day(another) == ["image-alt"]
    show(page, f"<h1>x</h1><ul>{ROW % '' * 3}{ROW % ' tabindex=-1'}{ROW % '' * 3}</ul>")
    assert len(checks.keyboard(page, passes=True)) == 1
    pale = "<h1>x</h1><b style='color: #999'>7</b>"
    assert [found_by_day(pale) for _time in "12"] == [["color-contrast"], []]
    assert found_by_day(f"<div style='background: #eee'>{pale}</div>") != []
