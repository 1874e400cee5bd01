/* Keeps the client's shell, so that it opens without a network. What the service answers to calls is never kept. */

/** The build puts the addresses of the shell and a stamp over their contents here. */
const SHELL = ["__SHELL__"];
const CACHE = "heliogram-__STAMP__";

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
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => page()));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(file(request));
});

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page() {
  return (await caches.match("/")) ?? Response.error();
}

/** Files of the shell change with its stamp alone; files in `assets` carry a hash of their content in their name. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());
  return fresh;
}
