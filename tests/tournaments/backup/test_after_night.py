from datetime import UTC, datetime, timedelta
from threading import Semaphore

import pytest
from django.utils import timezone

from tests.tournaments.evenings import club_with, codes, people, playing
from tournaments.backup import after_night, archive, retention
from tournaments.club import clubs
from tournaments.models import Night, User

PATH = "/backup/"
PASSWORD = "drie losse woorden"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.BACKS_UP, settings.BACKUPS = True, tmp_path / "backups"
    return settings.BACKUPS


@pytest.fixture
def owner(client, db):
    whose = {"owner_name": "Ans", "login": "ans", "password": PASSWORD}
    _club, user = clubs.create_club_with_owner(name="De Boom", slug="boom", **whose)
    client.force_login(user)
    client.cookies["streepje_language"] = "en"
    return user


def laid(folder, *days):
    folder.mkdir(exist_ok=True)
    for day in days:
        (folder / f"streepje-{day:%Y%m%d}T210000Z.backup").touch()


def closed(client, night):
    """By its page; once the back-up that follows is done."""
    answer = client.post(f"/de-hoop/nights/{night.pk}/closing/", {"reason": "late"})
    assert (answer.status_code, Night.objects.get().state) == (302, "closed")
    return after_night._submitted[-1].result()


def test_closing_a_night_is_followed_by_a_back_up(client, folder, transactional_db):
    assert closed(client, drawn_night(client))
    (kept,) = folder.iterdir()
    with archive.open_archive(kept) as whole:
        whole.check()
    assert "The last one is of" in client.get("/de-hoop/").content.decode()


def test_nights_that_are_closed_while_one_is_made_share_the_next(monkeypatch):
    """A site of many clubs, all of which play on Thursday."""
    made, begun, goes_on = [], Semaphore(0), Semaphore(0)

    def make():
        made.append(begun.release())
        return goes_on.acquire(timeout=60)

    monkeypatch.setattr(after_night, "_make", make)
    first = after_night.back_up_after_closing()
    assert begun.acquire(timeout=60)
    second, *others = [after_night.back_up_after_closing() for _ in range(5)]
    assert first is not second and all(other is second for other in others)
    goes_on.release(2)
    assert first.result() and second.result()
    assert len(made) == 2
    goes_on.release()
    assert after_night.back_up_after_closing().result()


def drawn_night(client):
    season = club_with()
    client.force_login(User.objects.get())
    client.cookies["streepje_language"] = "en"
    return playing(season, people(season, 4), rounds=1)


def test_full_disk_is_not_in_the_way_of_closing_and_is_seen(client, folder, db, caplog, settings):
    night = drawn_night(client)
    folder.touch()  # no folder can be made there
    assert not closed(client, night)
    assert "The back-up after closing a night failed" in caplog.text
    for path in (PATH, "/de-hoop/"):
        assert "is in no back-up yet" in client.get(path).content.decode()
    settings.BACKS_UP = False
    assert "is in no back-up yet" not in client.get(PATH).content.decode()


def test_last_ten_are_kept_and_of_a_year_before_one_a_month(folder):
    today = datetime.now(UTC).date()
    weekly = [today - timedelta(days=7 * week) for week in range(70)]
    laid(folder, *weekly)
    (folder / "streepje of my own.backup").touch()
    retention.purge_expired()
    kept = sorted(
        (retention.find_time(path).date() for path in retention.list_newest_first(folder)),
        reverse=True,
    )
    assert kept[:10] == weekly[:10]
    months = [day.strftime("%Y-%m") for day in kept[10:]]
    assert len(months) == len({*months}) and 10 <= len(months) <= 13
    assert min(kept) > today - timedelta(days=367)
    assert (folder / "streepje of my own.backup").exists()


def test_clock_that_was_wrong_hides_no_back_up_that_is_missing(folder, db):
    """It stood in another year for an evening, and a full row of back-ups is of then."""
    today = datetime.now(UTC)
    laid(folder, *(today + timedelta(days=1000 + day) for day in range(10)))
    assert after_night.find_last() is None
    kept = after_night.make()
    assert kept.exists() and len([*folder.iterdir()]) == 11
    assert abs(after_night.find_last() - today) < timedelta(minutes=5)


def test_old_one_that_can_not_go_stops_no_new_one(folder, db):
    today = datetime.now(UTC)
    (folder / f"streepje-{today - timedelta(days=900):%Y%m%d}T210000Z.backup").mkdir(parents=True)
    laid(folder, *(today - timedelta(days=day) for day in range(1, 12)))
    assert after_night.make().exists()


# The page


def test_owner_takes_one_along(client, owner, folder):
    assert "There is no back-up yet." in client.get(PATH).content.decode()
    assert "There is none yet." in client.get("/boom/").content.decode()
    answer = client.post(PATH, {"current": PASSWORD})
    (kept,) = folder.iterdir()
    assert b"".join(answer.streaming_content) == kept.read_bytes()
    made = timezone.localtime(retention.find_time(kept))
    name = f"streepje-{made:%Y-%m-%d-%H%M}.backup"  # as the clock on the wall says
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert "The last good back-up is of" in client.get(PATH).content.decode()
    assert "The last one is of" in client.get("/boom/").content.decode()


def test_nothing_goes_out_without_the_password_or_onto_a_full_disk(client, owner, folder):
    assert codes(client.post(PATH, {"current": "wrong"})) == ["wrong_password"]
    assert not folder.exists()
    folder.touch()
    assert codes(client.post(PATH, {"current": PASSWORD})) == ["C160"]
