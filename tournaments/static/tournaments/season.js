// Says what each answer about absence comes to as it is chosen, and what stands in a folded part.
/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** @type {HTMLFormElement} */
const form = part("#typed");

/** @type {(input: Element) => boolean} */
const isAsked = (input) => getComputedStyle(input.closest(".field") ?? input).display !== "none";

/** @type {(input: HTMLInputElement) => string} */
const words = (input) => {
  if (input.type === "radio" || input.type === "checkbox") {
    return (input.checked && input.closest("label")?.textContent.trim()) || "";
  }
  const typed = input.value.trim();
  const label = input.closest(".field")?.querySelector("label")?.textContent.trim();
  return typed && typed !== input.dataset.usual ? `${label}: ${typed}` : "";
};

/** @type {(fold: Element) => void} */
const tellFold = (fold) => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = fold.querySelectorAll("input:not([type=hidden])");
  const output = part("[data-nothing]", fold);
  output.textContent = [...inputs].filter(isAsked).map(words).filter(Boolean).join(" · ") || (output.dataset.nothing ?? "");
};

// The answer to what was chosen last is shown, also if an earlier one comes later.
let requests = 0;

const tellExample = async () => {
  const mine = ++requests;
  /** @type {any} */
  const fields = new FormData(form);
  const typed = new URLSearchParams(fields);
  for (const name of [...typed.keys()]) {
    if (name.startsWith("initial-") || name === "csrfmiddlewaretoken") typed.delete(name);
  }
  const answer = await fetch(`${form.dataset.example}?${typed}`).catch(() => null);
  const example = answer?.ok && answer.headers.get("Content-Type")?.includes("json") && (await answer.json());
  if (!example || mine !== requests) return; // what stands there stays
  part("#low").hidden = !example.low;
  part("#high").hidden = example.low;
  for (const [place, points] of Object.entries(example.nights)) part(`#night-${place}`).textContent = `${points}`;
  /** @type {NodeListOf<HTMLElement>} */
  const answers = form.querySelectorAll("[data-answer]");
  for (const shown of answers) {
    const [question, how] = (shown.dataset.answer ?? "").split(" ");
    const [total, note, refused] = example.answers[question][how];
    Object.assign(shown.firstChild ?? {}, { textContent: total });
    Object.assign(shown.lastChild ?? {}, { textContent: note });
    shown.classList.toggle("wins", refused);
  }
};

/** @type {number | undefined} */
let soon;
form.addEventListener("input", (event) => {
  const fold = event.target instanceof Element && event.target.closest(".more");
  if (fold) tellFold(fold);
  clearTimeout(soon);
  soon = setTimeout(tellExample, 150);
});
