import django
import pytest

from clubsite import bootstrap
from tests.scripts import ROOT, load

sbom = load("sbom")
LOCK = f"""# made by uv
asgiref==3.1 \\
    --hash=sha256:{"a" * 64} \\
    --hash=sha256:{"b" * 64}
    # via django
colorama==0.4 ; sys_platform == 'win32' \\
    --hash=sha256:{"c" * 64}
    # via
    #   streepje (pyproject.toml)
    #   django
django==5.2 \\
    --hash=sha256:{"d" * 64}
    # via streepje (pyproject.toml)
"""


# What a release is made of


@pytest.fixture
def wheel(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"wheel")
    return tmp_path / "a.whl"


def test_every_package_stands_there_with_its_hashes_and_who_asks_for_it(wheel):
    bill = sbom.bill("0.5", wheel, LOCK, made=0)
    asgiref, colorama, django = bill["components"]
    (found,) = asgiref["externalReferences"]
    assert [bill["content"][0] for bill in found["hashes"]] == ["a", "b"]
    assert colorama["properties"] == [{"name": "python:marker", "value": "sys_platform == 'win32'"}]
    wants = {row["ref"]: row["dependsOn"] for row in bill["dependencies"]}
    assert wants["pkg:pypi/streepje@0.5"] == [colorama["purl"], django["purl"]]
    assert wants[django["purl"]] == [asgiref["purl"], colorama["purl"]]
    assert bill["metadata"]["timestamp"] == "1970-01-01T00:00:00+00:00"


def test_our_own_lock_is_told_whole(wheel):
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    bill = sbom.bill("0.5", wheel, lock, made=0)
    pins = {(name, version) for name, version, _ in bootstrap.PIN.findall(lock)}
    assert {(part["name"], part["version"]) for part in bill["components"]} == pins
    counted = sum(len(part["externalReferences"][0]["hashes"]) for part in bill["components"])
    assert counted == lock.count("--hash=sha256:")
    here = ("django", django.__version__)  # the newest one is not the one of this lock
    assert all(
        part["licenses"] for part in bill["components"] if (part["name"], part["version"]) == here
    )
    wanted = {ref for row in bill["dependencies"] for ref in row["dependsOn"]}
    assert wanted == {part["purl"] for part in bill["components"]}, "nothing is there for no reason"
