import type { Chance } from "../chance.ts";
import { BY_LOT, type Figures, OUTCOMES, type State } from "./figures.ts";

const KINDS = OUTCOMES.length;

const chance: Chance<State, Figures> = {
  outcomes: OUTCOMES,
  byLot: BY_LOT,
  held: (state, figures, seat) => [
    OUTCOMES.flatMap((name, kind) => Array<string>(state.hand[seat * KINDS + kind] ?? 0).fill(name)),
    (figures.hands[seat] ?? []).map(String),
  ],
};
export default chance;
