/** Older events of a table come in pages. */

import type { EventPage, EventText, TableEvent } from "../protocol.ts";
import { call, Refused } from "./api.ts";

const MOST = 500; // events that are fetched at once
const PAUSE = 4000; // ms until a page is asked for again

/**
 * The events after `since` and before the number that `until` tells, page by page, for as long as it takes. They are put
 * where they belong by `inserted`.
 */
export async function* missing(
  table: string,
  language: string,
  token: string | undefined,
  since: number,
  until: () => number,
): AsyncGenerator<EventPage> {
  for (let last = since; last + 1 < until(); ) {
    const limit = Math.min(MOST, until() - 1 - last);
    const path = `/api/tables/${table}/events?since=${last}&limit=${limit}&language=${language}`;
    try {
      const page = await call<EventPage>("GET", path, undefined, token);
      if (page.events[0]?.seq !== last + 1) throw new Refused("missing", "an event is missing");
      last = page.events.at(-1)?.seq ?? last;
      yield page;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      await new Promise((again) => setTimeout(again, PAUSE));
    }
  }
}

/** What is known, with what was missing from event `from` to event `to` in its place. */
export function inserted<T extends TableEvent | EventText>(
  known: T[],
  found: T[],
  from: number,
  to: number,
): T[] {
  return [...known.filter(({ seq }) => seq < from), ...found, ...known.filter(({ seq }) => seq > to)];
}
