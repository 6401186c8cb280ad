/** What happens now and then, out of the way: somebody does not play, a game that is not played. */

import { button, make } from "./dom.js";
import { withCell, withOnce } from "./questions.js";
import { say } from "./words.js";

let typed = ""; // a reason stays while the rest is drawn anew

export function special({ description, players, row, number, last }, change) {
  const end = last();
  return [
    end ? make("p", {}, button("button", say("last_game", { number: end.games }), end.press)) : null,
    description.has_cells ? absent(players, row, change) : null,
    description.options.contract_by === "round" ? roundOf(description, row, change) : null,
    row.void ? null : notPlayed(row, change),
    make("p", {}, button("button", say("clear_game", { number }), () => change({}))),
  ].filter(Boolean);
}

function absent(players, row, change) {
  const toggle = (name) => change(withCell(row, name, row.entries?.[name] === "x" ? undefined : "x"));
  const boxes = players.map((name, seat) =>
    make("label", { class: "tick" }, [
      make("input", { type: "checkbox", id: `away-${seat}`, checked: row.entries?.[name] === "x", onchange: () => toggle(name) }),
      make("span", {}, say("does_not_play", { name })),
    ]));
  return make("fieldset", {}, [make("legend", {}, say("who_is_away")), ...boxes]);
}

/** Where the contract goes with the round of the night; it goes on by itself. */
function roundOf({ contracts }, row, change) {
  const turn = (event) => change(withOnce(row, "round", Number(event.target.value) || undefined));
  const rounds = contracts.map((words, index) =>
    make("option", { value: index + 1, selected: row.round === index + 1 }, `${index + 1} · ${words}`));
  const list = make("select", { id: "round", onchange: turn }, [make("option", { value: "" }, "–"), ...rounds]);
  return make("div", { class: "field" }, [make("label", { for: "round" }, say("round")), list]);
}

function notPlayed(row, change) {
  const away = Object.entries(row.entries ?? {}).filter(([, cell]) => cell === "x");
  const keep = (event) => (typed = event.target.value);
  const reason = make("input", { id: "void-reason", maxlength: "200", autocomplete: "off", value: typed, oninput: keep });
  const write = () => {
    const words = reason.value.trim();
    typed = "";
    if (words) change({ void: words, entries: Object.fromEntries(away) });
    else reason.focus();
  };
  return make("div", { class: "field" }, [
    make("label", { for: "void-reason" }, say("void_reason")),
    reason,
    button("button", say("void"), write),
  ]);
}

