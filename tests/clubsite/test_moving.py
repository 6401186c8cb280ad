import re
import urllib.error
import urllib.parse
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.clubsite.test_start import Site
from tests.tournaments.backup.sites import Site as Folder

NEW = "/sheets/new/?game=jokeren"


@pytest.fixture
def site():
    """In a folder, with the key that lies in it."""
    sites = []

    def run(data: Path) -> Site:
        sites.append(Site(data, STREEPJE_SECRET_KEY=""))
        sites[-1].wait_for("http")
        return sites[-1]

    yield run
    for site in sites:
        site.process.kill()
        site.process.communicate()


def opened(site: Site) -> str:
    """The path in the QR code of a sheet for two."""
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', site.get(NEW)).group(1)
    typed = {"csrfmiddlewaretoken": token, "name_1": "Ans", "name_2": "Bob"}
    url = f"http://127.0.0.1:{site.port}{NEW}"
    with site.browser.open(url, urllib.parse.urlencode(typed).encode(), timeout=60) as page:
        return urlsplit(page.url).path


def status(site: Site, path: str) -> int:
    try:
        site.get(path)
    except urllib.error.HTTPError as refused:
        return refused.code
    return 200


def backed_up(old: Path, new: Path) -> Path:
    """As docs/deploying/README.md has it, while the site runs."""
    kept = old / "streepje.backup"
    Folder(old).well("backup", kept)
    Folder(new).well("restore", kept)
    return new


@pytest.mark.wide
def test_printed_code_opens_its_sheet_on_the_machine_that_took_over(site, tmp_path, lay_empty_site):
    """Where the key stays behind nothing starts: the code would lead nowhere."""
    lay_empty_site(tmp_path / "old")
    old = site(tmp_path / "old")
    path = opened(old)
    new = backed_up(tmp_path / "old", tmp_path / "new")
    old.stop()
    assert path.startswith("/s/")
    other = site(new)
    assert status(other, path) == 200
    other.stop()
    (new / "secret-key").unlink()
    lost = Site(new, STREEPJE_SECRET_KEY="")
    lost.wait_for("andere sleutel")
    lost.process.communicate(timeout=60)
    assert lost.process.returncode == 1
    assert not (new / "secret-key").exists()
