/* Which of the lines came from this phone; only the phone itself knows. */
import { openStore } from "./phone/store.js";

const list = /** @type {HTMLElement} */ (document.querySelector(".history"));
const device = await (await openStore()).device();
/** @type {NodeListOf<HTMLElement>} */
const cells = list.querySelectorAll("[data-device]");
for (const cell of cells) {
  if (cell.dataset.device === device) cell.textContent = list.dataset.here ?? "";
}
