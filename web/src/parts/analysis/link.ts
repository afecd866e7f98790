/** Links to positions: the line of text that stands for one (docs/positions.md) is the fragment of the address. */

/** What every line begins with, and the game that it names. */
const BEGINS = /^\s*stammtisch\/\d+\s+([a-z0-9_]{1,32})\//;

export const LONGEST = 4000; // letters of a line; the server reads no more

export function analysisLink(game: string, line = ""): string {
  if (!line) return `/analysis/${game}`;
  const written = encodeURIComponent(line).replace(/%(2F|3D|2C|3A)/g, decodeURIComponent); // to be read by people
  return `/analysis/${game}#${written}`;
}

/** The line in an address; what is not whole is shown as it is, and the server says what is wrong. */
export function lineOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1)).trim();
  } catch {
    return hash.slice(1);
  }
}

/** The game that a line names; null: it names none. */
export function gameOf(line: string): string | null {
  return BEGINS.exec(line)?.[1] ?? null;
}

/** The line in whatever somebody has pasted: a line, or a link to one. */
export function pasted(text: string): string {
  const at = text.indexOf("/analysis/");
  const hash = at < 0 ? -1 : text.indexOf("#", at);
  return hash < 0 ? text.trim() : lineOf(text.slice(hash).trim());
}
