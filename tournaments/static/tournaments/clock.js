// The clock of a round counts on by itself, and sounds when its time is over if somebody asked for it.
const page = /** @type {HTMLElement} */ (document.querySelector("[data-now]"));
const ahead = Number(page.dataset.now) * 1000 - Date.now(); // of this device's clock
/** @type {HTMLButtonElement | null} */
const button = document.querySelector("[data-sound]");
/** @type {AudioContext} */
let loud; // what makes sounds, once it was asked for
let isLeft = false; // there was time left when last seen

const tick = () => {
  /** @type {HTMLElement | null} */
  const clock = document.querySelector("[data-began]");
  const meant = Number(clock?.dataset.meant ?? 0);
  if (button && button.hidden !== !meant) {
    button.hidden = !meant;
    dispatchEvent(new Event("resize")); // it takes some of the screen
  }
  if (!clock) return;
  const minutes = Math.floor((Date.now() + ahead) / 60_000 - Number(clock.dataset.began) / 60);
  const wasLeft = isLeft;
  isLeft = minutes < meant;
  show(clock, minutes, meant);
  if (wasLeft && meant && !isLeft && button?.ariaPressed === "true") ring();
};

/** @type {(clock: HTMLElement, minutes: number, meant: number) => void} */
const show = (clock, minutes, meant) => {
  const { before = "", busy = "", left = "", over = "" } = clock.dataset;
  /** @type {[string, number]} */
  const [words, count] = minutes < 0 ? [before, -minutes] : !meant ? [busy, minutes] : isLeft ? [left, meant - minutes] : [over, minutes - meant];
  const text = words.replace("#", String(count));
  const place = /** @type {HTMLElement} */ (clock.querySelector("strong"));
  if (place.textContent !== text) place.textContent = text;
  clock.classList.toggle("over", meant > 0 && !isLeft);
  const bar = clock.querySelector("progress");
  if (meant && bar) bar.value = Math.min(Math.max(minutes, 0), meant);
};

// Three short tones. Pressing the button lets them be heard once: browsers allow a sound only then.
const ring = () => {
  for (const wait of [0, 0.35, 0.7]) {
    const begin = loud.currentTime + wait;
    const tone = new OscillatorNode(loud, { frequency: 880 });
    const strength = new GainNode(loud, { gain: 0.3 });
    strength.gain.setValueAtTime(0.3, begin + 0.15);
    strength.gain.linearRampToValueAtTime(0, begin + 0.2);
    tone.connect(strength).connect(loud.destination);
    tone.start(begin);
    tone.stop(begin + 0.25);
  }
};

button?.addEventListener("click", async () => {
  button.ariaPressed = String(button.ariaPressed !== "true");
  if (button.ariaPressed !== "true") return;
  loud ??= new AudioContext();
  await loud.resume();
  ring();
});

setInterval(tick, 1000);
tick();
