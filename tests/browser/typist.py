"""Somebody who types in a paper form: keys alone, and counted."""

from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.sheets import links


class Typist:
    def __init__(self, page: Page, site: str, sheet: Sheet | None = None) -> None:
        self.page, self.site, self.keys = page, site, 0
        if sheet:
            self.go(sheet)

    def go(self, sheet: Sheet, query: str = "") -> "Typist":
        self.page.goto(self.site + links.build_path(sheet) + "paper/" + query)
        return self.ready()

    def ready(self) -> "Typist":
        """The scripts have taken the page over."""
        expect(self.page.locator("#typing[data-ready]")).to_be_attached()
        return self

    def press(self, *keys: str) -> "Typist":
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1
        return self

    def type(self, text: str) -> "Typist":
        """A key for each sign; a space stands for Enter."""
        return self.press(*("Enter" if sign == " " else sign for sign in text))

    def row(self, *cells: object) -> "Typist":
        """Enter only where a cell does not go on by itself."""
        for cell in cells:
            here = self.here
            self.type(f"{cell}")
            if self.here == here:
                self.press("Enter")
        return self

    def cell(self, id: str):
        return self.page.locator(f"#{id}")

    @property
    def here(self) -> str:
        """The cell that is typed in."""
        return self.page.evaluate("document.activeElement.id")

    def at(self, id: str) -> "Typist":
        expect(self.cell(id)).to_be_focused()
        return self

    def texts(self, number: int) -> list[str]:
        cells = self.page.locator(f'[data-game="{number}"] td:not(.reason) input')
        return cells.evaluate_all("all => all.map((one) => one.value)")

    def is_at(self, number: int, place: str) -> "Typist":
        """Where this game is: phone, club, approved or refused."""
        spot = self.page.locator(f'[data-game="{number}"] .spot .mark-{place}')
        expect(spot).to_be_attached()
        return self

    def all_at(self, place: str) -> "Typist":
        expect(self.page.locator(f"#where .mark-{place}")).to_be_attached()
        return self

    def said(self, number: int) -> list[str]:
        return self.page.locator(f"#said-{number} p").all_inner_texts()
