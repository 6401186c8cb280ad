import gzip
from pathlib import Path

from django.contrib.staticfiles import finders

SCRIPT = "/static/scoring/phone/phone.js"
PACKED = {"accept-encoding": "gzip, br"}


def test_script_comes_packed_where_that_is_taken(client):
    source = Path(finders.find("scoring/phone/phone.js")).read_bytes()
    plain, packed = client.get(SCRIPT), client.get(SCRIPT, headers=PACKED)
    assert plain.getvalue() == source
    assert (packed["Content-Encoding"], packed["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.getvalue()) == source
    for answer in (plain, packed):
        assert answer["Content-Type"].startswith("text/javascript")
        # It goes with the page of this version.
        assert answer["Cache-Control"] == "max-age=0, public"
        again = client.get(SCRIPT, headers={**PACKED, "if-none-match": answer["ETag"]})
        assert again.status_code == 304
    changed = client.get(SCRIPT, headers={**PACKED, "if-none-match": 'W/"another"'})
    assert gzip.decompress(changed.getvalue()) == source


def test_page_comes_packed_and_its_length_tells_nothing(client, db):
    pages = [client.get("/", headers=PACKED) for _ in range(20)]
    assert all(b"</html>" in gzip.decompress(page.content) for page in pages)
    assert len({len(page.content) for page in pages}) > 5
