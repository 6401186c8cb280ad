import http.client
import re
import sqlite3
from contextlib import closing
from urllib.parse import urlencode

from scoring.sheets import lifecycle
from tests.clubsite.test_start import start, start_again

__all__ = ["start", "start_again"]
NEW = "/sheets/new/?game=jokeren"
HTTPS = {"STREEPJE_HTTPS": "1", "STREEPJE_HOSTS": "club.test"}
ONE, OTHER = "198.51.100.1", "198.51.100.2"


def ask_through(site, method, headers, body=None, peer="127.0.0.1"):
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60, source_address=(peer, 0))
    with closing(line):
        line.request(method, NEW, body, headers)
        reply = line.getresponse()
        return reply, reply.read().decode()


def opens(site, visitor, peer="127.0.0.1", https=True):
    said = {
        "X-Forwarded-For": visitor,
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "club.test",
    }
    headers = said | ({"Origin": "https://club.test"} if https else {})
    reply, page = ask_through(site, "GET", headers, peer=peer)
    if reply.status != 200:
        return reply.status
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1)
    form = {"csrfmiddlewaretoken": token, "name_1": "Ans", "name_2": "Bob"}
    headers |= {"Cookie": reply.getheader("Set-Cookie").split(";")[0]}
    headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    return ask_through(site, "POST", headers, urlencode(form), peer)[0].status


def as_many_as_may_be(folder):
    """The one sheet that is there, as often as one address may open."""
    with closing(sqlite3.connect(folder / "streepje.sqlite3")) as database, database:
        table = [column[1] for column in database.execute("PRAGMA table_info(scoring_sheet)")]
        rest = ", ".join(name for name in table if name not in ("id", "public_id"))
        id = "lower(hex(randomblob(16)))"
        query = f"SELECT {id}, {rest} FROM scoring_sheet LIMIT 1"
        for _ in range(lifecycle.MOST_A_DAY - 1):
            database.execute(f"INSERT INTO scoring_sheet (public_id, {rest}) {query}")


def test_visitors_behind_the_proxy_count_apart(start_again, tmp_path):
    site = start_again(**HTTPS)
    site.wait_for("http")
    assert opens(site, ONE) == 302
    as_many_as_may_be(tmp_path)
    assert opens(site, ONE) == 200
    assert opens(site, f"{OTHER}, {ONE}") == 200  # what a visitor put before it is not believed
    assert opens(site, OTHER) == 302


def test_without_a_proxy_nobody_makes_an_address_up(start_again, tmp_path):
    site = start_again()
    site.wait_for("http")
    assert opens(site, ONE, https=False) == 302
    as_many_as_may_be(tmp_path)
    assert opens(site, OTHER, https=False) == 200


def test_proxy_elsewhere_is_believed_and_nobody_else(start_again, tmp_path):
    site = start_again(**HTTPS, STREEPJE_PROXY="127.0.0.2")
    site.wait_for("http")
    assert opens(site, ONE, peer="127.0.0.2") == 302
    as_many_as_may_be(tmp_path)
    assert opens(site, ONE, peer="127.0.0.2") == 200
    assert opens(site, OTHER, peer="127.0.0.2") == 302
    assert opens(site, "203.0.113.9") == 301  # not even that it came by https
