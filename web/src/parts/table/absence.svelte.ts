/** Notices when somebody comes back to a table: from another day, or from another window. */

import { lastSeen, type Seen, saw } from "../../net/seen.ts";

const AWAY = 60_000; // ms; who is back sooner knows what he saw

export class Absence {
  /** What happened after one event and up to another was missed. */
  missed: { after: number; to: number } | null = $state.raw(null);
  readonly #table: string;
  readonly #seq: () => number;
  #before: Seen | null;

  /** To be made while a component is. */
  constructor(table: string, seq: () => number) {
    this.#table = table;
    this.#seq = seq;
    this.#before = lastSeen(table);
    $effect(() => {
      if (seq() && !document.hidden) this.#look(seq());
    });
    $effect(() => {
      const turn = () => {
        if (!seq()) return;
        if (document.hidden) saw(table, seq());
        else {
          this.#before = lastSeen(table);
          this.#look(seq());
        }
      };
      document.addEventListener("visibilitychange", turn);
      return () => {
        document.removeEventListener("visibilitychange", turn);
        if (this.#seq() && !document.hidden) saw(this.#table, this.#seq());
      };
    });
  }

  dismiss(): void {
    this.missed = null;
  }

  #look(seq: number): void {
    const before = this.#before;
    this.#before = null;
    if (before && Date.now() - before.at > AWAY && seq > before.seq)
      this.missed = { after: before.seq, to: seq };
    saw(this.#table, seq);
  }
}
