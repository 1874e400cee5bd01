/* The service worker: caches the client's shell for offline use, and opens the page of a clicked notification.
    Responses of the API are never cached. */

/** Replaced by the build: the URLs of the shell, and a hash of their content. */
const SHELL = ["__SHELL__"];
const CACHE = "heliogram-__STAMP__";
/** After this time without a response, the cached page is served. */
const PATIENCE_MS = 5000;

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") void self.skipWaiting();
  else if (data.keep) event.waitUntil(Promise.allSettled(data.keep.map(file)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // The way to an OpenID provider and back: it may take longer, and is no page of the client.
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(newestPage(request));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(file(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** Opens a path in a visible page, in another open page, or in a new one. */
async function open(path) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) return self.clients.openWindow(path);
  page.postMessage({ open: path });
  return page.focus();
}

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The server's current page, so that nobody keeps an old version; the cached one if the server does not respond. */
async function newestPage(request) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => caches.match("/"));
  const fresh = fetch(request).catch(() => page());
  return (await Promise.race([fresh, late])) ?? fresh;
}

async function page() {
  return (await caches.match("/")) ?? Response.error();
}

/** Files of the shell are cached by its hash; files in `assets` have a hash in their name. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}
