"""No page shuts anybody out: axe-core in light and dark, sizes, and everything by keyboard."""

from tests.browser import checks, pages


@pages.everywhere
def test_page_is_for_everybody(visit, state, kind):
    page = visit(state, kind)
    wrong = []
    for scheme in checks.SCHEMES:
        page.emulate_media(color_scheme=scheme)
        wrong += [f"{scheme}: {rule} at {place}: {why}" for rule, place, why in checks.axe(page)]
    wrong += checks.targets(page) + checks.width(page) + checks.keyboard(page)
    assert not wrong, "\n" + "\n".join(wrong)
