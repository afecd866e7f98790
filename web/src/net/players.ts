/** Who of a tournament's players holds this device, said once at a table and kept; by tournament. */

import { stored } from "./storage.ts";

const numbers = stored<Record<string, number>>("cups.player", {});

export function playerHere(tournament: string): number | null {
  return numbers.get()[tournament] ?? null;
}

export function playHere(tournament: string, player: number): void {
  numbers.set({ ...numbers.get(), [tournament]: player });
}
