from types import SimpleNamespace

import pytest

from tests.tournaments.evenings import refused
from tournaments import models
from tournaments.accounts import accounts, mail_queue, one_time_codes, second_step
from tournaments.club import clubs
from tournaments.files.exports import personal_data
from tournaments.members import erasure

pytestmark = pytest.mark.usefixtures("stopped_clock")
PASSWORD = "drie losse woorden"
NONCE = "0" * 32


def person(club, name, kind):
    user = accounts.create_account(name=name, login=name.lower(), password=PASSWORD)
    return models.Role.objects.create(club=club, user=user, kind=kind)


def code(user, later=0, nonce=NONCE):
    secret = second_step.compute_app_secret(user, nonce)
    return one_time_codes.compute_code(secret, int(second_step.time.time()) // 30 + later)


@pytest.fixture
def paper(ans):
    return second_step.add_app(user=ans, nonce=NONCE, code=code(ans, -1))


def on_record(club):
    return [entry.kind for entry in club.access_log.order_by("pk")]


def test_app_counts_from_its_first_right_code(club, ans):
    assert refused(second_step.add_app, user=ans, nonce=NONCE, code="000000") == ["C306"]
    assert not second_step.is_on(ans)
    before = ans.session_version
    codes = second_step.add_app(user=ans, nonce=NONCE, code=code(ans))
    assert len(set(codes)) == second_step.PAPER_CODES
    assert second_step.is_on(ans)
    ans.refresh_from_db()
    assert ans.session_version == before + 1
    assert on_record(club) == ["step on"]


def test_code_of_the_app_works_once_and_not_that_of_adding_it(ans, paper):
    assert refused(second_step.check, user=ans, code=code(ans, -1)) == ["C300"]
    assert second_step.check(user=ans, code=code(ans)) is False
    assert refused(second_step.check, user=ans, code=code(ans)) == ["C300"]


def later(monkeypatch, seconds):
    now = second_step.time.time() + seconds
    monkeypatch.setattr(second_step, "time", SimpleNamespace(time=lambda: now))


@pytest.mark.parametrize("wrong", [-20, 25])
def test_code_beside_its_half_minute_is_refused_and_the_next_one_counts(
    ans, paper, monkeypatch, wrong
):
    """The clock of a phone is off by so many seconds; the first code was another's, at the site."""
    later(monkeypatch, 60)
    typed = code(ans)
    later(monkeypatch, wrong)
    assert refused(second_step.check, user=ans, code=typed) == ["C340"]
    assert refused(second_step.check, user=ans, code=typed) == ["C300"]
    later(monkeypatch, 30 - wrong)
    typed = code(ans)
    later(monkeypatch, wrong)
    assert second_step.check(user=ans, code=typed) is False


def test_app_whose_clock_is_minutes_off_works_from_the_beginning(ans, monkeypatch):
    second_step.add_app(user=ans, nonce=NONCE, code=code(ans, -8))
    assert refused(second_step.check, user=ans, code=code(ans)) == ["C300"]
    later(monkeypatch, 30)
    assert second_step.check(user=ans, code=code(ans, -8)) is False


def test_code_on_paper_works_once_however_it_is_typed(club, ans, paper):
    assert second_step.check(user=ans, code=f" {paper[0].upper().replace('-', ' ')} ") is True
    assert refused(second_step.check, user=ans, code=paper[0]) == ["C300"]
    assert second_step.load_ways(ans).paper_codes == second_step.PAPER_CODES - 1
    assert on_record(club) == ["step on", "paper"]


@pytest.mark.parametrize("typed", ["", "-", "     ", "aaaaa-aaaaa", "1" * 5000, "é" * 10])
def test_what_is_no_code(ans, paper, typed):
    assert refused(second_step.check, user=ans, code=typed) == ["C300"]


def test_only_hashes_of_the_codes_on_paper_are_stored(ans, paper):
    stored = " ".join(models.PaperCode.objects.values_list("hashed", flat=True))
    assert not [typed for typed in paper if typed in stored or typed.replace("-", "") in stored]
    fresh = second_step.renew_paper_codes(user=ans)
    assert not set(fresh) & set(paper)
    assert refused(second_step.check, user=ans, code=paper[0]) == ["C300"]
    assert second_step.check(user=ans, code=fresh[0]) is True


def test_codes_of_another_account_are_no_good(club, ans, paper):
    bob = person(club, "Bob", "helper").user
    second_step.add_app(user=bob, nonce=NONCE, code=code(bob, -1))
    for typed in (paper[0], code(ans)):
        assert refused(second_step.check, user=bob, code=typed) == ["C300"]


def a_passkey(user, credential="A"):
    return models.Passkey.objects.create(
        user=user, name="Phone", host="club.example", credential=credential, public_key=b"k"
    )


def test_codes_on_paper_stay_until_the_last_way_is_gone(club, ans, paper):
    passkey = a_passkey(ans)
    second_step.remove(way=ans.code_app, by=ans)
    assert (second_step.is_on(ans), models.PaperCode.objects.count()) == (True, 10)
    second_step.remove(way=passkey, by=ans)
    assert (second_step.is_on(ans), models.PaperCode.objects.count()) == (False, 0)
    assert on_record(club) == ["step on", "step off", "step off"]


def test_second_way_brings_no_second_paper(ans):
    a_passkey(ans)
    assert second_step.add_app(user=ans, nonce=NONCE, code=code(ans)) == []


def test_owner_ends_that_of_an_organiser_and_of_another_owner(club, ans):
    for name, kind in (("Bob", "organiser"), ("Cor", "owner"), ("Dik", "member")):
        role = person(club, name, kind)
        second_step.add_app(user=role.user, nonce=NONCE, code=code(role.user))
        before = role.user.session_version
        second_step.reset(role=role, by=ans)
        role.user.refresh_from_db()
        assert not second_step.is_on(role.user)
        assert role.user.session_version == before + 1
    last = club.access_log.first()
    assert (last.kind, last.user.name, last.by) == ("reset", "Dik", ans)


def test_nobody_ends_that_of_who_may_do_more(club, ans, paper):
    bob, cor = person(club, "Bob", "organiser"), person(club, "Cor", "helper")
    own = ans.roles.get()
    assert refused(second_step.reset, role=own, by=ans) == ["C301"]
    assert refused(second_step.reset, role=own, by=bob.user) == ["C301"]
    assert refused(second_step.reset, role=cor, by=bob.user) == ["C301"]
    other, _els = clubs.create_club_with_owner(
        name="Other", slug="other", owner_name="Els", login="els", password=PASSWORD
    )
    models.Role.objects.create(club=other, user=cor.user, kind="member")
    assert refused(second_step.reset, role=cor, by=ans) == ["C301"]
    assert second_step.is_on(ans)


def test_with_another_key_of_the_site_only_passkeys_stay(ans, paper, settings):
    a_passkey(ans)
    settings.SECRET_KEY = "another key of the site, " * 3
    assert second_step.forget_of_other_keys() == 1
    ways = second_step.load_ways(ans)
    assert (ways.app, len(ways.passkeys), ways.paper_codes) == (None, 1, 0)


def test_account_with_an_address_is_told_of_each_change(ans, paper, settings):
    settings.MAIL = True
    second_step.check(user=ans, code=paper[0])
    assert not models.QueuedMail.objects.exists()
    models.User.objects.filter(pk=ans.pk).update(email="ans@club.nl")
    ans.refresh_from_db()
    second_step.check(user=ans, code=paper[1])
    second_step.remove(way=ans.code_app, by=ans)
    assert {letter.to for letter in models.QueuedMail.objects.all()} == {"ans@club.nl"}
    assert mail_queue.count_waiting().letters == 2


def test_data_of_an_account_tell_that_it_exists_and_no_secret(ans, paper):
    a_passkey(ans, credential="the-credential")
    own_data = personal_data.collect_account_data(ans)
    step = own_data["second_step"]
    assert step["app_since"] == models.CodeApp.objects.get().since
    assert [key["name"] for key in step["passkeys"]] == ["Phone"]
    assert step["paper_codes_left"] == 10
    assert NONCE not in str(own_data)
    assert "the-credential" not in str(own_data)


def test_erased_account_leaves_nothing_of_it(club, ans, paper):
    person(club, "Bob", "owner")
    a_passkey(ans)
    erasure.erase_account(user=ans)
    left = (models.CodeApp, models.Passkey, models.PaperCode, models.UserSession)
    assert [model.objects.count() for model in left] == [0, 0, 0, 0]
    assert {entry.user for entry in models.AccessLogEntry.objects.filter(kind="step on")} == {None}
