/** What certainly throws something away, by move; see core/contract/text.py. */

import type { Leading } from "../protocol.ts";

export function losing(choices: Leading[]): Record<string, string> {
  return Object.fromEntries(choices.flatMap(({ move, loses }) => (loses ? [[move, loses]] : [])));
}
