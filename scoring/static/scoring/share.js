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
  box?.querySelector("summary")?.addEventListener("click", (event) => {
    event.preventDefault();
    if (field instanceof HTMLInputElement && navigator.share) {
      navigator.share({ title: document.title, url: field.value }).catch(() => {});
      return;
    }
    box.open = true;
    copy();
  });
}
