/** What people say at a table: all of it, what this viewer has not read yet, and what was said just now. */

import { lastSeen } from "../../net/seen.ts";
import type { Session } from "../../net/session.svelte.ts";
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
  readonly #session: () => Session | undefined;
  readonly lines: Line[] = $derived.by(() => {
    const session = this.#session();
    return (session?.said ?? []).map(({ seq, seat, text }) => ({
      seq,
      seat,
      who: called(session?.view?.seats[seat]?.name ?? ""),
      text: heard(text),
    }));
  });
  readonly unread: number = $derived.by(() => {
    const mine = this.#session()?.seat;
    return this.lines.filter(({ seq, seat }) => seq > this.#read && seat !== mine).length;
  });
  #read = $state(0);
  #shown: number | null = null;

  /** To be made while a component is. `open` tells whether the words are in sight. */
  constructor(table: string, session: () => Session | undefined, open: () => boolean) {
    this.#session = session;
    this.#read = lastSeen(table)?.seq ?? 0;
    $effect(() => {
      const last = this.lines.at(-1);
      if (last && open()) this.#read = last.seq;
    });
    $effect(() => {
      const lines = this.lines;
      if (!session()?.latest) return;
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
