// Opens a sheet that was visited before, without a connection. Pages come from the site while it answers; the files
// of a page are those of its own version: VERSION and SHELL are written above by the site.

const CACHE = `streepje ${VERSION}`;
const PAGE = /^\/s\/[\w-]{46}\/(paper\/)?$/;
const OTHER = /^(\/s\/[\w-]{46}\/)[a-z]+\/$/; // the judge, the history: they take a connection
const BESIDE = /\/scoring\/paper(\/\w+\.js|\.css)$/; // what a typist needs more; kept where somebody types
const PATIENCE = 3000;
const AGAIN = 10000; // this long after having waited in vain nobody waits as long again
let inVain = 0;
/** @type {Set<string>} */
const other = new Set(); // pages of another version than these files

/** @type {any} */
const globals = self;
/** @type {ServiceWorkerGlobalScope} */
const worker = globals;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
worker.addEventListener("fetch", (event) => {
  const { request, clientId, resultingClientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(request, resultingClientId));
  else if (request.mode === "navigate" && OTHER.test(pathname)) event.respondWith(orSheet(request, pathname));
  else if (SHELL.includes(pathname)) event.respondWith(file(request, pathname, clientId));
  else if (BESIDE.test(pathname)) event.respondWith(latest(request, pathname));
});

/** All files or none; and the pages that are kept, as this version draws them. */
async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((address) => new Request(address, { cache: "reload" })));
  const before = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const paths = new Set(before.flat().map(({ url }) => new URL(url).pathname));
  await Promise.allSettled([...paths].map(keepOne));
  await worker.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("streepje ") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @type {(message: {page: string, files?: string[]}) => Promise<unknown>} */
const keep = ({ page, files = [] }) => Promise.allSettled([page, ...files].map(keepOne));

/** @type {(path: string) => Promise<void>} */
async function keepOne(path) {
  if (!PAGE.test(path) && !BESIDE.test(path)) return;
  const reply = await fetch(path);
  if (reply.ok) await (await caches.open(CACHE)).put(path, reply);
}

/** @type {(request: Request, client: string) => Promise<Response>} */
async function page(request, client) {
  const { pathname } = new URL(request.url);
  const cache = await caches.open(CACHE);
  const kept = await caches.match(pathname, { ignoreVary: true });
  const reply = await fetched(request, kept);
  if (!reply || reply.status >= 500) return kept ?? reply ?? Response.error();
  if (reply.headers.get("Streepje-Version") !== VERSION) other.add(client);
  else if (reply.ok) await cache.put(pathname, reply.clone());
  if (reply.status === 404) await cache.delete(pathname);
  return reply;
}

/**
 * Without a connection back to the sheet, which says that there is none.
 * @type {(request: Request, pathname: string) => Promise<Response>}
 */
async function orSheet(request, pathname) {
  const [, sheet = ""] = OTHER.exec(pathname) ?? [];
  const kept = await caches.match(sheet, { ignoreVary: true });
  return (await fetched(request, kept)) ?? (kept ? Response.redirect(sheet) : Response.error());
}

/**
 * The site's answer, or null; wifi that swallows everything is waited for only where nothing is kept.
 * @type {(request: Request, kept: Response | undefined) => Promise<Response | null>}
 */
async function fetched(request, kept) {
  const patience = Date.now() - inVain < AGAIN ? PATIENCE / 10 : PATIENCE;
  /** @type {Promise<undefined>} */
  const late = new Promise((resolve) => { if (kept) setTimeout(() => resolve(undefined), patience); });
  const reply = await Promise.race([fetch(request).catch(() => null), late]);
  if (reply === undefined) inVain = Date.now();
  return reply ?? null;
}

/** @type {(request: Request, pathname: string, client: string) => Promise<Response>} */
async function file(request, pathname, client) {
  const kept = await (await caches.open(CACHE)).match(pathname, { ignoreVary: true });
  if (!other.has(client)) return kept ?? fetch(request);
  return fetch(request).catch(() => kept ?? Response.error());
}

/** @type {(request: Request, pathname: string) => Promise<Response>} */
async function latest(request, pathname) {
  const kept = () => caches.match(pathname, { ignoreVary: true });
  return fetch(request).catch(async () => (await kept()) ?? Response.error());
}
