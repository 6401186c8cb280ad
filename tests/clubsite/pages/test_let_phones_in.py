import pytest
from django.test import Client

from tournaments.models import User

HERE, PHONE = "127.0.0.1:8000", "192.168.1.9"


@pytest.fixture
def opened(settings):
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


def test_pages_tell_until_phones_are_let_in(opened, night):
    words = {
        f"nights/{night.pk}/": ('codes/">Let them in</a>', ""),
        "members/": ("Let phones on this network in", "links.pdf"),
        f"nights/{night.pk}/codes/": ("Let phones on this network in", "192.168.1.7:8000/s/"),
    }

    def read_pages(**who):
        client = at(**who)
        for path, (before, after) in words.items():
            yield path, client.get(f"/de-hoop/{path}").content.decode(), before, after

    for path, page, before, after in read_pages():
        assert before in page and (not after or after not in page), path
    for path, page, before, _after in read_pages(host="192.168.1.7:8000", address=PHONE):
        assert before not in page, path
    press(at())
    for path, page, before, after in read_pages():
        assert before not in page and after in page, path


def test_another_address_of_the_laptop_is_noticed_and_followed(opened, night, settings):
    press(at())
    settings.HAS_ADDRESS = lambda: settings.PUBLIC_URL == "http://10.0.0.3:8000"
    page = codes(at(), night)
    assert "This computer has another address now." in page and "192.168.1.7:8000/s/" not in page
    assert "Let them in" in at().get(f"/de-hoop/nights/{night.pk}/").content.decode()
    settings.PUBLIC_URL = "http://10.0.0.3:8000"  # as the button does
    page = codes(at(), night)
    assert "10.0.0.3:8000/s/" in page and "another address" not in page


def test_nobody_else_lets_phones_in(opened, night):
    for who in (
        {"role": "helper"},
        {"host": "192.168.1.7:8000", "address": PHONE},
        {"address": PHONE},  # whoever says it is the laptop
        {"host": "192.168.1.7:8000"},
    ):
        client = at(**who)
        assert "Let phones on" not in codes(client, night), who
        assert press(client).status_code == 403, who
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


def test_links_to_send_tell_where_they_can_be_opened(opened, night):
    club = night.season.club
    club.visible_to = "link"
    club.save()
    at().post(f"/{club.slug}/people/", {"do": "invite", "kind": "helper", "name": "Nel"})
    member, invitation = club.members.order_by("pk").first(), club.invitations.get()
    paths = [f"members/{member.pk}/", f"nights/{night.pk}/result/", "visitors/"]
    paths.append(f"invitations/{invitation.pk}/")
    for host, told in (
        (HERE, "works on this computer only"),
        ("192.168.1.7:8000", "works in the hall only"),
        ("streepje.example", ""),
    ):
        client = at(host=host)
        pages = [client.get(f"/{club.slug}/{path}").content.decode() for path in paths]
        pages = [page for page in pages if " readonly>" in page]
        assert len(pages) >= 3
        for page in pages:
            assert ('href="/help/organiser/#at-home"' in page) == bool(told)
            assert told in page
