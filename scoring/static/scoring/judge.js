/* The judge's page: cards are picked instead of typed, and the answer comes without leaving the page. */
import { picker } from "./phone/cards.js";
import { find } from "./phone/dom.js";

/** @type {(id: string) => any} */
const read = (id) => JSON.parse(find(`#${id}`).textContent);
/** @type {HTMLFormElement | null} */
const form = document.querySelector(".asking");
const answer = find("#answer");

if (form) {
  /** @type {HTMLInputElement} */
  const typed = find("[name=cards]", form);
  const pack = read("pack");
  const target = find("#picker");
  /** @type {(card: string) => boolean} */
  const isCard = (card) => (card === "*" && pack.jokers > 0) || (pack.ranks.includes(card.slice(0, -1)) && pack.suits.includes(card.slice(-1)));
  const given = typed.value.split(/\s+/).filter(isCard);
  find(".field:has([name=cards])", form).hidden = true;
  picker(target, {
    pack,
    words: read("faces"),
    cards: given,
    most: Number(target.dataset.most),
    change: (cards) => {
      typed.value = cards.join(" ");
      answer.replaceChildren(); // it was about other cards
    },
  });
  form.addEventListener("submit", (event) => ask(event, form));
  form.addEventListener("change", () => answer.replaceChildren());
  addEventListener("popstate", () => location.reload());
}

/** @type {(event: SubmitEvent, form: HTMLFormElement) => Promise<void>} */
async function ask(event, form) {
  if (event.submitter?.getAttribute("name") === "language") return;
  event.preventDefault();
  /** @type {any} */
  const fields = new FormData(form);
  const address = `?${new URLSearchParams(fields)}`;
  try {
    const reply = await fetch(address, { headers: { Accept: "text/html" } });
    if (!reply.ok) throw new Error(`${reply.status}`);
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    answer.replaceChildren(...find("#answer", page).childNodes);
    history.pushState(null, "", address);
  } catch {
    const said = document.createElement("p");
    said.className = "note";
    said.textContent = answer.dataset.away ?? "";
    answer.replaceChildren(said);
  }
  answer.scrollIntoView({ block: "nearest" });
}
