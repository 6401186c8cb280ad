"""Somebody who types in a paper form: keys alone, and counted."""

from playwright.sync_api import expect

from scoring.models import Sheet
from tests.browser.scribe import Writer


class Typist(Writer):
    READY = "#typing"

    def go(self, sheet: Sheet, query: str = "") -> "Typist":
        return super().go(sheet, f"paper/{query}")

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
        return self.page.evaluate("document.activeElement.id")

    def at(self, id: str) -> "Typist":
        expect(self.cell(id)).to_be_focused()
        return self

    def texts(self, number: int) -> list[str]:
        cells = self.page.locator(f'[data-game="{number}"] td:not(.reason) input')
        return cells.evaluate_all("all => all.map((one) => one.value)")

    def read_messages(self, number: int) -> list[str]:
        return self.page.locator(f"#said-{number} p").all_inner_texts()
