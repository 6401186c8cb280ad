import json
import os
import subprocess
import sys
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

SHEET = {
    "game": "jokeren",
    "players": ["Ans", "Bob"],
    "games": [{"entries": {"Ans": "-", "Bob": 7}}],
}
QUESTION = {"game": "jokeren", "question": "meld", "cards": ["7h", "8h", "9h"]}


def ask(command, text, tmp_path, **options):
    file = tmp_path / "in.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    out = StringIO()
    try:
        call_command(command, str(file), stdout=out, **options)
    except SystemExit as stop:
        return json.loads(out.getvalue()), stop.code
    return json.loads(out.getvalue()), 0


def codes(answer):
    return [problem["code"] for problem in answer["problems"]]


def test_one_sheet_gives_one_answer(tmp_path):
    answer, status = ask("score", json.dumps(SHEET), tmp_path)
    assert (answer["totals"], status) == ({"Ans": 0, "Bob": 7}, 0)


def test_a_list_gives_a_list_in_the_same_order(tmp_path):
    turned = {**SHEET, "players": ["Bob", "Ans"]}
    answers, status = ask("score", json.dumps([SHEET, turned, SHEET]), tmp_path)
    assert [answer["rows"][0]["dealer"] for answer in answers] == ["Bob", "Ans", "Bob"]
    assert status == 0


def test_an_empty_list_gives_an_empty_list(tmp_path):
    assert ask("score", "[]", tmp_path) == ([], 0)


def test_one_refused_sheet_in_a_list_gives_status_1(tmp_path):
    answers, status = ask("score", json.dumps([SHEET, {**SHEET, "game": "bridge"}]), tmp_path)
    assert [answer["valid"] for answer in answers] == [True, False]
    assert status == 1


def test_judge_answers_a_question(tmp_path):
    answer, status = ask("judge", json.dumps(QUESTION), tmp_path)
    assert answer == {"legal": True, "kind": "run", "value": None, "reasons": [], "problems": []}
    assert status == 0


def test_judge_on_an_illegal_meld_is_an_answer_not_a_failure(tmp_path):
    answer, status = ask("judge", json.dumps({**QUESTION, "cards": ["7h", "8h"]}), tmp_path)
    assert (answer["legal"], len(answer["reasons"]), status) == (False, 1, 0)


def test_judge_on_a_question_without_sense_gives_status_1(tmp_path):
    answer, status = ask("judge", json.dumps([{**QUESTION, "cards": ["7x"]}]), tmp_path)
    assert (codes(answer[0]), status) == (["J54"], 1)


@pytest.mark.parametrize(
    ("language", "message"),
    [("nl", "Spel 1, Ans: "), ("de", "Spiel 1, Ans: "), ("en", "Game 1, Ans: ")],
)
def test_messages_are_in_the_language_asked_for(language, message, tmp_path):
    wrong = {**SHEET, "games": [{"entries": {"Ans": 0}}]}
    answer, _ = ask("score", json.dumps(wrong), tmp_path, lang=language)
    assert answer["problems"][0]["message"].startswith(message)


@pytest.mark.parametrize("command", ["score", "judge"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{'game': 1}", "S01"),
        (b"\xff\xfe", "S01"),
        ('{"game":' * 1_000_000, "S01"),
        ('{"a": [{"b": {"c": 1, "c": 1}}]}', "S32"),
    ],
    ids=["not JSON", "not UTF-8", "too deep", "a key twice"],
)
def test_what_cannot_be_read_is_a_problem(command, text, code, tmp_path):
    answer, status = ask(command, text, tmp_path)
    assert (codes(answer), status) == ([code], 1)


@pytest.mark.parametrize("names", [["Zo\u00eb", "Zoe\u0308"], ["Zoe\u0308", "Zo\u00eb"]])
def test_players_whose_names_look_the_same_are_doubles(names, tmp_path):
    answer, status = ask("score", json.dumps({**SHEET, "players": names, "games": []}), tmp_path)
    assert (codes(answer), status) == (["J07"], 1)
    assert "Zo\u00eb" in answer["problems"][0]["message"]


@pytest.mark.parametrize("value", ["null", "true", "7", '"jokeren"', "NaN", "{}", "1e999"])
def test_what_is_no_sheet_or_question_is_a_problem(value, tmp_path):
    for command in ("score", "judge"):
        answer, status = ask(command, value, tmp_path)
        assert len(answer["problems"]) == 1
        assert status == 1


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("game", ["jokeren"]),
        ("options", [1]),
        ("options", {"games": float("nan")}),
        ("options", {"games": True}),
        ("options", {"contracts": [[["S3"]]]}),
        ("options", {"hand_max": 10**400}),
        ("players", "Ans"),
        ("players", ["Ans", ["Bob"]]),
        ("players", ["Ans", "Ans"]),
        ("players", ["Ans", "\ud800"]),
        ("players", ["Ans", "\u202eBob"]),
        ("players", ["Ans", "x" * 61]),
        ("players", [f"p{number}" for number in range(9)]),
        ("scribe", {"name": "Ans"}),
        ("games", 3),
        ("games", [[]]),
        ("games", [{"entries": {"Ans": {"cards": [[[[[]]]]]}}}]),
        ("games", [{"entries": {"Ans": float("inf")}}]),
        ("games", [{"entries": {"Ans": 10**4000}}]),
        ("games", [{"entries": {"Ans": "７"}}]),
        ("games", [{"entries": {"Nobody": 3}}]),
        ("games", [{"void": 3}]),
        ("games", [{"bid": "7H"}]),
        ("games", [{}] * 501),
        ("paper", [3]),
        ("paper", {"totals": {"Ans": "0"}}),
        ("paper", {"subtotals": {"1e3": {}}}),
    ],
)
def test_a_sheet_with_a_senseless_part_is_refused(part, value, tmp_path):
    text = json.dumps([{**SHEET, part: value}, SHEET])
    (answer, well), status = ask("score", text, tmp_path)
    assert (answer["valid"], well["valid"], status) == (False, True, 1)
    assert all(problem["message"] for problem in answer["problems"])


def test_a_repeated_key_spoils_only_its_own_sheet(tmp_path):
    twice = '{"game": "jokeren", "players": ["A", "B"], "players": ["C", "D"]}'
    answers, _ = ask("score", f"[{json.dumps(SHEET)}, {twice}]", tmp_path)
    assert [codes(answer) for answer in answers] == [[], ["S32"]]


def test_a_file_that_is_not_there_is_wrong_usage():
    with pytest.raises(CommandError) as error:
        call_command("score", "/no/such/file")
    assert error.value.returncode == 2


def run(*words, text):
    command = [sys.executable, "manage.py", *words]
    environment = {**os.environ, "STREEPJE_NO_SETUP": "1", "PYTHONIOENCODING": "ascii"}
    given = text.encode("utf-8", "surrogatepass")
    return subprocess.run(
        command, input=given, capture_output=True, cwd=settings.BASE_DIR, env=environment
    )


def test_a_real_process_prints_utf8_and_nothing_but_json_and_survives_half_a_character_pair():
    whole = json.dumps({**SHEET, "players": ["Ans", "Zoë ♠"]}, ensure_ascii=False)
    done = run("score", text=f'[{whole}, {{"game": "\\ud800"}}]')
    answer, half = json.loads(done.stdout.decode())
    assert answer["rows"][0]["dealer"] == "Zoë ♠" and not answer["valid"]
    assert half["problems"][0]["code"] == "S02"
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_real_process_on_wrong_usage_exits_2_without_traceback():
    done = run("score", "--lang", "fr", text="")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
    assert done.stderr


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path):
    file = tmp_path / "many.json"
    file.write_text(json.dumps([SHEET] * 2000))
    writer = subprocess.Popen(
        [sys.executable, "manage.py", "score", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        env={**os.environ, "STREEPJE_NO_SETUP": "1"},
    )
    assert writer.stdout.read(1) == b"["
    writer.stdout.close()
    assert writer.stderr.read() == b""
    writer.stderr.close()
    assert writer.wait() == 1
