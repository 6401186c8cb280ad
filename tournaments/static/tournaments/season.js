// Says what each answer about absence comes to as it is chosen, and what stands in a folded part.
const form = document.querySelector("#typed");

const isAsked = (input) => getComputedStyle(input.closest(".field")).display !== "none";

const told = (input) => {
  if (input.type === "radio" || input.type === "checkbox") {
    return input.checked ? input.closest("label").textContent.trim() : "";
  }
  const typed = input.value.trim();
  const label = input.closest(".field").querySelector("label").textContent.trim();
  return typed && typed !== input.dataset.usual ? `${label}: ${typed}` : "";
};

const tellFold = (fold) => {
  const inputs = [...fold.querySelectorAll("input:not([type=hidden])")].filter(isAsked);
  const output = fold.querySelector("[data-nothing]");
  output.textContent = inputs.map(told).filter(Boolean).join(" · ") || output.dataset.nothing;
};

// The answer to what was chosen last is shown, also if an earlier one comes later.
let asked = 0;

const tellExample = async () => {
  const mine = ++asked;
  const typed = new URLSearchParams(new FormData(form));
  for (const name of [...typed.keys()]) {
    if (name.startsWith("initial-") || name === "csrfmiddlewaretoken") typed.delete(name);
  }
  const answer = await fetch(`${form.dataset.example}?${typed}`).catch(() => null);
  const example = answer?.ok && answer.headers.get("Content-Type")?.includes("json") && (await answer.json());
  if (!example || mine !== asked) return; // what stands there stays
  document.querySelector("#low").hidden = !example.low;
  document.querySelector("#high").hidden = example.low;
  example.nights.forEach((points, place) => {
    document.querySelector(`#night-${place}`).textContent = points;
  });
  for (const shown of form.querySelectorAll("[data-answer]")) {
    const [question, how] = shown.dataset.answer.split(" ");
    const [total, note, refused] = example.answers[question][how];
    shown.firstChild.textContent = total;
    shown.lastChild.textContent = note;
    shown.classList.toggle("wins", refused);
  }
};

let soon;
form.addEventListener("input", (event) => {
  const fold = event.target.closest(".more");
  if (fold) tellFold(fold);
  clearTimeout(soon);
  soon = setTimeout(tellExample, 150);
});
