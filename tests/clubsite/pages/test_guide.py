import re
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from clubsite.pages.guide import GUIDES, ON_A_PAGE, find_picture

FOLDER = Path(__file__).resolve().parents[3] / "clubsite/static"
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", GUIDES)
def test_a_guide_shows_its_pictures_in_the_language_of_the_reader(client, who, language):
    client.cookies["streepje_language"] = language
    page = client.get(f"/help/{who}/").content.decode()
    shown = re.findall(rf'<img src="/static/(clubsite/guide/{language}/[\w-]+).*?alt="(.+?)"', page)
    assert [name for name, _ in shown] == [
        find_picture(name, language).removesuffix(".webp") for name in GUIDES[who]
    ]
    assert len({alt for _, alt in shown}) == len(shown)


def size(path):
    with Image.open(path) as picture:
        return picture.size


def test_every_picture_is_there_and_none_is_left_over():
    found = {str(path.relative_to(FOLDER)) for path in FOLDER.glob("clubsite/guide/*/*.webp")}
    names = [name for names in GUIDES.values() for name in names]
    assert found == {
        f"clubsite/guide/{language}/{name}.webp" for name in names for language in LANGUAGES
    }
    assert {size(FOLDER / path) for path in found} == {(2 * ON_A_PAGE[0], 2 * ON_A_PAGE[1])}


def test_a_guide_for_nobody(client):
    assert client.get("/help/nobody/").status_code == 404


def test_each_page_leads_to_the_guides(client):
    assert 'href="/help/"' in client.get("/help/scribe/").content.decode()
    guides = client.get("/help/").content.decode()
    assert all(f'href="/help/{who}/"' in guides for who in GUIDES)
