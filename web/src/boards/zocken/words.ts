/** Zocken's board in words. */

import { t, tn } from "../../translation.ts";
import { BOX, LEFT, RIGHT, type Room, type State } from "./figures.ts";

export function colourName(die: number): string {
  return [t("red"), t("orange"), t("yellow"), t("green"), t("blue"), t("violet"), t("white")][die] ?? "";
}

/** A die as it lies: "blue 4". */
export function dieName(s: State, die: number): string {
  return `${colourName(die)} ${s.shows[die]}`;
}

export function placeName(place: number): string {
  if (place === LEFT) return t("Left end, −10");
  if (place === RIGHT) return t("Right end, −10");
  if (place === BOX) return t("The −20 box");
  return t("Space {n}, {colour}", { n: place, colour: colourName(place - 1) });
}

/** Which values fit a slot: "4", or "2–5". */
export function values(fits: Room[number]): string {
  if (!fits) return "";
  return fits[0] === fits[1] ? `${fits[0]}` : `${fits[0]}–${fits[1]}`;
}

/** A number with the minus sign of print. */
export function minus(n: number): string {
  return String(n).replace("-", "−");
}

/** A gain or a loss. */
export function gain(n: number): string {
  return n > 0 ? `+${n}` : minus(n);
}

export function points(n: number): string {
  return tn(Math.abs(n), "{n} point", "{n} points", { n: minus(n) });
}
