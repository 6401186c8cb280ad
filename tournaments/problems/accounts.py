"""The messages that users read when something about accounts, roles or links is refused."""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

HAS_ROLE = ProblemCode(40, _("You belong to this club already."))
LAST_OWNER = ProblemCode(41, _("A club needs an owner: make somebody else owner first."))
OTHER_CLUBS = ProblemCode(
    42, _("%(name)s belongs to other clubs, too, so no link can be made here.")
)
OLD_LINK = ProblemCode(43, _("This link works no longer: ask for a new one."))
ENOUGH_LETTERS = ProblemCode(
    72, _("Enough letters for now: look for those that were sent, or try again later.")
)
NOT_YOURS = ProblemCode(226, _("%(name)s may do more here than you: ask an owner for this link."))
SHUT = ProblemCode(227, _("The account of %(name)s is shut, so no link can be made."))
OWN_LINK = ProblemCode(228, _("This is your own account: ask somebody else here for a link."))
NOT_TO_GIVE = ProblemCode(229, _("You can't give this part: an owner of the club can."))
KEEPS_SITE = ProblemCode(
    230, _("%(name)s looks after the whole site, so no link can be made here.")
)
WRONG_CODE = ProblemCode(
    300,
    _(
        "This code is not right, or was used before. Type the one that the app shows now, or one"
        " from your paper that is not crossed out."
    ),
)
CODE_AT_CHANGE = ProblemCode(
    340,
    _(
        "This code came just when the app changed to another one. Wait until it shows the next, and"
        " type that."
    ),
)
WRONG_FIRST_CODE = ProblemCode(
    306, _("This code is not right. Type the one that the app shows now; let the app scan first.")
)
NO_RESET = ProblemCode(
    301, _("You can't end the second step of %(name)s: an owner of all clubs of %(name)s can.")
)
WRONG_PASSKEY = ProblemCode(
    302, _("That did not work: nothing fitting came from this phone or computer. Try once more.")
)
KNOWN_PASSKEY = ProblemCode(303, _("This phone or computer is on your list already."))
MOST_PASSKEYS = ProblemCode(
    304, _("There are ten on your list already: take one off that you no longer use.")
)
