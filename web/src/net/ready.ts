/** Asking for what may still be compiled: right after its start a server cannot answer everything. */

import { Refused } from "./api.ts";

const PAUSE = 1000; // ms

/** Ask, and while the server is warming up ask again, as long as the answer is wanted; `waiting` is told of it. */
export async function whenReady<T>(
  ask: () => Promise<T>,
  wanted: () => boolean,
  waiting: () => void,
): Promise<T> {
  while (true) {
    try {
      return await ask();
    } catch (why) {
      if (!(why instanceof Refused && why.code === "warming_up" && wanted())) throw why;
      waiting();
      await new Promise((after) => setTimeout(after, PAUSE));
    }
  }
}
