/* The service worker: caches the client's shell for offline use, shows pushes, and opens the page of a clicked
    notification. Responses of the API are never cached. */

/** Replaced by the build: the URLs of the shell, and a hash of their content. */
const SHELL = ["__SHELL__"];
const CACHE = "heliogram-__STAMP__";
/** What pushes need while no page is open (`web/core/ports/push.ts`). */
const PUSH_CACHE = "heliogram-push";
const PUSH_SETUP = "/push-setup";
const ICON = "/icon-192.png";
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
  // The way to an OpenID provider and back, which may take longer, and the end of mails: they are no pages of the client.
  if (pathname.startsWith("/api/") || pathname.startsWith("/unsubscribe/")) return;
  if (request.mode === "navigate") event.respondWith(newestPage(request));
  else if (pathname.startsWith("/assets/") || SHELL.includes(pathname)) event.respondWith(file(request));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** One push after the other: Chromium forgets a notification that is looked for while it is being shown. */
let received = Promise.resolve();
self.addEventListener("push", (event) => {
  const { data } = event;
  received = received.catch(() => {}).then(() => receivePush(readPush(data)));
  event.waitUntil(received);
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));

/** What cannot be read tells of a new message all the same: a push must show something. */
function readPush(data) {
  try {
    return data.json();
  } catch {
    return { type: "message" };
  }
}

/** docs/guides/push.md has the members of a push. */
async function receivePush(push) {
  if (push.badge !== undefined) await setBadge(push.badge);
  for (const each of push.closed ?? []) await closeNotifications(tagOf(each));
  if (push.type === "read") return;
  const { words } = await pushSetup();
  const { title, body } = textsOf(push, words);
  const tag = tagOf(push);
  const [shown] = await self.registration.getNotifications({ tag });
  const isShown = shown !== undefined && shown.data?.message_id === push.message_id;
  const silent = push.is_silent === true || isShown;
  const { chat_id, message_id, message_thread_id } = push;
  const data = { chat_id, message_id, message_thread_id, path: pathOf(push) };
  if (push.type === "reaction") data.is_reaction = true;
  const renotify = tag !== "" && !silent;
  await self.registration.showNotification(title, { body, tag, silent, renotify, data, icon: ICON, badge: ICON });
}

async function setBadge(count) {
  try {
    await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.());
  } catch {
    // A page that is not installed has no icon.
  }
}

async function closeNotifications(tag) {
  for (const each of await self.registration.getNotifications({ tag })) each.close();
}

/** The tags that pages use too, so that a notification of either takes the place of the other's. */
function tagOf({ type, chat_id, message_thread_id, is_reaction }) {
  if (chat_id === undefined) return "heliogram";
  if (is_reaction || type === "reaction") return `reaction ${chat_id}`;
  return message_thread_id === undefined ? `chat ${chat_id}` : `chat ${chat_id} ${message_thread_id}`;
}

function pathOf({ type, chat_id, message_id, message_thread_id }) {
  if (chat_id === undefined) return "/";
  if (type === "reaction") return `/chat/${chat_id}?message=${message_id}`;
  return message_thread_id === undefined ? `/chat/${chat_id}` : `/chat/${chat_id}?topic=${message_thread_id}`;
}

function textsOf(push, words) {
  if (push.type === "test") return { title: "Heliogram", body: words.test };
  if (push.title === undefined)
    return { title: "Heliogram", body: push.type === "reaction" ? words.reaction : words.message };
  if (push.type === "reaction")
    return {
      title: push.title,
      body: words.reacted.replace("{name}", () => push.sender).replace("{emoji}", () => push.emoji),
    };
  const kind = words[push.service ?? push.content] ?? (push.text === undefined ? words.message : undefined);
  const text = [kind, push.text].filter(Boolean).join(", ");
  const title = push.count > 1 ? `${push.title} (${push.count})` : push.title;
  return { title, body: push.sender === undefined ? text : `${push.sender}: ${text}` };
}

/** The words in the language of the page that turned pushes on, and what renews the subscription. */
async function pushSetup() {
  const kept = await (await caches.open(PUSH_CACHE)).match(PUSH_SETUP);
  return kept
    ? kept.json()
    : { words: { message: "A new message", reaction: "A new reaction", test: "It works", reacted: "{name}: {emoji}" } };
}

/** The push service has ended the subscription or replaced its keys: subscribes again, in the session of the cookie. */
async function renewSubscription() {
  const { public_key, label } = await pushSetup();
  if (public_key === undefined) return;
  const options = { userVisibleOnly: true, applicationServerKey: public_key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  await fetch("/api/addPushSubscription", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, ...keys, label }),
  });
}

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
  await Promise.all(names.filter((name) => name !== CACHE && name !== PUSH_CACHE).map((name) => caches.delete(name)));
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
