/** Dice in words, for those who listen. */

import { t, tn } from "../../words.ts";
import type { Face } from "./dice.ts";

/** "3 × 4", "1 × worm". */
export function diceInWords(face: Face, dice: number): string {
  return face === "worm"
    ? tn(dice, "{n} worm", "{n} worms")
    : tn(dice, "{n} die showing {face}", "{n} dice showing {face}", { face });
}

/** The key that sets this symbol aside, as in the terminal. */
export function keyOf(face: Face): string {
  return face === "worm" ? t("w") : String(face);
}
