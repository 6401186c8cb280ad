import ast
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

from clubsite import bootstrap

ROOT = Path(__file__).resolve().parents[2]
READY = "Streepje wordt klaargezet (eenmalig, ongeveer een minuut) …\n"
WAITING = "Streepje wordt al klaargezet door een andere start; even wachten …\n"

SETS_UP = (
    *("manage.py", "clubsite/__init__.py", "clubsite/bootstrap.py"),
    *("scoring/__init__.py", "scoring/toolkit/__init__.py", "scoring/toolkit/operating_system.py"),
)
BEFORE_DJANGO = (*SETS_UP, "clubsite/command_line.py", "clubsite/config/program.py")
COMMANDS = """import sys
def run():
    print(sys.prefix, sys.argv[1:])
    sys.exit(7 if 'fail' in sys.argv else 0)
"""


class Project:
    """A copy of what sets up, in a folder with a space in its name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.wheels = root.parent / "wheels"
        self.wheels.mkdir(exist_ok=True)
        (root.parent / "bin").mkdir(exist_ok=True)
        for name in SETS_UP:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        (root / "clubsite/command_line.py").write_text(COMMANDS)
        self.lock("1.0")

    def lock(self, version: str) -> None:
        wheel = make_wheel(self.wheels, version)
        pin = f"django=={version} \\\n    --hash=sha256:{wheel}\n    # via streepje\n"
        other = "never==1.0 ; sys_platform == 'nowhere' \\\n    --hash=sha256:00\n"
        for name in ("requirements.txt", "requirements-dev.txt"):
            (self.root / name).write_text(pin + other)

    def env(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("HOME", "SYSTEMROOT") if name in os.environ}
        pip = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_CONFIG_FILE": os.devnull,
        }
        return kept | pip | {"PATH": str(self.root.parent / "bin"), "PYTHONUTF8": "1"} | more

    def popen(self, *args: str, python: Path | str = sys.executable, **more: str):
        return subprocess.Popen(
            [str(python), "manage.py", *args],
            cwd=self.root,
            env=self.env(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *args: str, **more):
        process = self.popen(*args, **more)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    @property
    def venv(self) -> Path:
        return self.root / ".venv"


def make_wheel(folder: Path, version: str) -> str:
    info = f"django-{version}.dist-info"
    files = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: django\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in files) + f"{info}/RECORD,,\n"
    path = folder / f"django-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in (files | {f"{info}/RECORD": record}).items():
            wheel.writestr(zipfile.ZipInfo(name), text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path / "map met spatie")


@pytest.fixture(scope="session")
def first_start(tmp_path_factory):
    """The only project by day whose packages pip installs: that takes long."""
    project = Project(tmp_path_factory.mktemp("installed") / "map met spatie")
    return project, project.run("check", "--deploy")


@pytest.fixture(scope="session")
def finished_install(first_start):
    project, (code, _, _) = first_start
    assert code == 0
    return project


@pytest.fixture
def installed(project, finished_install):
    """A project that has been started before: copying its environment is quicker."""
    shutil.copytree(finished_install.venv, project.venv, symlinks=True)
    return project


def uv_that(project, words: str) -> Path:
    uv = project.root.parent / "bin" / "uv"
    uv.write_text(f"#!/bin/sh\necho \"$@\" >> '{project.root}/uv.log'\n{words}\n")
    uv.chmod(0o755)
    return project.root / "uv.log"


@pytest.fixture
def copying_uv(project, finished_install):
    """Makes an environment in no time: for tests of what goes on around that."""
    copy_by_uv(project, finished_install)


def copy_by_uv(project, finished_install, before="true"):
    copy = f"/bin/cp -a '{finished_install.venv}/.' '{project.venv}'"
    return uv_that(project, f"[ $1 = pip ] || {{ {before}; {copy}; }}")


def test_first_start_installs_and_the_second_is_quick_and_silent(first_start):
    project, first = first_start
    assert first == (0, f"{project.venv} ['check', '--deploy']\n", READY)
    stamp = (project.venv / "requirements.txt.sha256").read_text()
    assert stamp == hashlib.sha256((project.root / "requirements.txt").read_bytes()).hexdigest()
    made = project.venv.stat().st_mtime_ns
    assert project.run("check", **NOWHERE) == (0, f"{project.venv} ['check']\n", "")
    assert project.venv.stat().st_mtime_ns == made  # how quickly, bench tells


def test_exit_code_comes_through(installed):
    assert installed.run("fail")[0] == 7


@pytest.mark.usefixtures("copying_uv")
def test_tests_take_the_other_lock_which_covers_both(installed):
    assert installed.run("test")[0] == 0
    stamps = {path.name for path in installed.venv.glob("*.sha256")}
    assert stamps == {"requirements.txt.sha256", "requirements-dev.txt.sha256"}


@pytest.mark.wide
def test_changed_lock_is_installed_with_scripts_that_work(installed):
    installed.lock("2.0")
    assert installed.run("check") == (0, f"{installed.venv} ['check']\n", READY)
    assert list(installed.venv.glob("lib/*/site-packages/django-2.0.dist-info"))
    command = [installed.venv / "bin/pip", "list"]
    listed = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert re.search(r"^django +2\.0$", listed.stdout, re.MULTILINE), listed
    assert not (installed.root / ".venv.old").exists()


NOWHERE = {
    "PIP_NO_INDEX": "",
    "PIP_FIND_LINKS": "",
    "PIP_INDEX_URL": "http://127.0.0.1:9/",
    "PIP_RETRIES": "0",  # pip would wait longer and longer
}


@pytest.mark.wide
def test_upgrade_without_network_leaves_what_worked(installed):
    old = (installed.root / "requirements.txt").read_text()
    installed.lock("2.0")
    code, _, err = installed.run("check", **NOWHERE)
    assert code == 1
    log = installed.venv / "install.log"
    assert err.endswith(f"en start opnieuw. (Wat er misging staat in {log}.)\n")
    assert "django==2.0" in log.read_text()
    for name in ("requirements.txt", "requirements-dev.txt"):
        (installed.root / name).write_text(old)
    assert installed.run("check", **NOWHERE) == (0, f"{installed.venv} ['check']\n", "")
    assert not (installed.root / ".venv.old").exists()


@pytest.mark.parametrize("cut", ["after the old one was set aside", "while the new one was built"])
def test_killed_upgrade_gives_back_what_worked(installed, cut):
    installed.venv.rename(installed.root / ".venv.old")
    if cut.startswith("while"):
        installed.venv.mkdir()
        (installed.venv / "unfinished").touch()
    assert installed.run("check", **NOWHERE) == (0, f"{installed.venv} ['check']\n", "")
    assert not (installed.root / ".venv.old").exists()


@pytest.mark.parametrize(
    ("words", "base"),
    [
        ("echo '/een ander/python'", "/een ander/python"),
        ("echo", bootstrap.ours()),  # too old
        ("exit 127", bootstrap.ours()),
    ],
)
def test_environment_stays_with_the_python_it_was_made_with(project, words, base):
    home = bootstrap.Environment(project.root, project.root / "requirements.txt")
    home.python.parent.mkdir(parents=True)
    home.python.write_text(f"#!/bin/sh\n{words}\n")
    home.python.chmod(0o755)
    assert home._base() == base


@pytest.mark.wide
def test_killed_install_repairs_itself(project):
    first = project.popen("check")
    while not (project.venv / "pyvenv.cfg").exists():
        assert first.poll() is None
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    assert (project.venv / "unfinished").exists()
    (project.venv / "half a package").touch()
    assert project.run("check") == (0, f"{project.venv} ['check']\n", READY)
    assert not (project.venv / "half a package").exists()


def test_of_two_starts_at_once_the_second_waits(project, finished_install):
    go_on = project.root / "go on"
    log = copy_by_uv(project, finished_install, f"until [ -e '{go_on}' ]; do sleep .05; done")
    first = project.popen("check")
    while not log.exists():
        assert first.poll() is None
        time.sleep(0.01)
    second = project.popen("check")
    assert second.stderr.readline() == WAITING
    go_on.touch()
    for start, said in ((first, READY), (second, "")):
        assert (start.communicate(timeout=120)[1], start.returncode) == (said, 0)


@pytest.mark.wide
def test_without_network_one_line_tells_the_way_out_and_the_next_start_goes_on(
    project, finished_install
):
    code, out, err = project.run("check", **NOWHERE)
    assert (code, out) == (1, "")
    assert err.startswith(READY + "Streepje kon zijn onderdelen niet ophalen. Zorg dat")
    assert err.count("\n") == 2
    copy_by_uv(project, finished_install)
    assert project.run("check")[0] == 0


@pytest.mark.wide
def test_tampered_wheel_is_refused(project):
    lock = project.root / "requirements.txt"
    lock.write_text(re.sub("sha256:[0-9a-f]{64}", "sha256:" + "0" * 64, lock.read_text()))
    code, _, err = project.run("check")
    assert code == 1
    assert err.splitlines()[1].startswith("Een opgehaald onderdeel is niet het vastgelegde.")


def run_without(module: str, root: Path, env: dict[str, str]):
    code = f"import sys, runpy; sys.modules['{module}'] = None; sys.argv = ['manage.py', 'check']; "
    code += "sys.path.insert(0, ''); runpy.run_path('manage.py', run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=env, capture_output=True, encoding="utf-8"
    )


def test_missing_ensurepip_names_the_package_to_install(project):
    finished = run_without("ensurepip", project.root, project.env())
    version = "%d.%d" % sys.version_info[:2]
    line = f"Deze Python mist venv. Op Debian en Ubuntu: sudo apt install python{version}-venv; "
    assert (finished.returncode, finished.stderr) == (1, f"{READY}{line}start daarna opnieuw.\n")


def test_folder_that_cannot_be_written_gets_one_line(project):
    project.venv.write_text("a file in the way")
    code, _, err = project.run("check")
    assert code == 1
    assert err.splitlines()[-1].startswith("Streepje kan hier niet schrijven (")


def test_interpreter_that_has_all_of_it_is_left_alone(project, finished_install):
    python = finished_install.venv / "bin/python"
    said = f"{finished_install.venv} ['check']\n"
    assert project.run("check", python=python) == (0, said, "")
    assert not project.venv.exists()


@pytest.mark.usefixtures("copying_uv")
def test_own_environment_half_installed_is_not_trusted(installed):
    (installed.venv / "unfinished").touch()
    code, _, err = installed.run("check", python=installed.venv / "bin/python")
    assert (code, err) == (0, READY)


def test_no_setup_leaves_everything_alone(project):
    project.run("check", STREEPJE_NO_SETUP="1")
    assert not project.venv.exists()


def test_missing_django_gets_one_line():
    done = run_without("django", ROOT, os.environ | {"STREEPJE_NO_SETUP": "1"})
    assert done.returncode == 1
    assert done.stderr.startswith("Django ontbreekt hier (") and done.stderr.count("\n") == 1


@pytest.mark.wide
def test_uv_is_used_where_there_is_one(project):
    venv = f"'{sys.executable}' -m venv '{project.venv}' && "
    pip = f"'{project.venv}/bin/python' -m pip install -q -r requirements.txt"
    log = uv_that(project, f"case $1 in venv) {venv} true;; pip) {pip};; esac")
    assert project.run("check") == (0, f"{project.venv} ['check']\n", READY)
    made, filled = log.read_text().splitlines()
    assert made.startswith("venv --quiet --allow-existing --python ")
    assert filled.startswith("pip install --quiet --require-hashes -r ")


@pytest.mark.wide
def test_pip_steps_in_where_uv_fails(project):
    log = uv_that(project, "exit 2")
    assert project.run("check")[0] == 0
    assert log.read_text().count("\n") == 1


# Old Pythons


def test_old_python_gets_one_line():
    line = "Streepje heeft Python 3.11 of nieuwer nodig; dit is Python "
    pretend = "import sys, runpy; sys.version_info = (3, 8, 0); runpy.run_path('manage.py')"
    command = [sys.executable, "-c", pretend]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(line) and done.stderr.count("\n") == 1


def test_manage_py_keeps_to_words_of_old_pythons():
    source = (ROOT / "manage.py").read_text(encoding="ascii")  # Python 2 refuses other letters
    young = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, young)]
    assert not re.search(r"->|def \w+\(.*:.*\)", source)


def test_only_the_standard_library_is_needed_to_set_up():
    for name in BEFORE_DJANGO:
        source = (ROOT / name).read_text()
        tops = {*re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)}
        assert tops - {"clubsite", "scoring"} <= sys.stdlib_module_names, (name, tops)


# Locks


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text()
    locked = bootstrap.PIN.findall(text)
    assert len(locked) == len(re.findall(r"^[^\s#].*==", text, re.MULTILINE))
    return {package: version for package, version, _ in locked}


def test_running_interpreter_has_the_lock_and_would_be_left_alone():
    assert bootstrap.satisfied(ROOT / os.environ.get("STREEPJE_LOCK", "requirements-dev.txt"))


def test_other_version_is_not_the_lock(tmp_path):
    lock = tmp_path / "lock.txt"
    for pin in ("django==1.0", "django==1.0 ; os_name == 'posix'", "nowhere==1.0"):
        lock.write_text(f"{pin} \\\n    --hash=sha256:00\n")
        assert not bootstrap.satisfied(lock)
    lock.write_text("nowhere==1.0 ; os_name == 'never'\n")
    assert bootstrap.satisfied(lock)


LOCKS = [f"requirements{of}.txt" for of in ("", "-passkeys", "-dev")]  # each holds those before


def test_passkeys_are_installed_where_they_are_asked_for():
    asked = {"STREEPJE_PASSKEYS": "1"}
    cases = (("start", {"STREEPJE_PASSKEYS": "0"}), ("start", asked), ("test", asked))
    assert [bootstrap.choose_lock(*case) for case in cases] == LOCKS
    assert bootstrap.choose_lock("start", {}) == LOCKS[0]


def test_lock_has_hashes_and_names_no_place_it_came_from():
    assert pins(LOCKS[0]).items() <= pins(LOCKS[1]).items() <= pins(LOCKS[2]).items()
    for name in (*LOCKS, *(f".ci/requirements-{of}.txt" for of in ("build", "nightly", "next"))):
        text = (ROOT / name).read_text()
        assert not re.search(r"https?:|file:|index-url|find-links|^/|\s/", text), name
        blocks = re.split(r"\n(?=[a-z])", text)[1:]
        assert [block for block in blocks if "--hash=sha256:" not in block] == [], name


def test_every_direct_requirement_is_locked_and_tells_its_purpose():
    text = (ROOT / "pyproject.toml").read_text()
    project = tomllib.loads(text)
    optional, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    needed = {
        "requirements.txt": project["project"]["dependencies"],
        "requirements-passkeys.txt": optional["passkeys"],
        "requirements-dev.txt": [*groups["test"], *groups["dev"]],
        ".ci/requirements-build.txt": groups["build"],
        ".ci/requirements-nightly.txt": groups["nightly"],
    }
    assert set(groups) == {"test", "dev", "build", "nightly"}
    for lock, wanted in needed.items():
        for name in (item for item in wanted if isinstance(item, str)):
            assert re.match(r"[\w-]+", name)[0].lower() in pins(lock)
            assert re.search(rf'^    "{re.escape(name)}", +# \S', text, re.MULTILINE), name
