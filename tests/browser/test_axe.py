"""No page shuts anybody out, nor says a word that nobody marked for translation."""

from tests.browser import checks, pages, pseudo


@pages.everywhere
def test_page_is_for_everybody(visit, trouble, monkeypatch, state, kind, *, is_day):
    trouble.expect("error occurred when fetching the script")  # the worker, as the page closes
    translated = not state.fixed
    if translated:
        pseudo.speak(monkeypatch)
    page = visit(state, kind)
    page.wait_for_selector("[data-settling]", state="detached")  # till then nothing is pressed
    wrong = pseudo.bare(page, pseudo.names()) if translated else []
    if translated and not pseudo.is_spoken(page):
        wrong.append("nothing is marked: does this state show a page of ours?")
    for scheme in checks.SCHEMES:
        if scheme == "dark":
            page.emulate_media(color_scheme=scheme)
        found = checks.axe(page, colours_alone=scheme == "dark", passes=is_day)
        wrong += [f"{scheme}: {rule} at {place}: {why}" for rule, place, why in found]
    wrong += checks.targets(page) + checks.width(page) + checks.keyboard(page, passes=is_day)
    wrong += checks.weight(page)
    assert not wrong, "\n" + "\n".join(wrong)
