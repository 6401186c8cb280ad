import pytest

from tournaments.views.link_login import name_browser

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/141.0 Safari/537.36", "Chrome, Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/141 Safari/5 Edg/141", "Edge, Windows"),
        (f"Mozilla/5.0 (Linux; Android 15) {WEBKIT} SamsungBrowser/28 Chrome/130 Mobile Safari/5",
         "Samsung Internet, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18 Safari/604",
         "Safari, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Firefox/143.0", "Firefox, Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
         "Firefox, Linux"),
        ("curl/8 (Windows)", "Windows"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_browser_is_named_as_people_know_it(header, name):
    assert name_browser(header) == name
