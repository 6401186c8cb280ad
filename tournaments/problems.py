"""The numbered messages of a club, read when an action is refused. A number is never reused. Those
that are missing here belong to Django's forms (forms/base.py).
"""

from functools import partial

from scoring.toolkit.problems import ProblemCode
from scoring.toolkit.texts import _

ClubCode = partial(ProblemCode, letter="C")


def numbered(number: int) -> ProblemCode:
    return next(
        check
        for check in globals().values()
        if isinstance(check, ProblemCode) and check.number == number
    )


# Accounts, roles, links

HAS_ROLE = ClubCode(40, _("You belong to this club already."))
LAST_OWNER = ClubCode(41, _("A club needs an owner: make somebody else owner first."))
OTHER_CLUBS = ClubCode(42, _("%(name)s belongs to other clubs, too, so no link can be made here."))
OLD_LINK = ClubCode(43, _("This link works no longer: ask for a new one."))
ENOUGH_LETTERS = ClubCode(
    72, _("Enough letters for now: look for those that were sent, or try again later.")
)
NOT_YOURS = ClubCode(226, _("%(name)s may do more here than you: ask an owner for this link."))
SHUT = ClubCode(227, _("The account of %(name)s is shut, so no link can be made."))
OWN_LINK = ClubCode(228, _("This is your own account: ask somebody else here for a link."))
NOT_TO_GIVE = ClubCode(229, _("You can't give this part: an owner of the club can."))
KEEPS_SITE = ClubCode(230, _("%(name)s looks after the whole site, so no link can be made here."))
WRONG_CODE = ClubCode(
    300,
    _(
        "This code is not right, or was used before. Type the one that the app shows now, or one"
        " from your paper that is not crossed out."
    ),
)
CODE_AT_CHANGE = ClubCode(
    340,
    _(
        "This code came just when the app changed to another one. Wait until it shows the next, and"
        " type that."
    ),
)
WRONG_FIRST_CODE = ClubCode(
    306, _("This code is not right. Type the one that the app shows now; let the app scan first.")
)
NO_RESET = ClubCode(
    301, _("You can't end the second step of %(name)s: an owner of all clubs of %(name)s can.")
)
WRONG_PASSKEY = ClubCode(
    302, _("That did not work: nothing fitting came from this phone or computer. Try once more.")
)
KNOWN_PASSKEY = ClubCode(303, _("This phone or computer is on your list already."))
MOST_PASSKEYS = ClubCode(
    304, _("There are ten on your list already: take one off that you no longer use.")
)

# A club: its reglementen, seasons, logo and website

NO_GAME = ClubCode(44, _("Choose what is played."))
SAME_REGLEMENT = ClubCode(45, _("There are rules of this name already."))
SAME_SEASON = ClubCode(48, _("There is a season of this name already."))
NO_ORDER = ClubCode(49, _("The last day comes before the first."))
NO_NUMBER = ClubCode(50, _("Write a number here: %(low)s to %(high)s."))
STAYS_AWAY = ClubCode(
    52,
    _(
        "The lowest total wins here, so somebody who stays away would win: let a night missed"
        " count."
    ),
)
FILLS_UP = ClubCode(
    310, _("The lowest wins here, so nights filled up with 0 would help: write 0 here.")
)
NO_POINTS_IN_TURN = ClubCode(311, _("Write numbers with semicolons between: 52.5; 47.5; 0."))
NO_PLACES = ClubCode(53, _("Write places with commas between, and “last”: 1, 18, 25, last."))
NO_PLACE_POINTS = ClubCode(54, _("Write points from the first place on: 4; 2; 1; ½."))
NO_PERIOD = ClubCode(
    360,
    _(
        "Write how many nights a period has, such as 6, or days within the season on which the next"
        " ones begin: 13-10-2026, 24-11-2026."
    ),
)
NO_STANDING_NAME = ClubCode(361, _("Give this standing a name, such as “Most points”."))
LARGE_PICTURE = ClubCode(100, _("This picture is larger than %(most)s MB: make it smaller."))
NO_PICTURE = ClubCode(
    101, _("This can't be read as a picture: choose a PNG, JPEG, WebP or GIF that opens elsewhere.")
)
MANY_PIXELS = ClubCode(102, _("This picture has far more dots than a logo needs: make it smaller."))
NO_AMOUNT = ClubCode(155, _("Write an amount in euros, such as %(example)s, of at most %(most)s."))
NO_SIZES = ClubCode(190, _("This game is not played at tables of those sizes."))
NO_SIGHT = ClubCode(200, _("Choose who may look: members, whoever has the link, or everybody."))
NO_WEBSITE = ClubCode(
    285, _("“%(given)s” is no address of a website. Type for example https://www.kaartclub.nl.")
)
MANY_WEBSITES = ClubCode(286, _("Name at most %(most)s websites."))
NOT_COUNTED = ClubCode(297, _("“%(what)s”: this game does not count that."))

# Draws and seats

TOO_FEW = ClubCode(61, _("There are too few people for a table: let them in at the door first."))
TOO_FEW_COUPLES = ClubCode(
    364, _("There are too few couples for a table: make couples of those who are alone.")
)
NO_SCORE = ClubCode(330, _("Nobody has a score yet: draw this round another way."))
NO_STONE = ClubCode(331, _("The numbers go from 1 to %(count)s."))
SAME_STONE = ClubCode(332, _("%(names)s have the same number."))
ALL_DRAWN = ClubCode(62, _("All rounds of this night are drawn."))
PLAYED = ClubCode(63, _("Something was written in all its rounds already, so this draw stays."))
NOT_THE_LAST = ClubCode(65, _("Only the last draw can be taken back."))
CLASH = ClubCode(85, _("Not all of these can be had: %(wishes)s. Take one away."))
FULL_TABLE = ClubCode(86, _("Table %(table)s is full: %(names)s sit there."))
NO_SEAT = ClubCode(87, _("Still without a table: %(names)s."))
ODD_TABLE = ClubCode(88, _("People at table %(table)s: %(count)s. It takes %(low)s to %(high)s."))
NO_WISH = ClubCode(89, _("Choose two different people who are here, or one and a table."))
OTHER_TABLE = ClubCode(90, _("Choose a table of tonight: 1 to %(count)s."))
CHANGED = ClubCode(91, _("People came and went while it was drawn: draw once more."))
NOT_HERE = ClubCode(152, _("Not here any more: %(names)s. Draw anew."))
GONE = ClubCode(153, _("Somebody else took this away meanwhile: look at what there is now."))
DRAWN = ClubCode(154, _("Somebody else drew meanwhile: look at who sits where now."))
STILL_OPEN = ClubCode(
    246, _("Round %(round)s is not over. Not in, or not approved: table %(tables)s.")
)

# Files

NO_FILE = ClubCode(110, _("Choose a file first."))
LARGE_FILE = ClubCode(
    111, _("This file is larger than %(most)s MB: leave out what is not needed, such as pictures.")
)
EMPTY_FILE = ClubCode(112, _("There is nothing in this file."))
OLD_FILE = ClubCode(
    113,
    _(
        "This is an Excel file of the old kind, or one with a password: save it as “Excel workbook"
        " (.xlsx)”, without a password."
    ),
)
OTHER_FILE = ClubCode(
    114,
    _("Only workbooks (.xlsx) and text with columns (.csv) can be read: save it as one of these."),
)
DAMAGED = ClubCode(
    115,
    _(
        "This workbook is damaged (%(where)s): open it in a spreadsheet program, save it anew and"
        " try that."
    ),
)
BOMB = ClubCode(
    116,
    _(
        "Unpacked, this workbook would be far larger than any list, so it was not read: copy the"
        " list into a new workbook."
    ),
)
MANY_LINES = ClubCode(118, _("There are more than %(most)s lines in this file: leave some out."))
MANY_CELLS = ClubCode(119, _("There are more than %(most)s cells in this file: leave some out."))
MANY_COLUMNS = ClubCode(120, _("Line %(line)s has more than %(most)s columns: leave some out."))
MUCH_TEXT = ClubCode(
    121, _("There is far more text in this file than a list needs: leave some out.")
)
MANY_LEAVES = ClubCode(122, _("This workbook has more than %(most)s sheets: leave some out."))
NO_TEXT = ClubCode(
    123, _("The letters of this text can't be made out: save it as “CSV UTF-8” and try that.")
)
OPEN_QUOTE = ClubCode(
    124, _("The quotes that open on line %(line)s are never closed: mend that line.")
)
MACROS = ClubCode(
    125, _("This workbook holds macros. They were left alone; only its cells were read."), "warning"
)
ERROR_VALUE = ClubCode(127, _("%(place)s shows the error %(given)s: write what it should be."))
LONG_CELL = ClubCode(128, _("%(place)s has more than %(most)s characters: shorten it."))
NO_FIGURE = ClubCode(129, _("%(place)s holds a number or a day that can't be read: write it anew."))
NO_HEADINGS = ClubCode(
    130,
    _(
        "No line with headings was found: write above each column what it is, such as First name"
        " and Family name."
    ),
)
NUMBER_TWICE = ClubCode(131, _("This member number stands on line %(line)s as well."))
LIKE_FORMULA = ClubCode(
    132, _("%(place)s begins with %(sign)s, as a formula does: write it without.")
)
WRONG_ADDRESS = ClubCode(133, _("%(place)s holds no e-mail address, so it is left out."))
ONE_PERSON = ClubCode(
    134, _("Lines %(line)s and %(other)s can't both be %(name)s: choose once more.")
)
AT_LINE = ClubCode(135, _("Line %(line)s: %(what)s"))
LIST_CHANGED = ClubCode(
    136, _("The list of members was changed meanwhile: look once more at what will be done.")
)
NO_DAYS = ClubCode(
    137, _("No column has a day above it: write there when the night was, such as 3-9-2026.")
)
NO_POINTS = ClubCode(138, _("%(place)s holds no points: write a number, or leave it empty."))
DAY_TWICE = ClubCode(139, _("%(day)s stands here twice."))

# Members and lists of names

WRONG_NAME = ClubCode(20, _("Use ordinary characters only, none of them invisible."))
NO_FIRST_NAME = ClubCode(21, _("Write the first name."))
LONG_NAME = ClubCode(22, _("The whole name has more than %(most)s characters: shorten it."))
SAME_NAME = ClubCode(23, _("%(name)s is on the list already. Tick below if this is somebody else."))
OF_A_NAME = (WRONG_NAME, NO_FIRST_NAME, LONG_NAME, SAME_NAME)
SAME_NUMBER = ClubCode(24, _("%(name)s has this member number already."))
NO_TABLE = ClubCode(25, _("Tables are numbered from 1 to %(most)s."))
LONG_LIST = ClubCode(26, _("This list has %(count)s lines; at most %(most)s fit in one go."))
EMPTY_LIST = ClubCode(27, _("There is nobody to add in this list."))
WRONG_LIST = ClubCode(
    28, _("Some lines can't be read, so nobody is added yet: mend or remove them.")
)
SELF_MERGE = ClubCode(29, _("Choose another member than this one."))
MERGED = ClubCode(30, _("%(name)s is part of a merge already: undo that one first."))
SELF_PAIR = ClubCode(31, _("Choose two different members."))
SAME_PAIR = ClubCode(32, _("These two are a pair already: take that away first."))
COLUMNS = ClubCode(33, _("This line has too many columns: first name, tussenvoegsel, family name."))
TWO_PEOPLE = ClubCode(
    92, _("%(name)s and %(other)s sat at the tables at once, on %(day)s: these are two people.")
)
HAS_PLAYED = ClubCode(
    259,
    _(
        "%(name)s has played, stands in a draw or paid beforehand: who did that can be archived,"
        " not deleted."
    ),
)

# Couples: members/couples.py, nights/entrants.py.
NO_SIDES = ClubCode(290, _("This game has no partners, so couples can't play it."))
COUPLES_STAY = ClubCode(
    291, _("This season has draws already, so who plays stays: people by themselves, or couples.")
)
NO_COUPLES = ClubCode(292, _("In this season everybody plays for themselves."))
HAS_PARTNER = ClubCode(293, _("%(name)s plays with %(other)s already: split these two first."))
NOT_TWO = ClubCode(313, _("“%(line)s” names no two people: write them as “Annie & Bep”."))
NEW_MEMBERS = ClubCode(365, _("Not in the club yet: %(names)s. If they are new, say so below."))
COUPLE_PLAYED = ClubCode(294, _("%(names)s have played together, so this couple stays."))
NOBODY_AWAY = ClubCode(
    295, _("%(names)s: a substitute is for a couple of whom one is here and one is not.")
)
NO_SUBSTITUTE = ClubCode(
    296, _("%(name)s plays tonight already: choose somebody who is here and free.")
)

# Nights, and changes at their tables

NOT_NOW = ClubCode(56, _("This can't be done now: the night is %(state)s."))
OTHER_DAY = ClubCode(57, _("%(day)s is outside this season."))
SAME_DAY = ClubCode(58, _("There is a night on %(day)s already."))
MANY_NIGHTS = ClubCode(59, _("These are %(count)s nights; a season has at most %(most)s."))
NO_REASON = ClubCode(64, _("Write why, in a few words."))
NOT_ALL_IN = ClubCode(
    66, _("Not everything is in: finish it, or write why you close all the same.")
)
LISTS_DIFFER = ClubCode(
    362, _("Table %(number)s has two lists that differ: choose first which of them counts.")
)
CARD_USED = ClubCode(
    363, _("Nights were paid with this card (%(count)s): undo those payments at the door first.")
)
ONE_FORM = ClubCode(69, _("At one table seats are exchanged before the first game only."))
NOT_THERE = ClubCode(75, _("%(name)s does not sit at table %(table)s now."))
SEATED = ClubCode(76, _("%(name)s sits at table %(table)s in this round."))
NO_CHAIR = ClubCode(77, _("No seat is free at table %(table)s."))
FIXED = ClubCode(78, _("This game takes %(count)s at each table: let somebody else take over."))
ALL_PLAYED = ClubCode(79, _("All games of table %(table)s are played."))
BUILT_ON = ClubCode(80, _("Something that was done since builds on it: undo that first."))
UNDONE = ClubCode(81, _("This was undone already."))
FROM_GAME = ClubCode(82, _("From game %(given)s on can't be: choose %(low)s to %(high)s."))
TOO_SMALL = ClubCode(83, _("Every table needs %(count)s people at least."))
MOVED_ON = ClubCode(84, _("Game %(number)s was changed in the meantime: look at the form first."))
UNEVEN = ClubCode(
    151,
    _(
        "Table %(table)s goes on with game %(next)s, table %(there)s with game %(then)s. In this"
        " round %(fewer)s would play fewer games than the others (%(count)s), and %(more)s as many"
        " more."
        " Tick below if they swap all the same."
    ),
)
LARGER = ClubCode(
    265,
    _("Table %(table)s is full: %(count)s sit there, and at a table of tonight at most %(most)s."),
)

NOBODY_OUT = ClubCode(312, _("Nobody sits out this round, or they have a table already."))

# The whole site

NO_BACK_UP = ClubCode(
    160, _("The back-up did not get onto the disk: make room there, and try again.")
)
DISK_FULL = ClubCode(
    210, _("The disk of this site is full or broken, so nothing can be kept on it.")
)
WRITES_LONG = ClubCode(211, _("Something else keeps the site busy for very long."))
DATABASE_AWAY = ClubCode(212, _("The database of this site does not answer."))
READ_ONLY = ClubCode(213, _("The database of this site can be read, but takes nothing just now."))

# The second place for the copies of a night.
PLACE_GONE = ClubCode(
    240,
    _(
        "There is no such folder on the computer of the site. Is the stick in it? Write the whole"
        " name, such as /media/ans/STICK or E:\\"
    ),
)
PLACE_FULL = ClubCode(241, _("That place is full: make room there, or take another."))
PLACE_LOCKED = ClubCode(
    242, _("Nothing may be written there. Does the stick have a switch against writing?")
)
PLACE_SLOW = ClubCode(243, _("That place does not answer. Try again, or take another."))
PLACE_FAILED = ClubCode(244, _("Writing there goes wrong: take another stick or folder."))
PLACE_OURS = ClubCode(
    245, _("That is a folder of Streepje itself, which would be lost with it: take another.")
)

# Divisions and ties

NO_DIVISIONS = ClubCode(95, _("This season has no divisions: say first how many it has."))
NO_DIVISION = ClubCode(96, _("There is no division %(given)s: choose 1 to %(most)s."))
NOT_OURS = ClubCode(97, _("Choose members of this club."))
STILL_THERE = ClubCode(98, _("%(name)s is in division %(number)s: choose another one there first."))
NO_TIE = ClubCode(
    180, _("These players no longer share a place: look at the standing as it is now.")
)
SETTLED = ClubCode(181, _("This tie is settled already: undo that first."))
NOT_SHARED = ClubCode(182, _("A place in a division can't be shared: choose another way."))
NO_TURNS = ClubCode(183, _("Give each of them a place of their own below: 1 to %(count)s."))
NO_WAY = ClubCode(184, _("Choose how it is settled."))
