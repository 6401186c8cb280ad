/* What stands there to send is copied with one tap, also where a page without https may not ask for the
   clipboard. A link is shared by what the phone has for that. */
for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".copying"))) {
  const field = /** @type {HTMLInputElement} */ (bar.previousElementSibling);
  const said = /** @type {HTMLElement} */ (bar.querySelector("[data-copied]"));
  const button = /** @type {HTMLButtonElement} */ (bar.querySelector("button"));

  const copy = async () => {
    field.focus();
    field.select();
    const done = navigator.clipboard?.writeText(field.value).then(() => true, () => false);
    if ((await done) || document.execCommand("copy")) said.textContent = said.dataset.copied ?? "";
    bar.scrollIntoView({ block: "nearest" });
  };

  bar.hidden = false;
  button.addEventListener("click", copy);
  field.addEventListener("focus", () => field.select());

  const box = /** @type {HTMLDetailsElement | null} */ (bar.closest(".share details"));
  const summary = box?.querySelector("summary");
  if (!box || !summary) continue;

  const close = () => {
    box.open = false;
    said.textContent = "";
  };

  summary.addEventListener("click", (event) => {
    event.preventDefault();
    if (field instanceof HTMLInputElement && navigator.share) {
      navigator.share({ title: document.title, url: field.value }).catch(() => {});
    } else if (said.textContent) {
      close();
    } else {
      box.open = true;
      copy().then(() => (button.hidden = said.textContent !== ""));
    }
  });
  document.addEventListener("click", (event) => {
    if (!box.contains(/** @type {Node} */ (event.target))) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.open) return;
    close();
    summary.focus();
  });
}
