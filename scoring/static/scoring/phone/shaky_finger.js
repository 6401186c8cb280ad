/**
 * A finger that shakes taps twice where it means to tap once. So the place that was pressed last takes no press for a
 * second, whatever stands there by then: the same digit once more is asked about, any other key is not heard. What came
 * by itself takes none at first, and somebody's approval none for longer. Keyboards are always heard. Of a figure that
 * was not heard although it came slowly the pad is told: two players may have the same.
 */

import { find, findTarget } from "./dom.js";

const SHAKE = 16; // px
const AGAIN = 1000; // ms
const SETTLING = 400; // ms
const APPROVING = 1200; // ms

/** @type {{x: number, y: number, time: number, digit?: string, figure?: string}} */
const last = { x: 0, y: 0, time: -Infinity };
export const pressed = { again: false, unheard: NaN }; // what is heard just now came in the place that was pressed last; what was not
/** @type {Map<Element, number>} */
const timers = new Map();

export function letKeysSettle() {
  document.addEventListener("click", hear, true);
  const boxes = [find("#agreeing"), find("#disputed")];
  const watch = new MutationObserver(() => boxes.forEach((box) => settle(box, APPROVING)));
  for (const box of boxes) watch.observe(box, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  watch.observe(find("#entry"), { attributeFilter: ["hidden"] }); // what stands below it moves
}

/**
 * The keys in this box were changed, and not by a press on the pad.
 * @type {(box: HTMLElement, time?: number) => void}
 */
export function settle(box, time = SETTLING) {
  clearTimeout(timers.get(box));
  timers.set(box, setTimeout(() => box.removeAttribute("data-settling"), time));
  box.dataset.settling = "";
}

/** @type {(event: MouseEvent) => void} */
function hear(event) {
  const { clientX: x, clientY: y, timeStamp: time, detail } = event;
  const settling = findTarget(event, "[data-settling]");
  const isAgain = time - last.time < AGAIN && Math.hypot(x - last.x, y - last.y) < SHAKE;
  const isPress = detail > 0 && !(event.target instanceof HTMLInputElement); // a label presses its box itself
  pressed.again = isAgain && isPress;
  if (!isPress) return;
  const { digit } = findTarget(event, "[data-digit]")?.dataset ?? {};
  const few = findTarget(event, ".few .key, .ending .on"), figure = few?.id || few?.textContent;
  if (!settling && (!isAgain || (digit !== undefined && digit === last.digit))) {
    Object.assign(last, { x, y, time, digit, figure });
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (settling) settle(settling, APPROVING);
  pressed.unheard = Number(figure);
  if (time - last.time > SETTLING && figure === last.figure) few?.dispatchEvent(new Event("unheard", { bubbles: true }));
  (findTarget(event, "button, a") ?? settling)?.animate({ opacity: [0.3, 1] }, SETTLING); // shows that it was not heard
}
