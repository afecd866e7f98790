/** What happened, in short: of everything that somebody did in a row, the last thing he decided. */

import type { EventText } from "../../protocol.ts";

/** `isThrow` tells which events were dice and draws: what came of them says more. */
export function digest<Line extends Pick<EventText, "seq" | "seat" | "text">>(
  lines: Line[],
  isThrow: (seq: number) => boolean = () => false,
): Line[] {
  const found: Line[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (!last || last.seat === null || last.seat !== line.seat) found.push(line);
    else if (isThrow(last.seq) || !isThrow(line.seq)) found[found.length - 1] = line;
  }
  return found;
}
