/** Fair dice for the page: checks a transcript, and keeps a player's chain. It knows no game. See docs/fair-dice.md. */

export { Chain, ELEMENTS, fresh, RESERVE } from "./chain.ts";
export { type Code, Fault } from "./faults.ts";
export { hex, unhex } from "./hashing.ts";
export type { Header, Line } from "./lines.ts";
export { Signer } from "./seal.ts";
export { tag } from "./tags.ts";
export { judged, type Remark, type RemarkCode, type Value, type Verdict, verdictOf } from "./verdict.ts";
export { type Report, Verifier, verify } from "./verifier.ts";
