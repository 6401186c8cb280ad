// Finds a name on the list of players while it is typed: one of its words begins so.
const search = document.querySelector("#q");
const lines = [...document.querySelectorAll("#players [data-sought]")];

const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const find = () => {
  const typed = plain(search.value).split(/\s+/).filter(Boolean);
  for (const line of lines) {
    const words = line.dataset.sought.split(/\s+/);
    line.hidden = !typed.every((part) => words.some((word) => word.startsWith(part)));
  }
  document.querySelector("#nobody").hidden = lines.some((line) => !line.hidden);
};

if (search && !search.value) {
  search.addEventListener("input", find);
  search.form.addEventListener("submit", (event) => event.preventDefault());
  search.form.querySelector("button").hidden = true;
}
