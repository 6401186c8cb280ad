import json
import re
import shlex
import subprocess
import sys
import tomllib

import pytest

from tests.programs import program
from tests.test_docs import ROOT, blocks, read

FOLDER = ROOT / "docs/deploying"
PORT = "8000"


def list_examples(page: str, language: str, word: str = "") -> list[str]:
    blocks_there = [
        block.text for block in blocks(read(FOLDER / page)) if block.language == language
    ]
    return [text for text in blocks_there if word in text]


def unit(page: str) -> str:
    (text,) = list_examples(page, "ini", "[Service]")
    return text


def values(text: str, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def environment(page: str) -> dict[str, str]:
    words = [word for line in values(unit(page), "Environment") for word in shlex.split(line)]
    if values(unit(page), "EnvironmentFile"):
        texts = list_examples(page, "ini", "STREEPJE_DATA")
        (text,) = [text for text in texts if "[Service]" not in text]
        words = text.split()
    return dict(word.split("=", 1) for word in words)


# Units of systemd

UNITS = ["server.md", "postgresql.md"]


@pytest.mark.parametrize("page", UNITS)
def test_unit_is_one_that_systemd_takes(page, tmp_path):
    analyze = program("systemd-analyze", "systemd")
    text = re.sub(r"^(Exec\w+)=\S+", rf"\1={sys.executable}", unit(page), flags=re.MULTILINE)
    text = text.replace("User=streepje", "User=daemon").replace("/srv/streepje", str(tmp_path))
    (tmp_path / "streepje.service").write_text(text)
    done = subprocess.run(
        [analyze, "verify", "--man=no", "streepje.service"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert [line for line in done.stderr.splitlines() if "streepje.service" in line] == []


@pytest.mark.parametrize("page", UNITS)
def test_unit_has_all_that_a_site_behind_a_proxy_needs(page):
    variables = environment(page)
    assert {"STREEPJE_DATA", "STREEPJE_HTTPS", "STREEPJE_HOSTS", "STREEPJE_URL"} <= {*variables}
    assert variables["STREEPJE_URL"] == f"https://{variables['STREEPJE_HOSTS']}"
    assert variables["STREEPJE_DATA"] == f"/var/lib/{values(unit(page), 'StateDirectory')[0]}"
    assert "STREEPJE_HSTS" not in variables
    (pause,) = values(unit(page), "RestartSec")
    assert 5 * int(pause) > 10  # systemd gives up after five starts within ten seconds
    (serves,) = values(unit(page), "ExecStart")
    assert PORT in serves.replace(":", " ").split()
    typed = "".join(list_examples("server.md", "console") + list_examples(page, "console"))
    for path in re.findall(r"/srv/[\w-]+", unit(page)):  # where its user can make no folder
        assert re.search(rf"^sudo install -d -o streepje .*{path}$", typed, re.MULTILINE)


@pytest.mark.parametrize("page", UNITS)
def test_every_night_looks_after_the_site_of_the_unit(page):
    """And not after an empty site, which cron's own settings would give."""
    (text,) = list_examples(page, "cron")
    variables, where = environment(page), ("STREEPJE_NO_SETUP", "STREEPJE_DATA", "DATABASE_URL")
    assert dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE)) == {
        name: variables[name] for name in where if name in variables
    }
    (python,) = {
        value.split()[0]
        for value in values(unit(page), "ExecStart(?:Pre)?")
        if "manage.py" in value
    }
    lines = re.findall(r"^\d+ \d+ \* \* \* (\w+) cd (\S+) && (\S+) manage.py", text, re.MULTILINE)
    user, folder = values(unit(page), "User")[0], values(unit(page), "WorkingDirectory")[0]
    assert {*lines} == {(user, folder, python)}
    assert len(lines) == len([line for line in text.splitlines() if " * * * " in line])


# Proxies


def test_nginx_finds_the_page_for_a_site_that_is_away():
    (text,) = list_examples("server.md", "nginx")
    (root,) = re.findall(r"root /srv/streepje/(\S+);", text)
    (name,) = re.findall(r"rewrite \^ /(\S+) break;", text)
    page = (ROOT / root / name).read_text("utf-8")
    assert 'http-equiv="refresh"' in page
    assert {"nl", "de", "en"} == {*re.findall(r'lang="(\w+)"', page)}
    assert not re.findall(r"(?:src|href)=", page)  # nothing of the site answers now


# A server that looks whether the site is still there


@pytest.mark.parametrize("page", ["postgresql.md", "standbys.md"])
def test_what_a_machine_without_power_had_locked_is_let_go_within_half_a_minute(page):
    (text,) = list_examples(page, "ini", "tcp_keepalives_idle")
    said = dict(re.findall(r"^tcp_keepalives_(\w+) = (\d+)$", text, re.MULTILINE))
    idle, pause, count = (int(said[name]) for name in ("idle", "interval", "count"))
    assert idle + pause * count < 30


# The container


def steps() -> dict[str, list[str]]:
    text = re.sub(r"\\\n", " ", read(ROOT / "Containerfile"))
    said: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            said.setdefault(word, []).append(" ".join(rest.split()))
    return said


def test_container_installs_what_is_locked_on_a_python_that_will_do():
    said = steps()
    version = re.search(r"python:(\d+\.\d+)-slim$", said["FROM"][0])[1]
    wanted = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["requires-python"]
    assert version.split(".") >= wanted.removeprefix(">=").split(".")
    assert said["COPY"] == ["requirements.txt requirements-passkeys.txt ./", ". ."]
    (lock,) = re.findall(r"--require-hashes -r (\S+)", said["RUN"][0])
    for given, name in (("", "requirements.txt"), ("1", "requirements-passkeys.txt")):
        shell = ["sh", "-c", f"echo {lock}"]
        done = subprocess.run(shell, env={"PASSKEYS": given}, capture_output=True)
        assert done.stdout.decode() == f"{name}\n" and (ROOT / name).exists()


def test_container_runs_start_not_as_root_and_keeps_the_site_in_its_volume():
    said = steps()
    assert json.loads(said["CMD"][0]) == ["python3", "manage.py", "start", "--lan", "--port", PORT]
    assert said["EXPOSE"] == [PORT] and said["USER"] == ["streepje"]
    variables = dict(word.split("=") for word in said["ENV"][0].split())
    assert variables == {"STREEPJE_NO_SETUP": "1", "STREEPJE_DATA": said["VOLUME"][0]}
    assert f"-m 0700 {said['VOLUME'][0]}" in said["RUN"][0]
    page = read(FOLDER / "container.md")
    assert f":{said['VOLUME'][0]} " in page and f":{PORT}:{PORT} " in page
    assert f"127.0.0.1:{PORT}/healthz" in said["HEALTHCHECK"][0]


# One command on a rented server

NOTED = {
    "apt-get": "",
    "chown": "",
    "id": "echo 0",
    "install": 'for to; do :; done; case $* in *-d*) mkdir -p "$to" ;; *) cat "$5" >"$to" ;; esac',
    "runuser": "",
    "systemctl": "",
    "useradd": "",
}


def put_online(tmp_path, *words, unpacked="streepje", proxy=""):
    """Run the script with folders below `tmp_path`, and commands that only note what they got."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, answer in NOTED.items():
        (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{tmp_path}/log\n{answer}\n')
        (tools / name).chmod(0o755)
    here = tmp_path / unpacked
    script = here / "docs/deploying/online.sh"
    script.parent.mkdir(parents=True)
    (script.parent / "server.md").write_text(read(FOLDER / "server.md"))
    (here / "data").mkdir()
    for folder in ("etc/systemd/system", "etc/caddy"):
        (tmp_path / folder).mkdir(parents=True)
    if proxy:
        (tmp_path / "etc/caddy/Caddyfile").write_text(proxy)
    text = re.sub(
        r"(?<![\w/.])(/srv|/var/lib|/etc)/", rf"{tmp_path}\1/", read(FOLDER / "online.sh")
    )
    script.write_text(text)
    (tmp_path / "log").write_text("")
    return subprocess.run(
        ["sh", script, *words],
        env={"PATH": f"{tools}:/usr/bin:/bin"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )


def test_one_command_puts_the_laptop_s_site_on_a_server(tmp_path):
    (tmp_path / "laptop.backup").write_text("all of it")
    done = put_online(tmp_path, "kaarten.example", "laptop.backup")
    assert (done.returncode, done.stderr) == (0, "")
    service = (tmp_path / "etc/systemd/system/streepje.service").read_text()
    assert service == unit("server.md").replace("club.example", "kaarten.example")
    (proxy,) = list_examples("server.md", "caddyfile")
    assert (tmp_path / "etc/caddy/Caddyfile").read_text().strip() == proxy.strip().replace(
        "club.example", "kaarten.example"
    )
    assert not (
        tmp_path / "srv/streepje/data"
    ).exists()  # the laptop's own, which the back-up brings
    did = (tmp_path / "log").read_text()
    restored, began = did.index("manage.py restore"), did.index("systemctl restart streepje")
    assert restored < began and "https://kaarten.example" in done.stdout


@pytest.mark.parametrize("name", ["other.example", "kaarten.example"])
def test_other_sites_of_the_proxy_are_kept(tmp_path, name):
    """Once it serves this one, somebody's own changes there survive a new version."""
    proxy = f"{name} {{\n\tlog\n}}\n"
    assert put_online(tmp_path, "kaarten.example", proxy=proxy).returncode == 0
    now, former = (tmp_path / "etc/caddy" / file for file in ("Caddyfile", "Caddyfile.former"))
    if name == "kaarten.example":
        assert now.read_text() == proxy and not former.exists()
    else:
        assert former.read_text() == proxy and "kaarten.example {" in now.read_text()


def test_new_version_is_not_emptied_with_the_folder_that_it_goes_into(tmp_path):
    done = put_online(tmp_path, "kaarten.example", unpacked="srv/streepje/new")
    assert done.returncode == 1 and (tmp_path / "srv/streepje/new/docs").exists()
    assert "apt-get" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("kaarten",),
        ("https://kaarten.example",),
        ("a b.example",),
        ("kaarten.example", "none.backup"),
    ],
)
def test_what_it_can_t_use_changes_nothing(tmp_path, words):
    done = put_online(tmp_path, *words)
    assert done.returncode == 1 and done.stderr
    assert "apt-get" not in (tmp_path / "log").read_text()


def test_workflow_may_only_read_and_ends_some_time():
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        assert "permissions:\n  contents: read\n" in text
        assert text.count("runs-on:") == text.count("timeout-minutes:") > 0
        assert text.count("actions/checkout@") == text.count("persist-credentials: false")
