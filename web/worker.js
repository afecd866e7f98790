/**
 * The service worker: without the server the page still opens, with the games of this device and what was kept for
 * then: rules, lessons and the puzzles of the day (net/offline.ts asks for them ahead, net/kept.ts keeps whole games).
 *
 * The build puts the names of all scripts and styles in place of FILES, so every build is another worker with a cache
 * of its own. It takes over when no tab of the one before is open: a page never gets the scripts of another build.
 */

/* global FILES, BUILD */
const CACHE = `page-${BUILD}`;
const KEPT = "answers";
/** Answers of the server that are kept for when there is none. */
const KEEP = [
  /^\/api\/(games|my\/tables|puzzles)$/,
  /^\/api\/games\/\w+\/(rules|lesson)$/,
  /^\/api\/puzzles\/\w+\/[0-9a-f]{10}(\/explanation)?$/,
  /^\/api\/tables\/[\w-]+\/(story|moment|review|transcript\.jsonl|record\.txt)$/,
];
const MOST = 300; // answers; the oldest go first

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["/", ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== CACHE && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("/")));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (KEEP.some((each) => each.test(pathname))) event.respondWith(fresh(request));
});

async function asset(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** What the server says; if it says nothing, what it said last to the same person. */
async function fresh(request) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    const headers = { "content-type": "application/json", vary: "authorization" };
    if (answer.ok) await keep(cache, request, new Response(await answer.clone().blob(), { headers }));
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -MOST).map((old) => cache.delete(old)));
}

/** A notice, from this server only: nobody else has the key. One with the same tag takes the place of the one before. */
self.addEventListener("push", (event) => {
  const { title, body, link, stop, stop_words, tag } = event.data.json();
  const actions = [{ action: "stop", title: stop_words }];
  const shown = { body, tag, data: { link, stop }, actions, icon: "/icon-192.png", badge: "/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link, stop } = event.notification.data;
  event.waitUntil(show(new URL(event.action === "stop" ? stop : link)));
});

/** The page at this place, in the tab that has it open already, or in a new one. Only ever our own page. */
async function show({ pathname, hash }) {
  const place = new URL(pathname + hash, location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = tabs.find((tab) => tab.url === place);
  return open ? open.focus() : self.clients.openWindow(place);
}
