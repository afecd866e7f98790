/** Dice and pawns fly from where they lay to where they lie. */

import { flights } from "../../parts/motion.ts";

export const [leave, arrive] = flights(280);
