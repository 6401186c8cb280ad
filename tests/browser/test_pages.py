from tests.browser import pages

# Addresses that show nothing, and why.
NOT_PAGES = {
    "healthz": "one word, for whoever watches the site from outside",
    "set_language": "keeps the language and goes back",
    "be-organiser": "in the demo, logs in as who runs its clubs, and goes to the night there",
    "scoring:worker": "a script, which opens a sheet without a connection",
    "scoring:form": "a form on paper, as PDF",
    "scoring:blank": "an empty form on paper, as PDF",
    "scoring:sync": "what phones and the site say to each other",
    "scoring:next": "what the page of an approved form asks",
    "scoring:tables": "the open tables of a round, for the page on which their forms are typed in",
    "scoring:game": "leads to the form of its sheet",
    "scoring:file": "the form of a sheet, as a file",
    "tournaments:export-file": "everything of a club, as a file",
    "tournaments:season-book": "a season as a workbook",
    "tournaments:night-book": "a night as a workbook",
    "tournaments:night-state": "moves a night on, and goes to the page that comes next",
    "tournaments:logout": "ends the session and goes to the front page",
    "tournaments:member-file-empty": "an empty workbook to fill in",
    "tournaments:member-archive": "archives or restores, and goes back to the list",
    "tournaments:reglement-archive": "archives or restores, and goes back to the rules",
    "tournaments:member-renew": "makes a new personal link, and goes back to the member",
    "tournaments:night-earlier": "takes results away that came from a file, and goes back",
    "robots.txt": "what is asked of search engines",
    "favicon.ico": "a picture",
    "apple-touch-icon.png": "a picture",
    "manifest": "what a home screen shows, as JSON",
    "tournaments:own-manifest": "what a home screen shows of a member's own page, as JSON",
    "guide-booklet": "all guides, as PDF",
    "tournaments:club-by-link": "lets a visitor in, and goes to the page of the club",
    "tournaments:calendar": "the nights of a club for a calendar",
    "tournaments:calendar-by-link": "the same, by the link for visitors",
    "tournaments:visitors-renew": "makes a new link for visitors, and goes back",
    "tournaments:hall-renew": "makes a new link to the hall page, and goes back to the night",
    "tournaments:own-calendar": "the nights for a calendar, as RFC 5545 writes them",
    "tournaments:web-json": "a club for programs, as JSON",
    "tournaments:web-atom": "results of a club, as a feed",
    "tournaments:web-json-by-link": "the same, by the link for visitors",
    "tournaments:web-atom-by-link": "the same, by the link for visitors",
    "tournaments:web-standing-by-link": "the same frame, by the link for visitors",
    "tournaments:web-nights-by-link": "the same frame, by the link for visitors",
    "tournaments:web-result-by-link": "the same frame, by the link for visitors",
    "tournaments:logo-picture": "the picture itself",
    "tournaments:night-picture": "the picture that goes with a link to a result",
    "tournaments:night-pdf": "something to print of a night, as PDF",
    "tournaments:night-result-pdf": "the result of a night, as PDF",
    "tournaments:result-pdf-by-link": "the result of an open evening, as PDF",
    "tournaments:season-pdf": "something to print of a season, as PDF",
    "tournaments:member-links": "the personal links of all members, as PDF",
    "tournaments:rules-pdf": "a reglement, as PDF",
    "tournaments:account-data": "what the site keeps of who logs in, as JSON",
    "tournaments:own-data": "what the club keeps of somebody, as JSON",
    "tournaments:role-remove": "takes somebody out of the club, and goes back",
}
REFUSALS = {"400", "403", "404", "500", "503"}  # what any address may answer


def covered() -> set[str]:
    return {name for state in pages.all_states() for name in state.covers}


def test_every_address_is_seen_in_some_state_or_shows_nothing() -> None:
    exist, known = set(pages.addresses()) | REFUSALS, covered() | NOT_PAGES.keys()
    assert " ".join(sorted(exist - known)) == "", "no state in tests/browser/states shows these"
    assert " ".join(sorted(known - exist)) == "", "there is no such address"
    assert " ".join(sorted(covered() & NOT_PAGES.keys())) == "", "these show something"
