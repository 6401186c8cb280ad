"""The ways of drawing, in words: where one is chosen, and in the report of a draw."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.draw.engine import request


class Method(NamedTuple):
    label: str | Promise
    meaning: str | Promise = ""  # below the label; without one it is not chosen on the form
    done: str | Promise = ""  # how it was drawn, if the label doesn't say it
    places: str | Promise = ""  # how places became tables


IN_FINAL = _(
    "The best of tonight play the final at the first tables, and their places among themselves come"
    " from it alone. The others sit by their places, too."
)
METHODS = {
    request.MIX: Method(
        _("as few repeats as can be"),
        _("People who sat together often this season are separated. For most nights."),
    ),
    request.STANDING: Method(
        _("neighbours in the standing together"),
        _("The best of the standing at one table, then the next. For a last round."),
        _("by the standing before this night"),
    ),
    request.LOTS: Method(_("by lot alone"), _("As out of a bag: nothing else counts.")),
    request.MOVE: Method(
        _("one stays, the other moves a table on"),
        _("The lot decides who stays. Nobody meets twice in as many rounds as there are tables."),
    ),
    request.SCORE: Method(
        _("by tonight's score"),
        _("The best of tonight at table 1, the next ones at table 2. One round."),
        places=_("The best of tonight sit at the first table, the next ones at the second."),
    ),
    request.GROUPS: Method(
        _("by tonight's score, 1-3-5-7 and 2-4-6-8"),
        _("Of each two tables, odd places at one and even ones at the other. One round."),
        places=_(
            "Of each two tables, by tonight's places, 1, 3, 5 and 7 sit at one and 2, 4, 6 and 8 at"
            " the other."
        ),
    ),
    request.WINNERS: Method(
        _("winners a table up, losers a table down"),
        _("The better half of each table goes one up, the other half one down. One round."),
        places=_(
            "Of each table of the last round the better half went one table up, the other half one"
            " down; at the first and the last table they stayed."
        ),
    ),
    "final4": Method(
        _("a final of the best four"),
        _("At table 1, with scores afresh for their places. The others play on."),
        places=IN_FINAL,
    ),
    "final8": Method(
        _("a final of the best eight"),
        _("At two tables, 1-3-5-7 and 2-4-6-8, with scores afresh. The others play on."),
        places=IN_FINAL,
    ),
    request.BAG: Method(_("lots from the bag")),
    request.HAND: Method(_("by hand")),
    request.STONES: Method(_("numbers drawn at the door")),
}
