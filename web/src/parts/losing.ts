/** What certainly throws something away, by move; see core/contract/text.py. */

import type { MoveChoice } from "../protocol.ts";

export function losing(choices: MoveChoice[]): Record<string, string> {
  return Object.fromEntries(choices.flatMap(({ move, loses }) => (loses ? [[move, loses]] : [])));
}
