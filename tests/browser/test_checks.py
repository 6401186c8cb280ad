"""The checks of pages find what they are for, and nothing on a page that is well."""

from pathlib import Path

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


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        (
            "<button style='height: 30px; min-height: 0'>x</button>",
            "small: main > button “x” is 44 × 30",
        ),
        (
            "<p><a href='/' style='display: block; line-height: 18px'>x</a></p>",
            "small: main > p > a “x” is 360 × 18",
        ),
        (
            "<label style='min-height: 0; height: 18px; display: block; width: 44px'>x"
            " <input type=checkbox style='all: unset'></label>",
            "is 44 × 18",
        ),
    ],
)
def test_target_that_is_too_small(page, markup, found):
    (target,) = checks.targets(show(page, markup))
    assert found in target


SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'></svg>"
AS_SVG = "image/svg+xml"
PICTURES = "<img src='/now.svg' alt=''><img loading=lazy src='/later.svg' alt=''>"


def test_page_that_is_heavy(page, site):
    page.route("**/heavy", lambda route: route.fulfill(body="x" * checks.HEAVIEST))
    page.goto(f"{site}/heavy")
    assert checks.weight(page) == []
    page.route("**/heavier", lambda route: route.fulfill(body="x" * (checks.HEAVIEST + 1)))
    page.goto(f"{site}/heavier")
    assert checks.weight(page) == ["heavy: 92161 bytes"]


def test_scripts_that_come_late_have_a_limit_of_their_own(page, site, monkeypatch):
    path = "/static/scoring/phone/mend.js"
    page.route("**/late", lambda route: route.fulfill(body=f"<script src='{path}'></script>"))
    page.route(f"**{path}", lambda route: route.fulfill(body=""))
    monkeypatch.setattr(checks, "_packed", {path: checks.HEAVIEST_LATE}.get)
    page.goto(f"{site}/late")
    assert checks.weight(page) == []
    monkeypatch.setattr(checks, "_packed", {path: checks.HEAVIEST_LATE + 1}.get)
    assert checks.weight(page) == ["heavy later: 26625 bytes"]


def test_late_scripts_are_those_that_no_page_imports_at_its_start():
    late = {Path(path).name for path in checks.late_files()}
    assert {"hand.js", "mend.js", "cards.css"} <= late
    assert not {"phone.js", "panel.js", "words.js"} & late


def test_picture_that_waits_to_be_read_weighs_nothing(page, site):
    page.route("**/light", lambda route: route.fulfill(body=PICTURES, content_type="text/html"))
    page.route("**/*.svg", lambda route: route.fulfill(body=f"{SVG:<99000}", content_type=AS_SVG))
    page.goto(f"{site}/light")
    page.evaluate("document.querySelector('[loading]').scrollIntoView()")
    page.wait_for_function("[...document.images].every((one) => one.complete)")
    weights = checks.weight(page)
    assert weights == [f"heavy: {99000 + len(PICTURES)} bytes"]  # of one of the two


def test_page_wider_than_the_phone(page):
    show(page, "<p style='width: 401px'>x</p>")
    assert checks.width(page) == [
        "wide: 401 wide in 360: main > p “x”",
        "wide when enlarged: 401 wide in 320: main > p “x”",
    ]


def test_name_that_a_list_breaks_in_two(page):
    narrow = "<table class=list><tbody><tr><th style='width: 4em; word-break: break-all'>%s"
    assert checks.width(show(page, narrow % "Oosterbaan")) == ["broken: Oosterbaan"]
    assert checks.width(show(page, narrow % "Jan de Wit")) == []
    assert checks.width(show(page, narrow % ("x" * 30))) == []


def test_page_wider_only_when_it_is_enlarged(page):
    show(page, "<p style='width: 340px'>x</p>")
    assert checks.width(page) == ["wide when enlarged: 340 wide in 320: main > p “x”"]
    assert page.viewport_size == {"width": 360, "height": 640}


def test_target_that_is_too_small_only_when_the_page_is_enlarged(page):
    show(page, "<button style='width: 13vw; min-width: 0'>x</button>")
    assert checks.targets(page) == []
    assert checks.width(page) == ["small when enlarged: main > button “x” is 42 × 44"]


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<button tabindex='-1'>x</button>", "not reached by Tab: main > button “x”"),
        ("<button style='outline: 0'>x</button>", "no outline: main > button “x”"),
        (
            "<button>x</button><div style='position: fixed; inset: 0; background: red'></div>",
            "covered: main > button “x”",
        ),
    ],
)
def test_what_the_keyboard_can_not_do(page, markup, found):
    assert checks.keyboard(show(page, markup)) == [found]


def test_page_that_keeps_the_keyboard(page):
    show(page, "<button id=a>a</button><button id=b>b</button><button id=c>c</button>")
    page.evaluate("b.addEventListener('focus', () => a.focus())")
    assert checks.keyboard(page)[-1] == "not reached by Tab: button#c “c”"


def test_axe_finds_what_is_wrong(page):
    show(page, "<h1>x</h1><img src='data:,'>")
    assert [(fault.rule, fault.place) for fault in checks.axe(page)] == [("image-alt", "img")]


def test_contrast_of_a_single_figure(page):
    show(page, "<h1>x</h1><b style='color: #999'>7</b>")
    assert [(fault.rule, fault.place) for fault in checks.axe(page)] == [("color-contrast", "b")]


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("background: linear-gradient(#fff, #eee)", []),
        ("background: linear-gradient(#fff, #eee); color: #777", ["p"]),
        ("background: linear-gradient(#fff, #888)", []),
        ("background: linear-gradient(#fff, #222)", ["p"]),
        ("background: linear-gradient(#fff, #888); color: #000a", ["p"]),
        ("background: linear-gradient(#fff, #eee); color: #888; font-size: 24px", []),
    ],
)
def test_contrast_on_a_shade_is_measured_where_it_is_worst(page, style, found):
    show(page, f"<h1>x</h1><p style='{style}'>Read this, it is a line of text<br>and one more.")
    assert [fault.place for fault in checks.axe(page)] == found


def test_contrast_on_a_shade_beside_the_picture_stays_undecided(page):
    shade = "background: linear-gradient(#fff, #eee); margin-left: 600px; width: 50px"
    room = "<div style='overflow-x: auto' tabindex=0 role=region aria-label=x>"
    show(page, f"<h1>x</h1>{room}<p style='{shade}'>Read</p></div>")
    assert [fault.place for fault in checks.axe(page)] == ["p"]


@pytest.mark.parametrize(("colour", "found"), [("#666", []), ("#888", ["text"])])
def test_contrast_within_a_drawing_is_measured_at_the_size_it_is_drawn(page, colour, found):
    text = f"<text x=9 y=40 style='font-size: 30px; fill: currentColor; color: {colour}'>7</text>"
    box = "<svg viewBox='0 0 100 100' width=50 height=50 role=img aria-label=x>"
    show(page, f"<h1>x</h1>{box}<path d='M0 90H100'/>{text}</svg>")
    assert [fault.place for fault in checks.axe(page)] == found


# By day


ROW = "<li><img src='data:,' alt='y'><button%s>x</button>"


@pytest.fixture
def nothing_seen(monkeypatch):
    monkeypatch.setattr(checks, "seen_looks", set())
    monkeypatch.setattr(checks, "seen_around", set())


def found_by_day(page, markup):
    return [(fault.rule, fault.place) for fault in checks.axe(show(page, markup), passes=True)]


@pytest.mark.usefixtures("nothing_seen")
def test_by_day_what_is_well_is_well(page):
    assert found_by_day(page, ALL_WELL) == []
    assert checks.keyboard(page, passes=True) == []


@pytest.mark.usefixtures("nothing_seen")
def test_by_day_rows_that_are_built_alike_are_passed_and_another_is_not(page):
    rows = f"<h1>x</h1><ul>{ROW % '' * 6}</ul>"
    show(page, rows)
    assert checks.measure(page, "repeats().length") == 3
    assert checks.measure(page, "begin(true)") == 3
    assert checks.measure(page, "begin(false)") == 6
    assert checks.keyboard(show(page, rows), passes=True) == []
    another = f"<h1>x</h1><ul>{ROW % '' * 3}<li><img src='data:,'>{ROW % '' * 3}</ul>"
    assert found_by_day(page, another) == [("image-alt", "li:nth-child(4) > img")]
    hidden = ROW % " tabindex=-1"
    show(page, f"<h1>x</h1><ul>{ROW % '' * 3}{hidden}{ROW % '' * 3}</ul>")
    assert len(checks.keyboard(page, passes=True)) == 1
    assert found_by_day(page, f"<h1>x</h1><ul>{ROW.replace(' alt', ' id') % '' * 6}</ul>") != []


@pytest.mark.usefixtures("nothing_seen")
def test_by_day_a_look_that_was_seen_is_passed_and_on_another_ground_it_is_not(page):
    pale = "<h1>x</h1><b style='color: #999'>7</b>"
    assert found_by_day(page, pale.replace("'>", "; display: none'>")) == []
    assert found_by_day(page, pale) == [("color-contrast", "b")]
    assert found_by_day(page, pale) == []
    assert found_by_day(page, f"<div style='background: #eee'>{pale}</div>") != []
    assert found_by_day(page, f"<div style='opacity: .5'>{pale}</div>") != []
    assert found_by_day(page, pale.replace("color", "font-size: 30px; color")) == [
        ("color-contrast", "b")
    ]


AROUND = "<header><a href='/'>x</a></header><h1>x</h1><button>x</button><footer>%s</footer>"


@pytest.mark.usefixtures("nothing_seen")
def test_by_day_what_stood_around_a_page_before_is_passed_and_another_part_is_not(page):
    def shown(foot):
        page.set_content(WELL.replace("<main>%s</main>", AROUND % foot))
        return [(fault.rule, fault.place) for fault in checks.axe(page, passes=True)]

    def faults(foot):
        found = shown(foot)
        return [rule for rule, _place in found if rule == "image-alt"], checks.keyboard(page, True)

    assert faults("<button>y</button>") == ([], [])
    assert checks.measure(page, "begin(true)") == 3
    assert faults("<button>y</button>") == ([], [])
    assert checks.measure(page, "begin(true)") == 1
    assert faults("<button>y</button><img src='data:,'>")[0] == ["image-alt"]
    hidden = "<button tabindex=-1>y</button>"
    assert faults(hidden)[1] == ["not reached by Tab: footer > button “y”"]
