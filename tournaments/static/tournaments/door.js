// At the door: finds while you type, and lets in without loading the page again.
const list = document.querySelector("#door");
const search = document.querySelector("#q");

const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const find = () => {
  const words = plain(search.value).split(/\s+/);
  for (const row of list.querySelectorAll("[data-sought]")) {
    row.hidden = !words.every((word) => row.dataset.sought.includes(word));
  }
};

// One after the other: what was tapped first is done first.
let before = Promise.resolve();

const tap = async (button) => {
  const body = new FormData(list);
  body.set(button.name, button.value);
  const answer = await fetch(location.pathname, { method: "POST", body: new URLSearchParams(body) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const there = page.querySelector("#door");
  if (!answer.ok || !there) throw new Error("another page");
  list.replaceChildren(...there.childNodes);
  document.querySelector("#door-count").replaceChildren(...page.querySelector("#door-count").childNodes);
  find();
  const kind = button.matches(".person") ? ".person" : ".paid";
  list.querySelector(`${kind}[value="${button.value}"]`)?.focus();
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
search.focus();
