import type { Chance } from "../chance.ts";
import { thrownDice } from "../keeping/thrown.ts";
import { BY_LOT, type Figures, OUTCOMES, type State } from "./figures.ts";

const chance: Chance<State, Figures> = {
  outcomes: OUTCOMES,
  byLot: BY_LOT,
  thrown: (state, figures) => thrownDice(OUTCOMES, state, figures),
};
export default chance;
