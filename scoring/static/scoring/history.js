/* Which of the lines came from this phone, and an earlier entry to be entered again: only the phone itself knows. */
import { openStore } from "./phone/store.js";

const list = /** @type {HTMLElement} */ (document.querySelector(".history"));
const { sheet = "", here = "" } = list.dataset;
const store = await openStore();
const device = await store.device();
/** @type {NodeListOf<HTMLElement>} */
const cells = list.querySelectorAll("[data-device]");
for (const cell of cells) {
  if (cell.dataset.device === device) cell.textContent = here;
}

/** @type {NodeListOf<HTMLAnchorElement>} */
const again = list.querySelectorAll("a[data-row]");
for (const link of again) {
  if (link.parentElement) link.parentElement.hidden = !store.keepsDrafts;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const { game, row = "{}" } = link.dataset;
    await store.draft(sheet, Number(game), { row: JSON.parse(row) });
    location.assign(link.href);
  });
}
