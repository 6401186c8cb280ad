import pytest

from tests import programs

NAME = "no-such-program-anywhere"


@pytest.mark.parametrize(
    ("complete", "outcome"), [("1", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_program_that_lacks_is_told_and_fails_where_all_has_to_be_there(
    monkeypatch, complete, outcome
):
    monkeypatch.setenv("STREEPJE_COMPLETE", complete)
    for program in (programs.program, programs.module):
        with pytest.raises(outcome, match=f"{programs.MISSING} {NAME} "):
            program(NAME)
