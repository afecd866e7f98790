/** Dice, the places where they lie, and the names of the moves that throw and place them. */

import { BOX, LEFT, RIGHT } from "./figures.ts";

export const DICE = [0, 1, 2, 3, 4, 5, 6];
export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The names of moves, which are the same in every language. */
export const throwing = (die: number) =>
  `throw ${["red", "orange", "yellow", "green", "blue", "violet", "white"][die]}`;
export const placing = (place: number) =>
  `place ${place === LEFT ? "left" : place === RIGHT ? "right" : place === BOX ? "-20" : place}`;
