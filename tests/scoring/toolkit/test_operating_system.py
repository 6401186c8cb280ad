import os
import re
import socket
import sys
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock

import pytest

from scoring.toolkit import operating_system

HOME, ROOT = Path.home(), Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, HOME / ".local/share/streepje"),
        ("linux", {"XDG_DATA_HOME": "/srv/data"}, Path("/srv/data/streepje")),
        ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/streepje"),
        ("darwin", {"XDG_DATA_HOME": "/x"}, HOME / "Library/Application Support/Streepje"),
        ("win32", {"LOCALAPPDATA": "/C/Ans/Local"}, Path("/C/Ans/Local/Streepje")),
        ("win32", {}, HOME / "AppData/Local/Streepje"),
    ],
)
def test_data_stands_where_that_system_keeps_it(monkeypatch, system, environment, folder):
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    assert operating_system.find_data_folder(environment) == folder


@pytest.mark.parametrize(
    ("system", "word"), [("linux", "python3"), ("darwin", "python3"), ("win32", "py")]
)
def test_python_is_called_as_people_type_it_there(monkeypatch, system, word):
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    assert operating_system.find_python_word() == word


@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(operating_system, "SYSTEM", "win32")


# Processes


@pytest.mark.usefixtures("windows")
def test_windows_waits_for_the_child_and_passes_its_exit_code_on():
    with pytest.raises(SystemExit) as ended:
        operating_system.become([sys.executable, "-c", "raise SystemExit(7)"])
    assert ended.value.code == 7


@pytest.mark.usefixtures("windows")
def test_ctrl_c_on_windows_is_the_childs_to_decide(monkeypatch):
    child = Mock(wait=Mock(side_effect=[KeyboardInterrupt, 3]))
    monkeypatch.setattr(operating_system.subprocess, "Popen", lambda command: child)
    with pytest.raises(SystemExit) as ended:
        operating_system.become(["streepje"])
    assert ended.value.code == 3


def test_elsewhere_a_process_becomes_the_other(monkeypatch):
    became = []
    monkeypatch.setattr(operating_system.os, "execv", lambda *words: became.append(words))
    monkeypatch.setattr(operating_system.subprocess, "Popen", Path)  # refuses a list
    with pytest.raises(TypeError):
        operating_system.become(["/python", "manage.py"])
    assert became == [("/python", ["/python", "manage.py"])]


def test_only_windows_has_flags_and_only_others_pass_files_on(monkeypatch, tmp_path):
    with (tmp_path / "lock").open("w") as file:
        assert operating_system.build_inherited_arguments(file) == {"pass_fds": (file.fileno(),)}
        assert operating_system.build_apart_arguments() == {"start_new_session": True}
        assert operating_system.find_python(tmp_path) == tmp_path / "bin/python"
        monkeypatch.setattr(operating_system, "SYSTEM", "win32")
        assert operating_system.build_inherited_arguments(file) == {}
        flags = operating_system.build_apart_arguments()
        # As CPython's _winapi has them, which is missing here.
        assert flags == {"creationflags": 0x00000200 | 0x00004000}
        assert operating_system.find_python(tmp_path) == tmp_path / "Scripts/python.exe"


def test_windows_has_neither_niceness_nor_alarms(windows, monkeypatch):
    monkeypatch.delattr(operating_system.os, "nice")
    monkeypatch.delattr(operating_system.signal, "alarm")
    operating_system.stand_back(5)


def test_elsewhere_a_process_ends_by_itself(monkeypatch):
    calls = []
    monkeypatch.setattr(operating_system.os, "nice", calls.append)
    monkeypatch.setattr(operating_system.signal, "alarm", calls.append)
    operating_system.stand_back(600)
    assert calls == [10, 600]


# Files


class Msvcrt:
    """Windows' own locks: one holder a byte, wherever the file is read."""

    LK_NBLCK = 2

    def __init__(self):
        self.holder = None

    def locking(self, handle, mode, size):
        assert (mode, size, os.lseek(handle, 0, os.SEEK_CUR)) == (2, 1, 0)
        if self.holder not in (None, handle):
            raise PermissionError(13, "Permission denied")
        self.holder = handle


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_one_of_two_gets_the_lock(system, monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    monkeypatch.setitem(sys.modules, "msvcrt", Msvcrt())
    with (tmp_path / "lock").open("a") as first, (tmp_path / "lock").open("a") as second:
        first.write("words, so that the place in the file matters")
        assert operating_system.try_lock(first)
        assert not operating_system.try_lock(second)


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(("refusals", "lands"), [(0, True), (3, True), (5, True), (6, False)])
def test_file_that_somebody_reads_on_windows_is_replaced_a_little_later(
    refusals, lands, monkeypatch, tmp_path
):
    waited, really = [], Path.replace
    answers = iter([PermissionError(5, "Access is denied")] * refusals)

    def replace(self, target):
        if refused := next(answers, None):
            raise refused
        return really(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(operating_system.time, "sleep", waited.append)
    fresh, path = tmp_path / "fresh", tmp_path / "name"
    fresh.write_text("new")
    path.write_text("old")
    with nullcontext() if lands else pytest.raises(PermissionError):
        operating_system.replace(fresh, path)
    assert path.read_text() == ("new" if lands else "old")
    assert waited == [*operating_system.PAUSES[:refusals]]


def test_elsewhere_a_refusal_is_a_refusal(monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system.time, "sleep", pytest.fail)
    with pytest.raises(FileNotFoundError):
        operating_system.replace(tmp_path / "gone", tmp_path / "name")


def test_folder_that_cannot_be_opened_needs_no_flushing(monkeypatch, tmp_path):
    flushed = []
    monkeypatch.setattr(operating_system.os, "fsync", flushed.append)
    operating_system.settle(tmp_path)
    monkeypatch.setattr(operating_system.os, "open", Mock(side_effect=PermissionError))
    operating_system.settle(tmp_path)  # as on Windows
    assert len(flushed) == 1


# The network


def test_only_windows_would_share_a_port(monkeypatch):
    probe = Mock()
    operating_system.reuse_port(probe)
    assert probe.setsockopt.call_count == 1
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        operating_system.refuse_taken_port(*taken.getsockname())
        monkeypatch.setattr(operating_system, "SYSTEM", "win32")
        with pytest.raises(OSError):
            operating_system.refuse_taken_port(*taken.getsockname())
    operating_system.reuse_port(probe)
    assert probe.setsockopt.call_count == 1


@pytest.mark.usefixtures("windows")
def test_windows_limits_no_open_files(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    assert operating_system.raise_file_limit(1000) is None


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("linux", "sudo ip address add 192.168.1.23/24 dev enp3s0"),
        ("darwin", "sudo ifconfig en0 alias 192.168.1.23 255.255.255.0"),
        ("win32", 'netsh interface ipv4 add address "Wi-Fi" 192.168.1.23 255.255.255.0'),
    ],
)
def test_line_for_another_address_on_each_system(system, line, monkeypatch, tmp_path):
    routes = tmp_path / "route"
    routes.write_text("Iface Destination Gateway\neth9 0001A8C0 0\nenp3s0 00000000 0101A8C0\n")
    monkeypatch.setattr(operating_system, "ROUTES", routes)
    monkeypatch.setattr(operating_system, "SYSTEM", system)
    assert operating_system.write_address_command("192.168.1.23") == line


def test_without_a_list_of_routes_the_wifi_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system, "ROUTES", tmp_path / "none")
    assert operating_system.write_address_command("10.0.0.5").endswith("dev wlan0")


# Drives


def test_drives_of_linux_are_told_without_touching_them(monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system, "MOUNTS", tmp_path / "mounts")
    assert operating_system.list_drives() == []
    operating_system.MOUNTS.write_text(
        "/dev/sda1 / ext4 rw 0 0\n"
        "/dev/sdb1 /media/ans/MIJN\\040STICK vfat rw 0 0\n"
        "/dev/sdc1 /run/media/ans/USB exfat rw 0 0\n"
        "tmpfs /run tmpfs rw 0 0\n"
    )
    assert operating_system.list_drives() == [
        Path("/media/ans/MIJN STICK"),
        Path("/run/media/ans/USB"),
    ]


def test_drives_of_a_mac_are_its_volumes_but_for_its_own_disk(monkeypatch, tmp_path):
    monkeypatch.setattr(operating_system, "SYSTEM", "darwin")
    monkeypatch.setattr(operating_system, "VOLUMES", tmp_path / "Volumes")
    assert operating_system.list_drives() == []
    (tmp_path / "Volumes/STICK").mkdir(parents=True)
    (tmp_path / "Volumes/Macintosh HD").symlink_to("/")
    assert operating_system.list_drives() == [tmp_path / "Volumes/STICK"]


@pytest.mark.usefixtures("windows")
def test_drives_of_windows_are_sticks_and_those_of_the_network(monkeypatch):
    kinds = {"C:\\": 3, "D:\\": 5, "E:\\": 2, "Z:\\": 4}  # fixed, CD, removable, network

    ctypes = Mock()
    ctypes.windll.kernel32.GetLogicalDrives.return_value = 0b10_0000_0000_0000_0000_0001_1100
    ctypes.windll.kernel32.GetDriveTypeW = kinds.__getitem__
    monkeypatch.setitem(sys.modules, "ctypes", ctypes)
    assert operating_system.list_drives() == [Path("E:\\"), Path("Z:\\")]


# One place


def test_no_other_module_asks_which_system_it_is():
    asks = re.compile(
        r"sys\.platform ?[!=]=|os\.name|\bfcntl\b|\bmsvcrt\b|\bwinreg\b|platform\.system|windll"
        r"|start_new_session|creationflags|os\.(?:fork|kill|killpg|nice|exec\w+)\b|signal\.alarm"
    )
    found = {
        path.relative_to(ROOT).as_posix(): asks.findall(path.read_text(encoding="utf-8"))
        for app in ("clubsite", "tournaments", "scoring")
        for path in (ROOT / app).rglob("*.py")
        if path != Path(operating_system.__file__)
    }
    named = {path: words for path, words in found.items() if words}
    assert named == {}
