/** What people say at a table: all of it, what this viewer has not read yet, and what was said just now. */

import { lastSeen } from "../../net/seen.ts";
import type { TableConnection } from "../../net/tableConnection.svelte.ts";
import { heard } from "./quick.ts";
import { called } from "./seats.ts";

const MOMENT = 6000; // ms that words stand at their speaker's mat

export interface Line {
  seq: number;
  seat: number;
  who: string;
  text: string;
}

export class Chat {
  /** By seat: what was said just now. */
  fresh: Record<number, Line> = $state.raw({});
  readonly #connection: () => TableConnection | undefined;
  readonly lines: Line[] = $derived.by(() => {
    const connection = this.#connection();
    return (connection?.said ?? []).map(({ seq, seat, text }) => ({
      seq,
      seat,
      who: called(connection?.view?.seats[seat]?.name ?? ""),
      text: heard(text),
    }));
  });
  readonly unread: number = $derived.by(() => {
    const mine = this.#connection()?.seat;
    return this.lines.filter(({ seq, seat }) => seq > this.#read && seat !== mine).length;
  });
  #read = $state(0);
  #shown: number | null = null;

  /** To be made while a component is. `open` tells whether the words are in sight. */
  constructor(table: string, connection: () => TableConnection | undefined, open: () => boolean) {
    this.#connection = connection;
    this.#read = lastSeen(table)?.seq ?? 0;
    $effect(() => {
      const last = this.lines.at(-1);
      if (last && open()) this.#read = last.seq;
    });
    $effect(() => {
      const lines = this.lines;
      if (!connection()?.latest) return;
      // What was said before this viewer came is not said now.
      const since = this.#shown ?? lines.at(-1)?.seq ?? 0;
      this.#shown = lines.at(-1)?.seq ?? since;
      for (const line of lines) if (line.seq > since) this.#say(line);
    });
  }

  #say(line: Line): void {
    this.fresh = { ...this.fresh, [line.seat]: line };
    setTimeout(() => {
      if (this.fresh[line.seat] !== line) return;
      const { [line.seat]: _, ...others } = this.fresh;
      this.fresh = others;
    }, MOMENT);
  }
}
