"""The numbered messages of a club, which a user reads when an action is refused. A number is never
reused for another message.

There is a module for each subject; code imports all messages from this package. The numbers 01 to
19, 35 to 38, 46, 47, 51, 55, 70, 71, 73 and 74 belong to errors of Django's forms, which are in
forms/base.py.
"""

from scoring.toolkit.problems import ProblemCode, Problems, UserError
from tournaments.problems.accounts import *  # noqa: F403
from tournaments.problems.club import *  # noqa: F403
from tournaments.problems.draw import *  # noqa: F403
from tournaments.problems.files import *  # noqa: F403
from tournaments.problems.members import *  # noqa: F403
from tournaments.problems.nights import *  # noqa: F403
from tournaments.problems.site import *  # noqa: F403
from tournaments.problems.standings import *  # noqa: F403

LETTER = "C"


def user_error(check: ProblemCode, /, **params: object) -> UserError:
    problems = Problems(LETTER)
    problems.refuse(check, **params)
    return UserError(problems.found)


def numbered(number: int) -> ProblemCode:
    return next(
        check
        for check in globals().values()
        if isinstance(check, ProblemCode) and check.number == number
    )
