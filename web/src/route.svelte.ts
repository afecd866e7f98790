/** Where we are. Links are ordinary links; those of our own do not load the page anew. */

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
