import pytest
from django.test import Client

from tournaments.models import User

pytestmark = pytest.mark.django_db

HERE, PHONE = "127.0.0.1:8000", "192.168.1.9"


@pytest.fixture
def opened(settings):
    """The answers of `start` to the button; empty until it is pressed."""
    pressed = []

    def open_to_network():
        pressed.append(settings.PUBLIC_URL)
        settings.PUBLIC_URL = "http://192.168.1.7:8000"
        return True

    settings.OPEN_TO_NETWORK = open_to_network
    settings.ALLOWED_HOSTS = ["*"]
    return pressed


def at(host=HERE, address="127.0.0.1", role="owner"):
    user = User.objects.get()
    user.roles.update(kind=role)
    client = Client(HTTP_HOST=host, REMOTE_ADDR=address)
    client.force_login(user)
    client.cookies["streepje_language"] = "en"
    return client


def codes(client, night):
    return client.get(f"/de-hoop/nights/{night.pk}/codes/").content.decode()


def press(client, **sent):
    return client.post("/site/network/", sent)


@pytest.mark.parametrize("role", ["owner", "organiser"])
def test_codes_page_lets_phones_in(opened, night, role):
    client = at(role=role)
    page = codes(client, night)
    assert "Let phones on this network in" in page and "--lan" not in page
    assert f'name="next" value="/de-hoop/nights/{night.pk}/codes/"' in page
    answer = press(client, next=f"/de-hoop/nights/{night.pk}/codes/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "http://192.168.1.7:8000/</strong>" in page and 'class="qr"' in page
    assert f'<a class="main" href="/de-hoop/nights/{night.pk}/codes/">' in page
    assert f'name="next" value="/de-hoop/nights/{night.pk}/codes/"' in page  # of the languages
    page = codes(client, night)
    assert "192.168.1.7:8000/s/" in page and "Let phones on" not in page
    assert "Phones on this network open the site at http://192.168.1.7:8000/." in page
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("nights/{}/", 'codes/">Let them in</a>', ""),
        ("members/", "Let phones on this network in", "links.pdf"),
        ("nights/{}/codes/", "Let phones on this network in", "192.168.1.7:8000/s/"),
    ],
)
def test_pages_tell_until_phones_are_let_in(opened, night, path, before, after):
    def read_page(**who):
        return at(**who).get(f"/de-hoop/{path.format(night.pk)}").content.decode()

    assert before in read_page() and (not after or after not in read_page())
    assert before not in read_page(host="192.168.1.7:8000", address=PHONE)
    press(at())
    assert before not in read_page() and after in read_page()


def test_another_address_of_the_laptop_is_noticed_and_followed(opened, night, settings):
    press(at())
    settings.HAS_ADDRESS = lambda: settings.PUBLIC_URL == "http://10.0.0.3:8000"
    page = codes(at(), night)
    assert "This computer has another address now." in page and "192.168.1.7:8000/s/" not in page
    assert "Let them in" in at().get(f"/de-hoop/nights/{night.pk}/").content.decode()
    settings.PUBLIC_URL = "http://10.0.0.3:8000"  # as the button does
    page = codes(at(), night)
    assert "10.0.0.3:8000/s/" in page and "another address" not in page


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ({"role": "helper"}, 403),
        ({"host": "192.168.1.7:8000", "address": PHONE}, 403),
        ({"address": PHONE}, 403),  # whoever says it is the laptop
        ({"host": "192.168.1.7:8000"}, 403),
    ],
)
def test_nobody_else_lets_phones_in(opened, night, who, status):
    client = at(**who)
    assert "Let phones on" not in codes(client, night)
    assert press(client).status_code == status
    assert Client(HTTP_HOST=HERE).post("/site/network/").status_code == 302  # logs in first
    assert opened == []


def test_site_that_was_not_started_on_a_laptop_has_no_such_page(settings, night):
    assert settings.OPEN_TO_NETWORK is None
    assert press(at()).status_code == 404


@pytest.mark.parametrize("wrong", [False, OSError("Address already in use")])
def test_without_a_network_it_says_what_to_do(settings, night, wrong):
    def open_to_network():
        if wrong:
            raise wrong
        return False

    settings.OPEN_TO_NETWORK = open_to_network
    answer = press(at(), next="/de-hoop/")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Turn the wifi on" in page
    assert page.count('name="next" value="/de-hoop/"') == 2  # trying again, and the languages


def test_nobody_is_sent_to_another_site(opened, night):
    assert '<a class="main" href="/">' in press(at(), next="https://example.org/").content.decode()


def pages_with_links(client, night):
    club = night.season.club
    member = club.members.order_by("pk").first()
    client.post(f"/{club.slug}/people/", {"do": "invite", "kind": "helper", "name": "Nel"})
    paths = [f"members/{member.pk}/", f"nights/{night.pk}/result/", "visitors/"]
    paths += [f"invitations/{invitation.pk}/" for invitation in club.invitations.all()]
    pages = [client.get(f"/{club.slug}/{path}").content.decode() for path in paths]
    return [page for page in pages if " readonly>" in page]


@pytest.mark.parametrize(
    ("host", "told"),
    [
        (HERE, "works on this computer only"),
        ("192.168.1.7:8000", "works in the hall only"),
        ("streepje.example", None),
    ],
)
def test_links_to_send_tell_where_they_can_be_opened(opened, night, host, told):
    night.season.club.visible_to = "link"
    night.season.club.save()
    pages = pages_with_links(at(host=host), night)
    assert len(pages) >= 3
    for page in pages:
        assert ('href="/help/organiser/#at-home"' in page) == bool(told)
        assert (told or "this link works") in page or not told
