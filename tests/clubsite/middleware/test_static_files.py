import gzip
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from scoring.toolkit.lean_files import COMMENTS, IN_SCRIPTS, lean

SCRIPT = "/static/scoring/phone/phone.js"
OURS = [
    Path(storage.path(name))
    for finder in finders.get_finders()
    for name, storage in finder.list(None)
    if Path(name).suffix in COMMENTS and "django" not in storage.location
]
SCRIPTS = [path for path in OURS if path.suffix == ".js"]


@pytest.fixture
def source():
    return Path(finders.find("scoring/phone/phone.js")).read_bytes()


def body(answer):
    return b"".join(answer)


def test_script_comes_packed_where_that_is_taken(client, source):
    plain = client.get(SCRIPT)
    packed = client.get(SCRIPT, headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    whole, zipped = body(plain), body(packed)
    assert gzip.decompress(zipped) == whole
    assert len(zipped) * 2 < len(whole) < len(source)
    for answer, size in ((plain, len(whole)), (packed, len(zipped))):
        assert answer["Content-Length"] == str(size)
        assert answer["Content-Type"].startswith("text/javascript")
        assert answer["Vary"] == "Accept-Encoding"
        assert answer["Cache-Control"] == "no-cache"  # it goes with the page of this version


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_script_that_is_had_already_is_not_sent_again(client, encoding):
    headers = {"accept-encoding": encoding}
    first = client.get(SCRIPT, headers=headers)
    again = client.get(SCRIPT, headers={**headers, "if-none-match": first["ETag"]})
    assert (again.status_code, body(again)) == (304, b"")


def test_script_is_asked_for_without_its_content(client):
    answer = client.head(SCRIPT)
    assert (answer.status_code, body(answer)) == (200, b"")


def test_nothing_is_sent_to_a_script(client):
    assert client.post(SCRIPT).status_code == 405


def test_file_that_is_not_there_is_not_found(client):
    assert client.get("/static/scoring/nothing.js").status_code == 404


def test_font_goes_out_as_it_is(tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"// a\n  b")
    assert lean(path) == b"// a\n  b"


def test_spaces_go_but_not_in_a_text_or_a_pattern(tmp_path):
    script = tmp_path / "a.js"
    script.write_text(
        'a = b ? "c , \\" d" : (e);\nreturn f - -1;\ng = `h = ${ i }`;\n'
        "k = / = /;\nl = `${ m ? ` n = ` : 2 }`;\n"
    )
    assert lean(script) == (
        b'a=b?"c , \\" d":(e);\nreturn f - -1;\ng=`h = ${ i }`;\nk = / = /;\n'
        b"l = `${ m ? ` n = ` : 2 }`;\n"
    )
    style = tmp_path / "a.css"
    style.write_text('a b, c:is(d, e) { f: g h; content: " , { "; width: calc(1px - 2px) }\n')
    assert lean(style) == b'a b,c:is(d,e){f:g h;content:" , { ";width:calc(1px - 2px)}'


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_text_between_backquotes_ends_on_its_line(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.count("`") % 2] == []


def test_comments_and_edges_go(tmp_path):
    script = tmp_path / "a.js"
    script.write_text(
        '// What it\'s for.\n\nconst a = "x // y";  // why\n  go("https://a.b"); // "so"\n'
    )
    assert lean(script) == b'\nconst a = "x // y";\ngo("https://a.b"); // "so"\n'
    script.write_text("/** So. */\nlet a; /* b */\n  /*\n * c\n */\n/* d */ let e = 2;\n")
    assert lean(script) == b"\nlet a; /* b */\n/* d */ let e = 2;\n"
    style = tmp_path / "a.css"
    style.write_text("/* Of\n all */\na { b: c; /* d */ }\n\n  e { f: g }\n")
    assert lean(style) == b"\na{b:c}e{f:g}"


def test_page_comes_packed_where_that_is_taken(client, db):
    page = client.get("/", headers={"accept-encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(page.content)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_text_of_a_script_is_taken_for_a_comment(path):
    text = path.read_text(encoding="utf-8")
    for line in text.splitlines():
        before = IN_SCRIPTS.sub("", line)
        assert before.count("`") % 2 == 0, f"a text over several lines: {line}"
        if before != line and before.strip():
            assert before.count('"') % 2 == 0, line


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_but_comments_and_white_space_goes(path):
    source = "".join(path.read_text(encoding="utf-8").split())
    left = "".join(lean(path).decode().split())
    places = iter(source)
    assert all(letter in places for letter in left), "something was added or moved"
    assert left
