/** Where the dice of a throw are shown: in the state, and in what the board draws. */

import type { Dice } from "./figures.ts";

export function thrownDice(
  outcomes: readonly string[],
  state: { thrown: number[] },
  figures: { dice: Dice<unknown> },
): string[][] {
  return [
    outcomes.flatMap((name, symbol) => Array<string>(state.thrown[symbol] ?? 0).fill(name)),
    figures.dice.throw.flatMap(({ face, dice }) => Array<string>(dice).fill(String(face))),
  ];
}
