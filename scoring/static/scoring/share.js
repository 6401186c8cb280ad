/* The link is copied with one tap, also where a page without https may not ask for the clipboard. */
const bar = /** @type {HTMLElement} */ (document.getElementById("copying"));
const button = /** @type {HTMLButtonElement} */ (bar.querySelector("button"));
const address = /** @type {HTMLInputElement} */ (document.getElementById("address"));

async function copy() {
  try {
    await navigator.clipboard.writeText(address.value);
  } catch {
    address.focus();
    address.select();
    if (!document.execCommand("copy")) return;
  }
  button.textContent = button.dataset.copied ?? "";
}

bar.hidden = false;
button.addEventListener("click", copy);
address.addEventListener("focus", () => address.select());
