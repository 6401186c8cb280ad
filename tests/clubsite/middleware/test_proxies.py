import pytest
from django.core.cache import cache
from django.http import HttpResponse

from clubsite.middleware.proxies import NO_HTTPS, NO_VISITOR, set_visitor_address
from tournaments.accounts import accounts
from tournaments.models import LoginAttempt

PROXY = "10.0.0.1"


@pytest.fixture
def seen(rf, settings):
    def visitor_of(said, proxies):
        settings.PROXIES = proxies
        more = {} if said is None else {"HTTP_X_FORWARDED_FOR": said}
        respond = set_visitor_address(lambda request: HttpResponse(request.META["REMOTE_ADDR"]))
        return respond(rf.get("/", REMOTE_ADDR=PROXY, **more)).content.decode()

    return visitor_of


@pytest.mark.parametrize(
    ("said", "proxies", "who"),
    [
        ("192.0.2.1", 0, PROXY),
        ("192.0.2.1", 1, "192.0.2.1"),
        ("198.51.100.7, 192.0.2.1", 1, "192.0.2.1"),  # what the visitor wrote stands before it
        ("198.51.100.7, 192.0.2.1, 10.0.0.9", 2, "192.0.2.1"),
        ("192.0.2.1", 2, PROXY),
        ("192.0.2.1:4711", 1, "192.0.2.1"),
        ("2001:db8::1", 1, "2001:db8::1"),
        ("[2001:db8::1]:4711", 1, "2001:db8::1"),
        ("unknown", 1, PROXY),
        ("", 1, PROXY),
        (None, 1, PROXY),
    ],
)
def test_visitor_is_who_asked_the_first_proxy(seen, said, proxies, who):
    assert seen(said, proxies) == who


@pytest.mark.django_db
def test_guesses_count_by_visitor(client, settings):
    settings.PROXIES = 1
    accounts.create_account(name="Ans", login="ans", password="drie losse woorden")
    for address in ("192.0.2.1", "192.0.2.2"):
        client.post("/login/", {"username": "ans", "password": "x"}, HTTP_X_FORWARDED_FOR=address)
    assert LoginAttempt.objects.exclude(address="").values("address").distinct().count() == 2


@pytest.fixture
def warned(rf, settings, caplog):
    settings.HTTPS, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    cache.clear()

    def list_warnings(*requests, proxies=1):
        settings.PROXIES = proxies
        respond = set_visitor_address(lambda request: HttpResponse())
        for path, headers in requests:
            respond(rf.get(path, REMOTE_ADDR=PROXY, headers=headers))
        return [record.getMessage() for record in caplog.records]

    return list_warnings


SECURE, VISITOR = {"X-Forwarded-Proto": "https"}, {"X-Forwarded-For": "192.0.2.1"}


@pytest.mark.parametrize(
    ("headers", "proxies", "lines"),
    [
        (SECURE | VISITOR, 1, []),
        (VISITOR, 1, [NO_HTTPS]),
        (SECURE, 1, [NO_VISITOR]),
        (SECURE | VISITOR, 0, [NO_VISITOR]),
        (SECURE | VISITOR, 2, [NO_VISITOR]),
        (VISITOR | {"X-Forwarded-Proto": "http"}, 1, []),  # it is led to https
    ],
)
def test_header_that_the_proxy_leaves_out_is_named_once(warned, headers, proxies, lines):
    assert warned(("/", headers), ("/help/", headers), proxies=proxies) == lines


def test_monitor_that_asks_the_server_itself_is_no_proxy(warned):
    assert warned(("/healthz", {})) == []


def test_site_without_https_has_no_proxy_to_warn_of(warned, settings):
    settings.HTTPS = False
    assert warned(("/", {})) == []
