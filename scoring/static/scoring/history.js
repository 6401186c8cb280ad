/* Which of the lines came from this phone; only the phone itself knows. */
import { openStore } from "./phone/store.js";

const list = document.querySelector(".history");
const device = await (await openStore()).device();
for (const one of list.querySelectorAll("[data-device]")) {
  if (one.dataset.device === device) one.textContent = list.dataset.here;
}
