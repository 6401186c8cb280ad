"""The messages that users read when something about a club is refused: one of its reglementen (a
game system with the options that the club chose), its seasons, its logo, or the list of other
websites that may show its pages.
"""

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

NO_GAME = ProblemCode(44, _("Choose what is played."))
SAME_REGLEMENT = ProblemCode(45, _("There are rules of this name already."))
SAME_SEASON = ProblemCode(48, _("There is a season of this name already."))
NO_ORDER = ProblemCode(49, _("The last day comes before the first."))
NO_NUMBER = ProblemCode(50, _("Write a number here: %(low)s to %(high)s."))
STAYS_AWAY = ProblemCode(
    52,
    _(
        "The lowest total wins here, so somebody who stays away would win: let a night missed"
        " count."
    ),
)
NO_PLACES = ProblemCode(53, _("Write places with commas between, and “last”: 1, 18, 25, last."))
NO_PLACE_POINTS = ProblemCode(54, _("Write points from the first place on: 4; 2; 1; ½."))
LARGE_PICTURE = ProblemCode(100, _("This picture is larger than %(most)s MB: make it smaller."))
NO_PICTURE = ProblemCode(
    101, _("This can't be read as a picture: choose a PNG, JPEG, WebP or GIF that opens elsewhere.")
)
MANY_PIXELS = ProblemCode(
    102, _("This picture has far more dots than a logo needs: make it smaller.")
)
NO_AMOUNT = ProblemCode(
    155, _("Write an amount in euros, such as %(example)s, of at most %(most)s.")
)
NO_SIZES = ProblemCode(190, _("This game is not played at tables of those sizes."))
NO_SIGHT = ProblemCode(200, _("Choose who may look: members, whoever has the link, or everybody."))
NO_WEBSITE = ProblemCode(
    285, _("“%(given)s” is no address of a website. Type for example https://www.kaartclub.nl.")
)
MANY_WEBSITES = ProblemCode(286, _("Name at most %(most)s websites."))

# Seasons: club/seasons.py.
NOT_COUNTED = ProblemCode(297, _("“%(what)s”: this game does not count that."))
