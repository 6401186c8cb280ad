import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse

from clubsite.middleware.proxies import set_visitor_address
from clubsite.settings import count
from tournaments.accounts import accounts
from tournaments.models import LoginAttempt

PROXY = "10.0.0.1"


@pytest.fixture
def seen(rf, settings):
    """Who asks, as the site sees it."""

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


@pytest.mark.parametrize("given", ["6", "-1", "one", "*"])
def test_number_of_proxies_is_one(monkeypatch, given):
    monkeypatch.setenv("STREEPJE_PROXIES", given)
    with pytest.raises(ImproperlyConfigured):
        count("STREEPJE_PROXIES")
