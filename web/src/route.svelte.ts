/** Where we are, and what links say. Links are ordinary links; those of our own do not load the page anew. */

export const place = $state({ path: location.pathname, hash: location.hash, query: location.search });

function look(): void {
  place.path = location.pathname;
  place.hash = location.hash;
  place.query = location.search;
}

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  look();
  if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", look);
addEventListener("hashchange", look);
addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (
    link.origin !== location.origin ||
    link.target ||
    link.hasAttribute("download") ||
    link.pathname.startsWith("/api/")
  )
    return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

// ── Links to tables: the one grammar of docs/page.md. Programs read it in stammtisch/client/link.py. ──

/** What a link to a table says besides its name; nothing: it is for watching. */
export type Said =
  | { kind: "watch" }
  /** For any free seat, or for a certain one, counted from 0. */
  | { kind: "invitation"; seat: number | null; key: string }
  /** The game after this event. */
  | { kind: "moment"; seq: number }
  /** The review of the game, or one of its mistakes: parts/table/reviewing.svelte.ts. */
  | { kind: "review" }
  /** Something of it was lost on the way. */
  | { kind: "broken" };

const TABLE = /^[\w-]{8,32}$/;

export const isTable = (name: string): boolean => TABLE.test(name);
export const watchLink = (table: string): string => `/t/${table}`;
export const joinLink = (table: string, key: string): string => `/t/${table}#join-${key}`;
export const sitLink = (table: string, seat: number, key: string): string => `/t/${table}#sit-${seat}-${key}`;

/** What follows the name of a table. Keys are in the fragment, which no server sees; links of old had them before it. */
export function said(hash: string, query = ""): Said {
  if (hash.length <= 1) {
    const old = new URLSearchParams(query);
    const [seat, key] = [old.get("seat"), old.get("key")];
    return key ? { kind: "invitation", seat: seat === null ? null : Number(seat), key } : { kind: "watch" };
  }
  const [, seq, , seat, key] = /^#(?:(\d{1,9})|(join|sit-(\d{1,2}))-([\w-]{20,100}))$/.exec(hash) ?? [];
  if (seq) return { kind: "moment", seq: Number(seq) };
  if (key) return { kind: "invitation", seat: seat === undefined ? null : Number(seat), key };
  return { kind: /^#review(-\d+)?$/.test(hash) ? "review" : "broken" };
}

/** The table that a whole link leads to, and the server that has it; null: it leads to no table. */
export function readLink(text: string): { origin: string; table: string } | null {
  try {
    const { origin, protocol, pathname } = new URL(text.trim(), location.origin);
    const table = /\/t\/([^/]+)\/?$/.exec(pathname)?.[1] ?? "";
    return /^https?:$/.test(protocol) && isTable(table) ? { origin, table } : null;
  } catch {
    return null;
  }
}
