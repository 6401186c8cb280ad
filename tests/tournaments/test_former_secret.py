"""The site's secret was replaced and the former one is among SECRET_KEY_FALLBACKS. What was sealed
with it goes on until it is dropped. Everything new is sealed with the new one alone.
"""

import json
import uuid
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from scoring.models import Sheet
from scoring.sheets import lifecycle
from scoring.sheets import links as sheet_links
from scoring.toolkit.problems import UserError
from tournaments import links, machines, site_key
from tournaments.accounts import one_time_codes, second_step, sessions, step_session
from tournaments.members import erasure, erasure_marks, link_cookie, members
from tournaments.models import Club, CodeApp, Machine, Member, PaperCode, User

pytestmark = pytest.mark.django_db
NEW = "the new secret of the site, " * 3


class Secrets:
    """The secrets of the site. `replace` makes another one and keeps the former; `drop` ends
    that.
    """

    def __init__(self, settings):
        self.settings = settings

    def replace(self):
        former = str(self.settings.SECRET_KEY)
        self.settings.SECRET_KEY, self.settings.SECRET_KEY_FALLBACKS = NEW, [former]

    def drop(self):
        self.settings.SECRET_KEY_FALLBACKS = []


@pytest.fixture
def secrets(settings):
    return Secrets(settings)


@pytest.fixture
def sheet():
    return lifecycle.open(game="jokeren", names=["Ans", "Bob"])


@pytest.fixture
def owner(season):
    return User.objects.get()


@pytest.fixture
def member(season):
    return members.add(club=season.club, first="Ans")


def code_of(user, nonce, later=0):
    """The code that the user's phone shows, which knows no secret but that of the app."""
    secret = second_step.compute_app_secret(user, nonce)
    return lambda: one_time_codes.compute_code(secret, int(second_step.time.time()) // 30 + later)


# Links


def test_link_of_a_sheet_opens_until_the_former_secret_is_dropped(sheet, secrets):
    old = sheet_links.make_key(sheet)
    secrets.replace()
    new = sheet_links.make_key(sheet)
    assert new != old
    assert sheet_links.find(old) == sheet_links.find(new) == sheet
    assert sheet_links.find_all([old, new]) == [sheet]
    Sheet.objects.filter(pk=sheet.pk).update(link_version=2)
    assert sheet_links.find(old) is None  # renewing ends the old one too
    Sheet.objects.filter(pk=sheet.pk).update(link_version=1)
    secrets.drop()
    assert sheet_links.find(old) is None
    assert sheet_links.find(new) == sheet


def test_links_of_a_club_open_until_the_former_secret_is_dropped(season, member, secrets):
    things = [season.club, member]
    old = [links.make_key(thing) for thing in things]
    secrets.replace()
    assert [links.find(type(thing), key) for thing, key in zip(things, old, strict=True)] == things
    assert links.find(Member, links.make_key(season.club)) is None
    assert not {*old} & {links.make_key(thing) for thing in things}
    assert link_cookie.has_visitor_link(season.club, old)
    assert link_cookie.find_member(season.club, old) == member
    secrets.drop()
    assert [links.find(type(thing), key) for thing, key in zip(things, old, strict=True)] == [
        None
    ] * 2
    assert not link_cookie.has_visitor_link(season.club, old)
    assert link_cookie.find_member(season.club, old) is None


def test_browser_that_opens_an_old_link_remembers_the_new_one(client, season, member, secrets):
    Club.objects.update(visible_to=Club.Visibility.LINK)
    old = links.make_key(member)
    secrets.replace()
    assert client.get(reverse("tournaments:own", args=[old])).status_code == 200
    secrets.drop()
    assert client.get(reverse("tournaments:own", args=[old])).status_code == 404
    assert client.get(season.club.get_absolute_url()).status_code == 200


def test_phone_that_has_an_old_link_sends_its_entries(client, sheet, secrets):
    headers = {"Streepje-Link": sheet_links.make_key(sheet)}
    secrets.replace()
    body = json.dumps({"version": 1, "device": "", "entries": []})
    sent = {"data": body, "content_type": "application/json", "headers": headers}
    assert client.post("/sync/", **sent).status_code == 200
    secrets.drop()
    assert client.post("/sync/", **sent).status_code == 404


# Logging in


def test_who_is_logged_in_stays_so(client, owner, secrets):
    client.force_login(owner)
    secrets.replace()
    here = client.cookies["streepje"].value
    assert [found.here for found in sessions.list_sessions(owner, here)] == [True]
    page = reverse("tournaments:account")
    assert client.get(page).status_code == 200
    secrets.drop()
    assert client.get(page).status_code == 200  # sealed anew by then


def test_session_that_nobody_used_meanwhile_ends_with_the_former_secret(client, owner, secrets):
    client.force_login(owner)
    secrets.replace()
    secrets.drop()
    assert client.get(reverse("tournaments:account")).status_code == 302


def test_second_step_that_somebody_was_taking_goes_on(client, owner, secrets):
    session = client.session
    step_session.wait(session, owner, "/")
    secrets.replace()
    assert step_session.find_waiting(session).user == owner
    secrets.drop()
    assert step_session.find_waiting(session) is None


def test_app_and_codes_on_paper_work_until_the_former_secret_is_dropped(
    owner, secrets, stopped_clock, monkeypatch
):
    nonce = second_step.make_nonce()
    show = code_of(owner, nonce)
    paper = second_step.add_app(user=owner, nonce=nonce, code=code_of(owner, nonce, -1)())
    secrets.replace()
    assert second_step.forget_of_other_keys() == 0
    assert second_step.check(user=owner, code=show()) is False
    assert second_step.check(user=owner, code=paper[0]) is True
    for given in (show(), paper[0]):  # once
        with pytest.raises(UserError, match="C300"):
            second_step.check(user=owner, code=given)
    now = second_step.time.time() + 30
    monkeypatch.setattr(second_step, "time", SimpleNamespace(time=lambda: now))
    assert second_step.check(user=owner, code=show()) is False
    secrets.drop()
    now += 30
    for given in (show(), paper[1]):
        with pytest.raises(UserError, match="C300"):
            second_step.check(user=owner, code=given)
    assert second_step.forget_of_other_keys() == 1
    assert not second_step.is_on(owner)  # nobody is asked what cannot be answered
    assert PaperCode.objects.count() == 0


def test_app_that_was_added_since_stays(owner, secrets, stopped_clock):
    secrets.replace()
    nonce = second_step.make_nonce()
    second_step.add_app(user=owner, nonce=nonce, code=code_of(owner, nonce, -1)())
    secrets.drop()
    assert second_step.forget_of_other_keys() == 0
    assert second_step.check(user=owner, code=code_of(owner, nonce)()) is False
    assert (CodeApp.objects.count(), PaperCode.objects.count()) == (1, second_step.PAPER_CODES)


# Files


def test_erased_people_are_known_in_back_ups_of_before_and_after(member, secrets, settings):
    """One of before has the former secret alone."""
    former, id = str(settings.SECRET_KEY), member.public_id
    secrets.replace()
    erasure.erase(member=member)
    marks = erasure_marks.load_recorded()
    Member.objects.filter(pk=member.pk).update(public_id=id, erased=None)
    back = Member.objects.get(pk=member.pk)
    by_secret = {erasure_marks.mark(back, secret) for secret in (former, NEW)}
    assert by_secret < marks
    assert erasure.reapply_erasures(marks=marks, secrets=[former]).erased == 1


def test_member_erased_before_or_after_stays_so_with_whatever_secret(member, owner, secrets):
    """A file of the club may be older than the former secret, and a machine know neither."""
    marks = erasure_marks.list_marks(member)
    assert erasure_marks.is_marked(member, marks, [NEW])
    assert erasure_marks.is_marked(member, marks, [])
    other = Member(public_id=uuid.uuid4())
    assert not erasure_marks.is_marked(other, marks, site_key.list_own())
    assert not erasure_marks.is_marked(owner, erasure_marks.list_marks(owner), [NEW])


# Machines


def test_key_that_replaces_a_former_one_becomes_the_sites(secrets, settings):
    site_key.remember()
    former = str(settings.SECRET_KEY)
    machines.report(version="1")
    secrets.replace()
    site_key.remember()
    assert Machine.objects.count() == 0  # each reports again, under another hash
    secrets.drop()
    site_key.refuse_another()
    settings.SECRET_KEY = former  # a machine that was told nothing
    with pytest.raises(ImproperlyConfigured, match="een andere sleutel"):
        site_key.remember()
