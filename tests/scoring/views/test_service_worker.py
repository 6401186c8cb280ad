import json
import re

import pytest

from scoring.browser import offline_files


@pytest.fixture
def worker(client):
    return client.get("/sw.js")


def test_worker_has_the_whole_site_in_view_and_is_asked_for_anew(worker):
    assert worker["Service-Worker-Allowed"] == "/"
    assert worker["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-cache" in worker["Cache-Control"]


def test_worker_keeps_every_file_of_this_version(worker):
    script = worker.content.decode()
    said = re.match(r'const VERSION = ("\w+");\nconst SHELL = (\[.*\]);\n', script)
    assert json.loads(said[1]) == offline_files.hash_files()
    assert json.loads(said[2]) == list(offline_files.list_files())
