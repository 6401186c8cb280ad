import re

import pytest

from scoring.browser import offline_files

IMPORT = re.compile(r'(?:from|import) "(\.{1,2}/[\w./]+)"')
USED = re.compile(r"\{% static '([^']+)' %\}")


def test_every_file_is_there():
    assert [path for path in offline_files.list_files().values() if not path.is_file()] == []


def test_what_scripts_import_is_in_it():
    known = {path.resolve() for path in offline_files.list_files().values()}
    scripts = [path for path in known if path.suffix == ".js"]
    imported = {
        (path.parent / name).resolve()
        for path in scripts
        for name in IMPORT.findall(path.read_text(encoding="utf-8"))
    }
    assert imported - known == set()


def test_what_the_page_asks_for_is_in_it():
    pages = ["base.html", "scoring/sheet.html", "scoring/_said.html", "scoring/_drawings.html"]
    paths = [
        (offline_files.ROOT / "templates" / page).read_text(encoding="utf-8") for page in pages
    ]
    names = {f"/static/{name}" for page in paths for name in USED.findall(page)}
    assert names - set(offline_files.list_files()) == set()


@pytest.fixture
def fresh():
    offline_files.hash_files.cache_clear()
    yield
    offline_files.hash_files.cache_clear()


def test_version_changes_with_any_file(fresh, monkeypatch, tmp_path):
    before = offline_files.hash_files()
    changed = tmp_path / "form.css"
    changed.write_text("/* another */")
    monkeypatch.setitem(offline_files.list_files(), "/static/scoring/form.css", changed)
    offline_files.hash_files.cache_clear()
    assert offline_files.hash_files() != before
