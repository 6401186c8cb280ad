import pytest

from tournaments.club import first_club


@pytest.fixture
def code(monkeypatch):
    monkeypatch.setattr(first_club, "_code", None)
    assert not first_club.is_code("")  # before the start
    return first_club.make_code()


def test_code_may_be_typed_in_any_way(code):
    assert first_club.is_code(code)
    assert first_club.is_code(f" {code.lower().replace('-', ' ')} ")


def test_wrong_code_is_refused(code):
    assert not first_club.is_code("AAAA-AAAA")
    with pytest.raises(first_club.WrongCode), first_club.spend_code("AAAA-AAAA"):
        raise AssertionError("a wrong code opens nothing")


def test_code_works_once_and_again_when_what_it_was_for_fails(code):
    with pytest.raises(ZeroDivisionError), first_club.spend_code(code):
        raise ZeroDivisionError
    assert first_club.is_code(code)
    with first_club.spend_code(code):
        pass
    assert not first_club.is_code(code)
