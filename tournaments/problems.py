"""The numbered messages of a club, read when an action is refused. A number is never reused. Those
that are missing here belong to Django's forms (forms/base.py).
"""

from scoring.toolkit.problems import ProblemCode, Problems, UserError
from scoring.toolkit.texts import _

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


# Accounts, roles, links

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

# A club: its reglementen, seasons, logo and website

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
FILLS_UP = ProblemCode(
    310, _("The lowest wins here, so nights filled up with 0 would help: write 0 here.")
)
NO_POINTS_IN_TURN = ProblemCode(311, _("Write numbers with semicolons between: 52.5; 47.5; 0."))
NO_PLACES = ProblemCode(53, _("Write places with commas between, and “last”: 1, 18, 25, last."))
NO_PLACE_POINTS = ProblemCode(54, _("Write points from the first place on: 4; 2; 1; ½."))
NO_PERIOD = ProblemCode(
    360,
    _(
        "Write how many nights a period has, such as 6, or days within the season on which the next"
        " ones begin: 13-10-2026, 24-11-2026."
    ),
)
NO_STANDING_NAME = ProblemCode(361, _("Give this standing a name, such as “Most points”."))
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
NOT_COUNTED = ProblemCode(297, _("“%(what)s”: this game does not count that."))

# Draws and seats

TOO_FEW = ProblemCode(61, _("There are too few people for a table: let them in at the door first."))
NO_SCORE = ProblemCode(330, _("Nobody has a score yet: draw this round another way."))
NO_STONE = ProblemCode(331, _("The numbers go from 1 to %(count)s."))
SAME_STONE = ProblemCode(332, _("%(names)s have the same number."))
ALL_DRAWN = ProblemCode(62, _("All rounds of this night are drawn."))
PLAYED = ProblemCode(63, _("Something was written in all its rounds already, so this draw stays."))
NOT_THE_LAST = ProblemCode(65, _("Only the last draw can be taken back."))
CLASH = ProblemCode(85, _("Not all of these can be had: %(wishes)s. Take one away."))
FULL_TABLE = ProblemCode(86, _("Table %(table)s is full: %(names)s sit there."))
NO_SEAT = ProblemCode(87, _("Still without a table: %(names)s."))
ODD_TABLE = ProblemCode(
    88, _("People at table %(table)s: %(count)s. It takes %(low)s to %(high)s.")
)
NO_WISH = ProblemCode(89, _("Choose two different people who are here, or one and a table."))
OTHER_TABLE = ProblemCode(90, _("Choose a table of tonight: 1 to %(count)s."))
CHANGED = ProblemCode(91, _("People came and went while it was drawn: draw once more."))
NOT_HERE = ProblemCode(152, _("Not here any more: %(names)s. Draw anew."))
GONE = ProblemCode(153, _("Somebody else took this away meanwhile: look at what there is now."))
DRAWN = ProblemCode(154, _("Somebody else drew meanwhile: look at who sits where now."))
STILL_OPEN = ProblemCode(
    246, _("Round %(round)s is not over. Not in, or not approved: table %(tables)s.")
)

# Files

NO_FILE = ProblemCode(110, _("Choose a file first."))
LARGE_FILE = ProblemCode(
    111, _("This file is larger than %(most)s MB: leave out what is not needed, such as pictures.")
)
EMPTY_FILE = ProblemCode(112, _("There is nothing in this file."))
OLD_FILE = ProblemCode(
    113,
    _(
        "This is an Excel file of the old kind, or one with a password: save it as “Excel workbook"
        " (.xlsx)”, without a password."
    ),
)
OTHER_FILE = ProblemCode(
    114,
    _("Only workbooks (.xlsx) and text with columns (.csv) can be read: save it as one of these."),
)
DAMAGED = ProblemCode(
    115,
    _(
        "This workbook is damaged (%(where)s): open it in a spreadsheet program, save it anew and"
        " try that."
    ),
)
BOMB = ProblemCode(
    116,
    _(
        "Unpacked, this workbook would be far larger than any list, so it was not read: copy the"
        " list into a new workbook."
    ),
)
MANY_LINES = ProblemCode(118, _("There are more than %(most)s lines in this file: leave some out."))
MANY_CELLS = ProblemCode(119, _("There are more than %(most)s cells in this file: leave some out."))
MANY_COLUMNS = ProblemCode(120, _("Line %(line)s has more than %(most)s columns: leave some out."))
MUCH_TEXT = ProblemCode(
    121, _("There is far more text in this file than a list needs: leave some out.")
)
MANY_LEAVES = ProblemCode(122, _("This workbook has more than %(most)s sheets: leave some out."))
NO_TEXT = ProblemCode(
    123, _("The letters of this text can't be made out: save it as “CSV UTF-8” and try that.")
)
OPEN_QUOTE = ProblemCode(
    124, _("The quotes that open on line %(line)s are never closed: mend that line.")
)
MACROS = ProblemCode(
    125, _("This workbook holds macros. They were left alone; only its cells were read."), "warning"
)
ERROR_VALUE = ProblemCode(127, _("%(place)s shows the error %(given)s: write what it should be."))
LONG_CELL = ProblemCode(128, _("%(place)s has more than %(most)s characters: shorten it."))
NO_FIGURE = ProblemCode(
    129, _("%(place)s holds a number or a day that can't be read: write it anew.")
)
NO_HEADINGS = ProblemCode(
    130,
    _(
        "No line with headings was found: write above each column what it is, such as First name"
        " and Family name."
    ),
)
NUMBER_TWICE = ProblemCode(131, _("This member number stands on line %(line)s as well."))
LIKE_FORMULA = ProblemCode(
    132, _("%(place)s begins with %(sign)s, as a formula does: write it without.")
)
WRONG_ADDRESS = ProblemCode(133, _("%(place)s holds no e-mail address, so it is left out."))
ONE_PERSON = ProblemCode(
    134, _("Lines %(line)s and %(other)s can't both be %(name)s: choose once more.")
)
AT_LINE = ProblemCode(135, _("Line %(line)s: %(what)s"))
LIST_CHANGED = ProblemCode(
    136, _("The list of members was changed meanwhile: look once more at what will be done.")
)
NO_DAYS = ProblemCode(
    137, _("No column has a day above it: write there when the night was, such as 3-9-2026.")
)
NO_POINTS = ProblemCode(138, _("%(place)s holds no points: write a number, or leave it empty."))
DAY_TWICE = ProblemCode(139, _("%(day)s stands here twice."))

# Members and lists of names

WRONG_NAME = ProblemCode(20, _("Use ordinary characters only, none of them invisible."))
NO_FIRST_NAME = ProblemCode(21, _("Write the first name."))
LONG_NAME = ProblemCode(22, _("The whole name has more than %(most)s characters: shorten it."))
SAME_NAME = ProblemCode(
    23, _("%(name)s is on the list already. Tick below if this is somebody else.")
)
OF_A_NAME = (WRONG_NAME, NO_FIRST_NAME, LONG_NAME, SAME_NAME)
SAME_NUMBER = ProblemCode(24, _("%(name)s has this member number already."))
NO_TABLE = ProblemCode(25, _("Tables are numbered from 1 to %(most)s."))
LONG_LIST = ProblemCode(26, _("This list has %(count)s lines; at most %(most)s fit in one go."))
EMPTY_LIST = ProblemCode(27, _("There is nobody to add in this list."))
WRONG_LIST = ProblemCode(
    28, _("Some lines can't be read, so nobody is added yet: mend or remove them.")
)
SELF_MERGE = ProblemCode(29, _("Choose another member than this one."))
MERGED = ProblemCode(30, _("%(name)s is part of a merge already: undo that one first."))
SELF_PAIR = ProblemCode(31, _("Choose two different members."))
SAME_PAIR = ProblemCode(32, _("These two are a pair already: take that away first."))
COLUMNS = ProblemCode(
    33, _("This line has too many columns: first name, tussenvoegsel, family name.")
)
TWO_PEOPLE = ProblemCode(
    92, _("%(name)s and %(other)s sat at the tables at once, on %(day)s: these are two people.")
)
HAS_PLAYED = ProblemCode(
    259,
    _(
        "%(name)s has played, stands in a draw or paid beforehand: who did that can be archived,"
        " not deleted."
    ),
)

# Couples: members/couples.py, nights/entrants.py.
NO_SIDES = ProblemCode(290, _("This game has no partners, so couples can't play it."))
COUPLES_STAY = ProblemCode(
    291, _("This season has draws already, so who plays stays: people by themselves, or couples.")
)
NO_COUPLES = ProblemCode(292, _("In this season everybody plays for themselves."))
HAS_PARTNER = ProblemCode(293, _("%(name)s plays with %(other)s already: split these two first."))
COUPLE_PLAYED = ProblemCode(294, _("%(names)s have played together, so this couple stays."))
NOBODY_AWAY = ProblemCode(
    295, _("%(names)s: a substitute is for a couple of whom one is here and one is not.")
)
NO_SUBSTITUTE = ProblemCode(
    296, _("%(name)s plays tonight already: choose somebody who is here and free.")
)

# Nights, and changes at their tables

NOT_NOW = ProblemCode(56, _("This can't be done now: the night is %(state)s."))
OTHER_DAY = ProblemCode(57, _("%(day)s is outside this season."))
SAME_DAY = ProblemCode(58, _("There is a night on %(day)s already."))
MANY_NIGHTS = ProblemCode(59, _("These are %(count)s nights; a season has at most %(most)s."))
NO_REASON = ProblemCode(64, _("Write why, in a few words."))
NOT_ALL_IN = ProblemCode(
    66, _("Not everything is in: finish it, or write why you close all the same.")
)
LISTS_DIFFER = ProblemCode(
    362, _("Table %(number)s has two lists that differ: choose first which of them counts.")
)
CARD_USED = ProblemCode(
    363,
    _("Nights were paid with this card (%(count)s): undo those payments at the door first."),
)
ONE_FORM = ProblemCode(69, _("At one table seats are exchanged before the first game only."))
NOT_THERE = ProblemCode(75, _("%(name)s does not sit at table %(table)s now."))
SEATED = ProblemCode(76, _("%(name)s sits at table %(table)s in this round."))
NO_CHAIR = ProblemCode(77, _("No seat is free at table %(table)s."))
FIXED = ProblemCode(78, _("This game takes %(count)s at each table: let somebody else take over."))
ALL_PLAYED = ProblemCode(79, _("All games of table %(table)s are played."))
BUILT_ON = ProblemCode(80, _("Something that was done since builds on it: undo that first."))
UNDONE = ProblemCode(81, _("This was undone already."))
FROM_GAME = ProblemCode(82, _("From game %(given)s on can't be: choose %(low)s to %(high)s."))
TOO_SMALL = ProblemCode(83, _("Every table needs %(count)s people at least."))
MOVED_ON = ProblemCode(
    84, _("Game %(number)s was changed in the meantime: look at the form first.")
)
UNEVEN = ProblemCode(
    151,
    _(
        "Table %(table)s goes on with game %(next)s, table %(there)s with game %(then)s. In this"
        " round %(fewer)s would play fewer games than the others (%(count)s), and %(more)s as many"
        " more."
        " Tick below if they swap all the same."
    ),
)
LARGER = ProblemCode(
    265,
    _("Table %(table)s is full: %(count)s sit there, and at a table of tonight at most %(most)s."),
)

NOBODY_OUT = ProblemCode(312, _("Nobody sits out this round, or they have a table already."))

# The whole site

NO_BACK_UP = ProblemCode(
    160, _("The back-up did not get onto the disk: make room there, and try again.")
)
DISK_FULL = ProblemCode(
    210, _("The disk of this site is full or broken, so nothing can be kept on it.")
)
WRITES_LONG = ProblemCode(211, _("Something else keeps the site busy for very long."))
DATABASE_AWAY = ProblemCode(212, _("The database of this site does not answer."))
READ_ONLY = ProblemCode(
    213, _("The database of this site can be read, but takes nothing just now.")
)

# The second place for the copies of a night.
PLACE_GONE = ProblemCode(
    240,
    _(
        "There is no such folder on the computer of the site. Is the stick in it? Write the whole"
        " name, such as /media/ans/STICK or E:\\"
    ),
)
PLACE_FULL = ProblemCode(241, _("That place is full: make room there, or take another."))
PLACE_LOCKED = ProblemCode(
    242, _("Nothing may be written there. Does the stick have a switch against writing?")
)
PLACE_SLOW = ProblemCode(243, _("That place does not answer. Try again, or take another."))
PLACE_FAILED = ProblemCode(244, _("Writing there goes wrong: take another stick or folder."))
PLACE_OURS = ProblemCode(
    245, _("That is a folder of Streepje itself, which would be lost with it: take another.")
)

# Divisions and ties

NO_DIVISIONS = ProblemCode(95, _("This season has no divisions: say first how many it has."))
NO_DIVISION = ProblemCode(96, _("There is no division %(given)s: choose 1 to %(most)s."))
NOT_OURS = ProblemCode(97, _("Choose members of this club."))
STILL_THERE = ProblemCode(
    98, _("%(name)s is in division %(number)s: choose another one there first.")
)
NO_TIE = ProblemCode(
    180, _("These players no longer share a place: look at the standing as it is now.")
)
SETTLED = ProblemCode(181, _("This tie is settled already: undo that first."))
NOT_SHARED = ProblemCode(182, _("A place in a division can't be shared: choose another way."))
NO_TURNS = ProblemCode(183, _("Give each of them a place of their own below: 1 to %(count)s."))
NO_WAY = ProblemCode(184, _("Choose how it is settled."))
