/**
 * The service worker: without the server the start page still opens, and shows the games of this device.
 *
 * The build puts the names of all scripts and styles in place of FILES, so every build is another worker with a cache
 * of its own. It takes over when no tab of the one before is open: a page never gets the scripts of another build.
 */

/* global FILES, BUILD */
const CACHE = `page-${BUILD}`;
const KEPT = "answers";
/** Answers of the server that are kept for when there is none. */
const KEEP = ["/api/games", "/api/my/tables"];

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
  else if (KEEP.includes(pathname)) event.respondWith(fresh(request));
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
    if (answer.ok) cache.put(request, new Response(await answer.clone().blob(), { headers }));
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
