import pytest

from tournaments.accounts import accounts

pytestmark = pytest.mark.django_db

PASSWORD = "drie losse woorden"
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "///evil.example",
    "http:///evil.example/",
    "javascript:alert(1)",
    "\tjavascript:alert(1)",
    "https:evil.example",
]


def test_nobody_is_led_elsewhere(client):
    accounts.create_account(name="Ans", login="ans", password=PASSWORD)
    sent = {"username": "ans", "password": PASSWORD}
    assert client.post("/login/", sent | {"next": "/account/"})["Location"] == "/account/"
    for where in ELSEWHERE:
        led = [client.post("/logout/", {"next": where})]
        led += [client.post("/login/", sent | {"next": where}, query_params={"next": where})]
        led += [client.post("/i18n/setlang/", {"language": "en", "next": where})]
        assert [answer["Location"] for answer in led] == ["/"] * 3, where


NAMES = ["evil.example", "localhost.evil.example", "localhost@evil.example"]


@pytest.mark.parametrize("name", NAMES)
def test_site_does_not_answer_to_another_name(client, name):
    assert client.get("/", headers={"host": name}).status_code == 400
    forwarded = client.get("/login/", headers={"x-forwarded-host": name})
    assert name not in forwarded.content.decode()
