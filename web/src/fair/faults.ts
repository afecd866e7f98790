/** What can be wrong with a transcript; the codes are those of src/stammtisch/fair/faults.py. */

export type Code =
  | "form"
  | "version"
  | "order"
  | "contributor"
  | "reserve"
  | "element"
  | "proof"
  | "lots"
  | "hidden"
  | "waived"
  | "tag"
  | "seal"
  | "log"
  | "rules"
  | "opened"
  | "shown";

/** Why a transcript is refused; `line` counts from 1, `number` is that of the throw, or 0. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: Code;
  readonly number: number;
  line: number;

  constructor(code: Code, message: string, number = 0, line = 0) {
    super(message);
    this.code = code;
    this.number = number;
    this.line = line;
  }
}
