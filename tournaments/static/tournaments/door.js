// At the door: finds while you type, and lets in without loading the page again.
const list = document.querySelector("#door");
const search = document.querySelector("#q");
const tapped = new Set(); // they stay in sight, whatever is shown

const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const find = () => {
  const words = plain(search.value).split(/\s+/);
  for (const row of list.querySelectorAll("[data-sought]")) {
    row.hidden = !words.every((word) => row.dataset.sought.includes(word));
  }
  list.querySelector(".door").classList.toggle("seeking", search.value.trim() !== "");
};

// One after the other: what was tapped first is done first.
let before = Promise.resolve();

const tap = async (button) => {
  const body = new FormData(list);
  body.set(button.name, button.value);
  const sent = { method: "POST", body: new URLSearchParams(body) };
  const answer = await fetch(list.action + location.search, sent);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.querySelector("#door");
  if (!answer.ok || !there) throw new Error("another page");
  const reason = list.querySelector("#reason")?.value;
  list.replaceChildren(...there.childNodes);
  if (reason) list.querySelector("#reason").value = reason;
  const parts = [...document.querySelectorAll("#door-count, .shows")];
  page.querySelectorAll("#door-count, .shows").forEach((part, place) => {
    parts[place].replaceChildren(...part.childNodes);
  });
  tapped.add(button.value);
  for (const pk of tapped) list.querySelector(`#m${pk}`)?.classList.add("just");
  find();
  const kind = button.matches(".person") ? ".person" : ":not(.person)";
  list.querySelector(`button${kind}[value="${button.value}"]`)?.focus({ preventScroll: true });
};

// Where that fails, the form goes as it does without a script.
const send = (button) => {
  const kept = document.createElement("input");
  Object.assign(kept, { type: "hidden", name: button.name, value: button.value });
  list.append(kept);
  list.submit();
};

list.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  before = before.then(() => tap(button)).catch(() => send(button));
});

search.addEventListener("input", find);
search.form.addEventListener("submit", (event) => event.preventDefault());
search.form.querySelector("button").hidden = true;
if (search.value) location.replace(location.pathname); // all are needed to find while typing
if (matchMedia("(hover: hover)").matches) search.focus(); // elsewhere a keyboard would cover the list
