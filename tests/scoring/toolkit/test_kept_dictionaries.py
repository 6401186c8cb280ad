import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
# Dictionaries of a module that only ever grow, by what is there to be asked for.
NEVER_EMPTIED = {
    "scoring/games/__init__.py: _without_options",
    "scoring/games/__init__.py: _only_totals",
    "tournaments/accounts/mail.py: writers",
}


def test_no_module_keeps_what_threads_share_in_a_plain_dictionary():
    folders = (ROOT / app for app in ("scoring", "tournaments", "clubsite"))
    files = (path for folder in folders for path in folder.rglob("*.py"))
    assert {name for path in files for name in dictionaries(path)} == NEVER_EMPTIED


def dictionaries(path):
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty(node.value):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            yield f"{path.relative_to(ROOT)}: {target.id}"


def is_empty(value):
    call = isinstance(value, ast.Call) and getattr(value.func, "id", "")
    return (isinstance(value, ast.Dict) and not value.keys) or call in {"dict", "defaultdict"}
