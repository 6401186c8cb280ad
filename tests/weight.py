"""Prints how heavy the program is, against its goals; product is without migrations."""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = (".py", ".js", ".css", ".ts")
PRODUCT = ("clubsite", "scoring", "tournaments")
APART = ("tests/bench/", "tests/draw_tools/")
SQL = {"execute", "executemany", "executescript", "raw", "extra", "RawSQL"}
SCRIPT_FUNCTION = re.compile(
    r"\bfunction\b|(?:const|let)\s+\w+\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>"
    r"|^\s+(?:(?:static|async|get|set)\s+)*#?(?!(?:if|for|while|switch|catch)\b)\w+\([^()]*\)\s*\{$",
    re.MULTILINE,
)


def list_files() -> list[Path]:
    listing = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others"]
    names = subprocess.run([*listing, "--exclude-standard"], check=True, capture_output=True)
    paths = (Path(name) for name in names.stdout.decode().split("\0") if name)
    return [path for path in sorted(set(paths)) if (ROOT / path).is_file()]


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def count_lines(paths: list[Path]) -> int:
    return sum(len(read(path).splitlines()) for path in paths)


def name_of(call: ast.expr) -> str:
    """Return `lru_cache` of `functools.lru_cache(8)`, `LRU` of `LRU[str, int](3)`."""
    while isinstance(call, ast.Call | ast.Subscript):
        call = call.func if isinstance(call, ast.Call) else call.value
    return call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")


def find_words(source: str, tree: ast.Module) -> set[int]:
    """Return the numbers of the lines that hold nothing but a docstring or a comment."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        first = node.body[0] if node.body else None
        if ast.get_docstring(node, clean=False) is not None and first:
            found.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#"):
            found.add(token.start[0])
    return found


def count_parts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield "function"
            bare = {name_of(mark) for mark in node.decorator_list if not isinstance(mark, ast.Call)}
            yield from ["cache"] * bool(bare & {"cache", "lru_cache"})
        elif isinstance(node, ast.Call):
            yield from ["sql"] * (name_of(node.func) in SQL and bool(node.args))
            yield from ["cache"] * (name_of(node.func) in {"LRU", "lru_cache"})


def main() -> None:
    files = list_files()
    ours = [file for file in files if file.parts[0] in PRODUCT]
    product = [file for file in ours if "migrations" not in file.parts]
    kinds = {kind: [f for f in product if f.suffix == kind] for kind in KINDS}
    migrations = [file for file in ours if file.suffix == ".py" and file not in product]
    templates = [file for file in files if file.suffix == ".html" and file.parts[0] != "tests"]
    tests = [file for file in files if file.parts[0] == "tests" and file.suffix in (".py", ".js")]
    tools = [file for file in tests if file.as_posix().startswith(APART)]
    words, parts = 0, list[str]()
    for path in kinds[".py"]:
        tree = ast.parse(read(path))
        words += len(find_words(read(path), tree))
        parts += count_parts(tree)
    share = round(100 * words / count_lines(kinds[".py"]), 1)
    scripts = "".join(map(read, kinds[".js"]))
    print_row("lines of product", sum(map(count_lines, kinds.values())), 65_000)
    print_row("functions and methods", parts.count("function"), 3_800)
    print_row("lines of tests", count_lines(tests) - count_lines(tools), 56_000)
    print_row("docstrings and comments, % of Python", share, 7)
    print_row("modules", len(kinds[".py"]), 450)
    print_row("uses of raw SQL", parts.count("sql"), 8)
    print_row("caches of a process", parts.count("cache"), 8)
    roots = sum(f.as_posix().startswith("requirements") for f in files)
    print_row("files of requirements in the root", roots, 3)
    for kind, paths in kinds.items():
        print_row(f"- lines of {kind}", count_lines(paths))
    print_row("- functions in scripts", len(SCRIPT_FUNCTION.findall(scripts)))
    print_row("- lines of templates", count_lines(templates))
    print_row("- lines of migrations", count_lines(migrations))
    print_row("- lines of benchmarks, draw's tools", count_lines(tools))


def print_row(what: str, value: float, goal: int | None = None) -> None:
    verdict = f"  {'met' if value <= goal else 'over'}, at most {goal:,}" if goal else ""
    sys.stdout.write(f"{what:40}{value:>9,}{verdict}\n")


if __name__ == "__main__":
    main()
