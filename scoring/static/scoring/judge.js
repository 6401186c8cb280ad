/* The judge's page: cards are picked instead of typed, and the answer comes without leaving the page. */
import { picker } from "./phone/cards.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const form = document.querySelector(".asking");
const answer = document.getElementById("answer");

if (form) {
  const typed = form.elements.cards;
  const pack = read("pack");
  const isCard = (card) => card === "*" || (pack.ranks.includes(card.slice(0, -1)) && pack.suits.includes(card.slice(-1)));
  const given = typed.value.split(/\s+/).filter(isCard);
  typed.closest(".field").hidden = true;
  picker(document.getElementById("picker"), {
    pack,
    words: read("faces"),
    cards: given,
    change: (cards) => {
      typed.value = cards.join(" ");
      answer.replaceChildren(); // it was about other cards
    },
  });
  form.addEventListener("submit", ask);
  form.addEventListener("change", () => answer.replaceChildren());
  addEventListener("popstate", () => location.reload());
}

async function ask(event) {
  if (event.submitter?.name === "language") return;
  event.preventDefault();
  const address = `?${new URLSearchParams(new FormData(form))}`;
  try {
    const reply = await fetch(address, { headers: { Accept: "text/html" } });
    if (!reply.ok) throw new Error(reply.status);
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    answer.replaceChildren(...page.getElementById("answer").childNodes);
    history.pushState(null, "", address);
  } catch {
    const said = document.createElement("p");
    said.className = "note";
    said.textContent = answer.dataset.away;
    answer.replaceChildren(said);
  }
  answer.scrollIntoView({ block: "nearest" });
}
