"""The twins in a browser, on a page of nothing but them; a test may change their source."""

import json

from scoring.browser import game_description

PAGE = "http://twins.test/"
SCORES = """
async (given) => {
  const { twins, descriptions, cases } = JSON.parse(given);
  const { score, words, load } = await import("./score.js");
  for (const twin of twins) await load(twin);
  return JSON.stringify(cases.map(([number, sheet, answer]) => {
    const description = descriptions[number];
    const outcome = score(description, sheet, answer);
    const message = (problem) => words(description, problem);
    outcome?.problems.forEach((problem) => Object.assign(problem, { message: message(problem) }));
    return outcome;
  }));
}
"""


class Twins:
    """What the twins make of sheets; `changed` are files and their source instead of ours."""

    def __init__(self, page, changed=None):
        self.page, self.changed = page, changed or {}
        page.route(f"{PAGE}**", self._serve)
        page.goto(PAGE)

    def _serve(self, route):
        name = route.request.url.removeprefix(PAGE)
        if not name:
            route.fulfill(body="<!doctype html>", content_type="text/html")
        elif name in self.changed or (game_description.TWINS / name).exists():
            body = self.changed.get(name) or source(name)
            route.fulfill(body=body, content_type="text/javascript; charset=utf-8")
        else:
            route.fulfill(status=404)

    def score(self, cases):
        """Each case is a description, a sheet, and what the server last answered or None."""
        known, numbered = {}, []
        for description, *rest in cases:
            text = json.dumps(description)
            numbered.append([known.setdefault(text, len(known)), *rest])
        descriptions = [json.loads(text) for text in known]
        twins = sorted({description["twin"] for description in descriptions if description["twin"]})
        given = {"twins": twins, "descriptions": descriptions, "cases": numbered}
        return json.loads(self.page.evaluate(SCORES, json.dumps(given)))


def source(name):
    return (game_description.TWINS / name).read_text(encoding="utf-8")
