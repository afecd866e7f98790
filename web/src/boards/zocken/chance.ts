import type { Chance } from "../chance.ts";
import { BY_LOT, type Figures, OUTCOMES, type State } from "./figures.ts";

const chance: Chance<State, Figures> = {
  outcomes: OUTCOMES,
  byLot: BY_LOT,
  thrown: (state) => [[String(state.shows[state.die])]],
};
export default chance;
