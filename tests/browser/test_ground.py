"""What all other tests in the browser stand on: does it notice, and does it hold?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import devices
from tests.browser.proxy import Proxy

pytestmark = pytest.mark.wide

ROOT = Path(__file__).resolve().parents[2]


def wait_for_faults(page, trouble, count=1):
    for _ in range(20 * devices.PATIENCE):
        if len(trouble.found) >= count:
            break
        page.wait_for_timeout(50)
    left, trouble.found = trouble.found, []
    return left


# Trouble


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("() => { setTimeout(() => { throw new Error('oh dear') }) }", "uncaught: oh dear"),
        ("() => { Promise.reject(new Error('oh dear')) }", "uncaught: oh dear"),
        ("console.error('oh dear')", "console: oh dear ()"),
    ],
)
def test_error_is_noticed(phone, trouble, fault, told):
    phone.evaluate(fault)
    assert wait_for_faults(phone, trouble) == [told]


@pytest.mark.parametrize(
    "markup",
    [
        "<p style='color: red'>x</p>",
        "<img src='https://elsewhere.test/x.png'>",
        "<button onclick='alert()'>x</button>",
    ],
)
def test_what_the_content_policy_forbids_is_noticed(site, phone, trouble, markup):
    phone.goto(site)
    phone.evaluate("markup => document.body.insertAdjacentHTML('beforeend', markup)", markup)
    assert "Content Security Policy" in wait_for_faults(phone, trouble)[0]


def test_request_to_another_host_is_noticed_and_goes_nowhere(phone, trouble):
    phone.set_content("<img src='https://example.com/x.png'>")
    blocked, refused = wait_for_faults(phone, trouble, 2)
    assert blocked == "another host: https://example.com/x.png"
    assert "ERR_NAME_NOT_RESOLVED" in refused


def test_expected_trouble_passes_and_no_other(phone, trouble):
    trouble.expect("oh dear")
    phone.evaluate("console.error('oh dear'); console.error('alas')")
    trouble.found = wait_for_faults(phone, trouble, 2)
    assert trouble.unexpected() == ["console: alas ()"]
    trouble.found = []


def test_fault_that_does_not_happen_is_told(monkeypatch):
    monkeypatch.setattr("tests.browser.proxy.PATIENCE", 0.01)
    wifi = Proxy("http://127.0.0.1:9")
    with pytest.raises(AssertionError, match="no POST /one came"):
        wifi.swallow("POST /one").wait()
    wifi.close()


# Where there is no browser


def run_one_test(**env):
    kept = {key: value for key, value in os.environ.items() if key != "STREEPJE_BROWSER"}
    test = f"{__file__}::test_expected_trouble_passes_and_no_other"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test]
    ran = subprocess.run(command, env=kept | env, cwd=ROOT, capture_output=True, encoding="utf-8")
    return ran.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere browsers have places of their own")
def test_what_was_not_run_is_told_loudly():
    said = run_one_test(PATH="/nowhere")
    assert "NOT TESTED: the pages in a browser" in said
    assert "1 tests did not run: there is no browser here." in said
    assert "sudo apt install chromium" in said
    assert "1 skipped" in said


def test_browser_that_is_named_and_missing_is_a_failure():
    said = run_one_test(STREEPJE_BROWSER="/no/such/browser")
    assert "1 error" in said
    assert "skipped" not in said
