// Shares a link by what the phone has for that, else copies it: also on a page without https.
/** @type {NodeListOf<HTMLDetailsElement>} */
const boxes = document.querySelectorAll(".share");
for (const box of boxes) {
  const address = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const copied = /** @type {HTMLElement} */ (box.querySelector("[data-copied]"));

  const summary = /** @type {HTMLElement} */ (box.querySelector("summary"));
  summary.addEventListener("click", async (event) => {
    event.preventDefault();
    if (navigator.share) {
      await navigator.share({ title: document.title, url: address.value }).catch(() => {});
      return;
    }
    box.open = true;
    address.focus();
    address.select();
    const done = navigator.clipboard?.writeText(address.value).then(() => true, () => false);
    if ((await done) || document.execCommand("copy")) copied.textContent = copied.dataset.copied ?? "";
  });
}
