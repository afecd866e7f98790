/** Keys as in the terminal; a die is also picked by the number of its colour's space. */

import { BETTING, BOX, LEFT, PICKING, PLACING, RIGHT } from "./figures.ts";
import { placing, throwing } from "./moves.ts";

/** By colour; b is not for blue, since it shows the board in the terminal. */
export const LETTERS = "roygtvw";

/** The move that a key means in a phase. */
export function meant(key: string, phase: number): string | null {
  const number = /^[1-7]$/.test(key) ? Number(key) : 0;
  if (phase === PICKING) {
    const die = number ? number - 1 : LETTERS.indexOf(key);
    return die >= 0 ? throwing(die) : null;
  }
  if (phase === PLACING) {
    if (number) return placing(number);
    return { l: placing(LEFT), r: placing(RIGHT), p: placing(BOX) }[key] ?? null;
  }
  if (phase === BETTING) return { e: "bet", n: "no bet", a: "bet against" }[key] ?? null;
  return null;
}
