// Sends pictures of forms one at a time, and shows what was read as soon as the site knows.
/** @type {<T extends Element = HTMLElement>(selector: string, within?: ParentNode) => T} */
const part = (selector, within = document) =>
  /** @type {never} */
  (within.querySelector(selector));

/** @type {HTMLFormElement | null} */
const form = part("#sending");
const [sent, progress, lost] = ["sent", "progress", "lost"].map((id) => part(`#${id}`));
const AGAIN = 3000; // milliseconds, while others read
const TRIES = 20;
const BUSY = 503;

/** @type {(ms: number) => Promise<void>} */
const wait = (ms) => new Promise((goOn) => setTimeout(goOn, ms));

/** @type {(body: FormData) => Promise<Element[]>} */
const read = async (body) => {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch("?part", { method: "POST", body });
    if (answer.status === BUSY && tries < TRIES) {
      await wait(AGAIN);
      continue;
    }
    if (answer.redirected || (!answer.ok && answer.status !== BUSY)) throw new Error("no answer");
    return [...new DOMParser().parseFromString(await answer.text(), "text/html").body.children];
  }
};

// The file is still here: nobody has to choose it again to name its table.
/** @type {(sections: Element[], file: File) => void} */
const show = (sections, file) => {
  for (const section of sections) {
    /** @type {HTMLFormElement | null} */
    const byHand = part(".by-hand", section);
    byHand?.querySelector(".again")?.remove();
    byHand?.addEventListener("submit", async (event) => {
      event.preventDefault();
      const body = new FormData(byHand);
      body.append("file", file);
      const found = await working(file.name, () => read(body));
      if (found) section.replaceWith(...found);
    });
  }
  sent.prepend(...sections);
};

/** @type {<T>(words: string, work: () => Promise<T>) => Promise<T | null>} */
const working = async (words, work) => {
  part("b", progress).textContent = words;
  progress.hidden = false;
  lost.hidden = true;
  try {
    return await work();
  } catch {
    lost.hidden = false;
    return null;
  } finally {
    progress.hidden = true;
  }
};

/** @type {(event: SubmitEvent) => Promise<void>} */
const submit = async (event) => {
  event.preventDefault();
  if (!form) return;
  const all = new FormData(form);
  const files = all.getAll("file").filter((file) => file instanceof File && file.size > 0);
  const button = part("button", form);
  button.toggleAttribute("disabled", true);
  for (const [place, file] of files.entries()) {
    if (!(file instanceof File)) continue;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", `${all.get("csrfmiddlewaretoken")}`);
    body.append("file", file);
    const found = await working(`${place + 1} / ${files.length} · ${file.name}`, () => read(body));
    if (!found) break;
    show(found, file);
  }
  button.toggleAttribute("disabled", false);
  form.reset();
};

form?.addEventListener("submit", submit);
for (const input of form?.querySelectorAll("input[type=file]") ?? []) input.addEventListener("change", () => form?.requestSubmit());
