// Suggests the short address while the club's name is typed, until somebody writes their own.
const name = /** @type {HTMLInputElement} */ (document.querySelector("#id_name"));
const slug = /** @type {HTMLInputElement} */ (document.querySelector("#id_slug"));
let ours = slug.value;

name.addEventListener("input", () => {
  if (slug.value !== ours) return;
  ours = name.value.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "").trim().replace(/[\s-]+/g, "-").slice(0, 40);
  slug.value = ours;
});
