import pytest

from tournaments.club import fresh


@pytest.fixture
def code(monkeypatch):
    monkeypatch.setattr(fresh, "_code", None)
    return fresh.make_code()


def test_code_may_be_typed_in_any_way(code):
    assert fresh.is_code(code)
    assert fresh.is_code(f" {code.lower().replace('-', ' ')} ")


def test_wrong_code_is_refused(code):
    assert not fresh.is_code("AAAA-AAAA")
    with pytest.raises(fresh.WrongCode), fresh.spending("AAAA-AAAA"):
        raise AssertionError("a wrong code opens nothing")


def test_code_works_once(code):
    with fresh.spending(code):
        pass
    assert not fresh.is_code(code)


def test_code_is_kept_when_what_it_was_for_fails(code):
    with pytest.raises(ZeroDivisionError), fresh.spending(code):
        raise ZeroDivisionError
    assert fresh.is_code(code)


def test_no_code_before_start(monkeypatch):
    monkeypatch.setattr(fresh, "_code", None)
    assert not fresh.is_code("")


def test_every_start_has_its_own_code(code):
    assert fresh.make_code() != code
