/** Keys as in the terminal; a die is also picked by the number of its colour's space. */

import { BETTING, BOX, LEFT, PICKING, PLACING, placing, RIGHT, throwing } from "./types.ts";

const COLOURS = "roygtvw";

/** The move that a key means in a phase. */
export function meant(key: string, phase: number): string | null {
  const number = /^[1-7]$/.test(key) ? Number(key) : 0;
  if (phase === PICKING) {
    const die = number ? number - 1 : COLOURS.indexOf(key);
    return die >= 0 ? throwing(die) : null;
  }
  if (phase === PLACING) {
    if (number) return placing(number);
    return { l: placing(LEFT), r: placing(RIGHT), p: placing(BOX) }[key] ?? null;
  }
  if (phase === BETTING) return { e: "bet", n: "no bet" }[key] ?? null;
  return null;
}

/** Keys that belong to something else: a field, a shortcut of the browser, a key held down. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return (
    event.defaultPrevented ||
    event.repeat ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    !!target?.closest?.("input, textarea, select, dialog, [contenteditable]")
  );
}

/** Arrow keys within a group of buttons, Home and End to its ends. */
export function rove(event: KeyboardEvent): void {
  const button = (event.target as HTMLElement).closest<HTMLElement>("[data-rove]");
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -99, End: 99 }[event.key];
  if (!button || !step) return;
  const all = [...(button.parentElement?.querySelectorAll<HTMLElement>("[data-rove]") ?? [])];
  const to = Math.max(0, Math.min(all.length - 1, all.indexOf(button) + step));
  all[to]?.focus();
  event.preventDefault();
}
