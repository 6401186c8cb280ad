/** What happens now and then, out of the way: somebody does not play, a game that is not played. */

import { button, make } from "./dom.js";
import { cellIn, withOnce } from "./questions.js";
import { say } from "./words.js";

/** @import {Entry} from "./entry.js" */

/** @type {(entry: Entry) => HTMLElement[]} */
export function special(entry) {
  const { description, row, number } = entry;
  const clear = () => {
    entry.clear();
    entry.writing.standOnTop();
  };
  return [
    description.has_cells && !description.all_play ? absent(entry) : null,
    description.by_round ? roundOf(entry) : null,
    make("p", {}, button("button", say("clear_game", { number }), clear)),
    row.void || description.totals_only ? null : notPlayed(entry),
  ].filter((part) => part !== null);
}

/** @type {(entry: Entry) => HTMLElement} */
function absent(entry) {
  const { leave } = entry.hands.given.urls;
  const boxes = entry.players.map((name, seat) => {
    const checked = cellIn(entry.row, name) === "x";
    const tick = make("label", { class: "tick" }, [
      make("input", { type: "checkbox", id: `away-${seat}`, checked, onchange: () => entry.absent(name) }),
      make("span", {}, say("does_not_play", { name })),
    ]);
    const href = `${leave}?${new URLSearchParams({ leaves: name, since: `${entry.number}` })}#leave`;
    return make("div", { class: "absent" }, [tick, leave ? make("a", { class: "button", href }, say("gone_from_now")) : null]);
  });
  const leaves = !entry.head.on && entry.players.some((name) => cellIn(entry.row, name) === "x");
  const warning = leaves && say("leaving") ? make("p", { class: "note", role: "status" }, say("leaving")) : null;
  return make("fieldset", {}, [make("legend", {}, say("who_is_away")), ...boxes, warning]);
}

/**
 * Where the contract goes with the round of the night; it goes on by itself.
 * @type {(entry: Entry) => HTMLElement}
 */
function roundOf(entry) {
  const { description: { contracts } } = entry;
  const now = entry.data.findContract(entry);
  /** @type {() => void} */
  const turn = () => entry.change(withOnce(entry.description, entry.row, "round", Number(list.value)), true);
  const rounds = Array.from({ length: Math.max(contracts.length, now) }, (_, index) =>
    make("option", { value: index + 1, selected: now === index + 1 }, `${index + 1} · ${contracts[index % contracts.length] ?? ""}`));
  /** @type {HTMLSelectElement} */
  const list = make("select", { id: "round", onchange: turn }, rounds);
  return make("div", { class: "field" }, [make("label", { for: "round" }, say("round")), list]);
}

/** @type {(entry: Entry) => HTMLElement} */
function notPlayed(entry) {
  /** @type {HTMLInputElement} */
  const reason = make("input", { id: "void-reason", maxlength: "200", autocomplete: "off", value: entry.aside.reason,
    oninput: () => entry.because(reason.value) });
  const write = () => entry.notPlayed(reason.value.trim() || say("no_reason"));
  const { number } = entry;
  return make("fieldset", { class: "for-all" }, [
    make("legend", {}, say("off_for_all", { number })),
    make("div", { class: "field" }, [
      make("label", { for: "void-reason" }, say("void_reason")), reason, button("button grave", say("void", { number }), write)]),
    make("p", { class: "quiet" }, say("void_undone")),
  ]);
}
