import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.draw import checker
from tournaments.draw import draw, record
from tournaments.draw.engine.request import Constraint, Request


def run(**options):
    out = StringIO()
    try:
        call_command("draw", stdout=out, **{"seed": "x", **options})
    except SystemExit as stop:
        return json.loads(out.getvalue()), stop.code
    return json.loads(out.getvalue()), 0


def file(folder, value, name="file.json"):
    path = folder / name
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return str(path)


def refused(**options):
    with pytest.raises(CommandError) as error:
        call_command("draw", stdout=StringIO(), **options)
    assert error.value.returncode == 2
    return str(error.value)


def test_an_answer_has_all_keys_and_no_faults():
    answer, status = run(players=34, rounds=3)
    assert status == 0
    assert " ".join(answer) == (
        "seed algorithm rounds sitting_out repeats max_meetings lower_bound small_tables unmet"
        " problems"
    )
    assert (answer["seed"], answer["algorithm"], answer["repeats"]) == ("x", "3", 0)
    assert checker.faults(answer, 34, 3) == []


def test_without_a_seed_each_draw_is_another():
    first, second = (run(players=34, rounds=3, seed=None)[0] for _ in range(2))
    assert first["seed"] != second["seed"]
    assert first["rounds"] != second["rounds"]
    assert run(players=34, rounds=3, seed=first["seed"])[0] == first
    assert run(players=8, rounds=1, seed="")[0]["seed"] == ""


def test_too_few_people_is_status_1_and_a_warning_0():
    answer, status = run(players=1, rounds=3)
    assert (status, answer["rounds"], answer["problems"][0]["code"]) == (1, [], "D20")
    assert answer["problems"][0]["severity"] == "error"
    answer, status = run(players=5, rounds=1, lang="en")
    words = "Five players: one table of three and one of two."
    told = [{"code": "D21", "severity": "warning", "message": words}]
    assert (status, answer["problems"]) == (0, told)


def test_constraints_that_contradict_are_told_and_the_others_hold(tmp_path):
    wanted = {"apart": [[0, 1], [2, 3]], "together": [[0, 1]], "fixed_table": {"5": 2}}
    answer, status = run(players=9, rounds=2, constraints=file(tmp_path, wanted), lang="en")
    assert (status, answer["unmet"]) == (1, [{"together": [0, 1]}])
    assert [problem["message"] for problem in answer["problems"]] == [
        "Players 0 and 1 could not be kept together."
    ]
    assert checker.faults(answer, 9, 2, constraints=wanted) == []


def test_all_files_are_used(tmp_path):
    history = [[a, b, 1] for b in range(8) for a in range(b) if (a < 4) == (b < 4)]
    answer, _status = run(players=8, rounds=1, history=file(tmp_path, history))
    assert sorted(sum(player < 4 for player in table) for table in answer["rounds"][0]) == [2, 2]
    standing = file(tmp_path, [8, 7, 6, 5, 4, 3, 2, 1])
    answer, _status = run(players=8, rounds=1, standing=standing, method="standing")
    assert sorted(map(sorted, answer["rounds"][0])) == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_a_record_is_drawn_again(tmp_path):
    request = Request(9, 2, constraints=(Constraint("apart", 0, 1),), effort=500)
    found = draw(request, "seed")
    kept = record.build_record(found, request)
    answer, status = run(again=file(tmp_path, kept))
    assert (status, answer["rounds"]) == (0, record.convert_to_lists(found.rounds))
    answer, status = run(again=file(tmp_path, {**kept, "repeats": 99}))
    assert (status, [problem["code"] for problem in answer["problems"]]) == (1, ["D43"])
    assert refused(again=file(tmp_path, {**kept, "algorithm": "1"}), lang="en") == (
        "D14: This was drawn by 1, which is not known here."
    )


def test_wrong_usage(tmp_path):
    assert refused() == "--players and --rounds, or --again"
    assert refused(players=5) == "--players and --rounds, or --again"
    assert (
        refused(players=-1, rounds=1, lang="en") == "D03: -1 players is not possible: 0 to 1000 is."
    )
    assert refused(players=5, rounds=0).startswith("D04: ")
    assert refused(players=5, rounds=1, method="standing").startswith("D12: ")
    assert refused(players=5, rounds=1, seconds=0.0).startswith("D13: ")
    assert refused(players=5, rounds=1, history="/no/such").startswith("/no/such: ")
    path = file(tmp_path, b"{")
    assert refused(players=5, rounds=1, history=path, lang="en").startswith(f"D01: {path}: ")
    assert refused(again=path).startswith("D01: ")
