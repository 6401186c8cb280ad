/** Everything by keyboard as well: digits, - for the dash, x for who does not play, Enter, arrows. */

import { erase, typeAbsent, typeDash, typeDigit, typeLetter } from "./typing.js";

export function listenToKeys(entry) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !entry.number) return;
    const { target, key } = event;
    const inside = entry.root.contains(target);
    if (target.matches("input, textarea, select, summary") || (!inside && target !== document.body)) return;
    const onButton = target.matches("button, a");
    const press = actions(entry, key, onButton, inside);
    if (!press) return;
    event.preventDefault();
    press();
  });
}

function actions(entry, key, onButton, inside) {
  if (/^\d$/.test(key)) return () => typeDigit(entry, key);
  if (key === "-") return () => typeDash(entry);
  if (key === "x" || key === "X") return () => typeAbsent(entry);
  if (key === "Backspace") return () => erase(entry);
  if (key === "Enter" && !onButton) return () => entry.enter();
  if (inside && key === "ArrowRight") return () => entry.move(1);
  if (inside && key === "ArrowLeft") return () => entry.move(-1);
  if (/^[a-z]$/i.test(key)) return () => typeLetter(entry, key.toUpperCase());
  return null;
}
