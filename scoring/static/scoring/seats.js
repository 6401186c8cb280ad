/* Who sits where: names change places by dragging a seat's number, by its buttons, or by arrow keys. */
const list = /** @type {HTMLElement} */ (document.querySelector(".seats"));
const seats = /** @type {HTMLElement[]} */ ([...list.children]);
const starter = /** @type {HTMLSelectElement | null} */ (document.querySelector("[name=starter]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));

/**
 * @param {HTMLElement} seat
 * @param {string} query
 */
const part = (seat, query) => /** @type {HTMLInputElement} */ (seat.querySelector(query));
/** @param {HTMLElement} seat */
const name = (seat) => part(seat, "input:not([type=radio])");
/** @param {HTMLElement} seat */
const writes = (seat) => part(seat, "[type=radio]");

/**
 * @param {number} from
 * @param {number} to
 */
function swap(from, to) {
  const [first, second] = [seats[from], seats[to]];
  [name(first).value, name(second).value] = [name(second).value, name(first).value];
  const scribe = [first, second].find((seat) => writes(seat).checked);
  if (scribe) writes(scribe === first ? second : first).checked = true;
  const places = [from, to].map((place) => `${place + 1}`);
  const begins = places.indexOf(starter?.value ?? "");
  if (starter && begins >= 0) starter.value = places[1 - begins];
  for (const seat of [first, second]) { // what was wrong with a name does not stay at its old seat
    seat.classList.remove("wrong");
    part(seat, ".wide")?.remove();
    name(seat).removeAttribute("aria-invalid");
  }
}

/**
 * @param {number} from
 * @param {number} to
 * @param {string} query
 */
function move(from, to, query) {
  if (to < 0 || to >= seats.length) return;
  swap(from, to);
  const target = part(seats[to], query);
  (target.disabled ? part(seats[to], "button:enabled") : target).focus();
  const words = list.dataset.moved ?? "";
  status.textContent = words.replace("PLAYER", name(seats[to]).value || "–").replace("NUMBER", `${to + 1}`);
}

/**
 * @param {HTMLElement} place
 * @param {number} start
 */
function drag(place, start) {
  let at = start;
  seats[at].classList.add("moving");
  /** @param {PointerEvent} event */
  const go = (event) => {
    const to = seats.findIndex((seat) => {
      const box = seat.getBoundingClientRect();
      return event.clientY >= box.top && event.clientY <= box.bottom;
    });
    for (; to >= 0 && at !== to; at += Math.sign(to - at)) swap(at, at + Math.sign(to - at));
    seats.forEach((seat, number) => seat.classList.toggle("moving", number === at));
  };
  const end = () => {
    place.removeEventListener("pointermove", go);
    seats[at].classList.remove("moving");
  };
  place.addEventListener("pointermove", go);
  place.addEventListener("lostpointercapture", end, { once: true });
}

seats.forEach((seat, number) => {
  const [up, down] = [part(seat, ".up"), part(seat, ".down")];
  up.disabled = number === 0;
  down.disabled = number === seats.length - 1;
  up.addEventListener("click", () => move(number, number - 1, ".up"));
  down.addEventListener("click", () => move(number, number + 1, ".down"));
  part(seat, ".moves").hidden = false;
  seat.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const target = /** @type {HTMLInputElement} */ (event.target);
    const own = target.type === "radio" || (target.type !== "button" && !event.altKey);
    if (!step || own) return;
    event.preventDefault();
    move(number, number + step, target.type === "button" ? `.${target.classList[1]}` : "input");
  });
  const place = part(seat, ".place");
  place.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    place.setPointerCapture(event.pointerId);
    drag(place, number);
  });
});
list.classList.add("moves-on");
