/** The people who contribute to a table's dice; the same as src/stammtisch/fair/contributors.py. */

import { before, ELEMENTS, RESERVE } from "./chain.ts";
import { Fault } from "./faults.ts";
import { hex, unhex } from "./hashing.ts";

/** A seat with a person, and how far the chain has been used. */
interface Contributor {
  /** The newest element that was shown; at first the head. */
  newest: string;
  /** Of the chain at this table. */
  number: number;
  /** Elements that are gone, with the burnt ones. */
  used: number;
  /** Elements after the newest shown one that waived throws took with them. */
  burnt: number;
  away: boolean;
}

export class Contributors {
  readonly #table: string;
  readonly #seats: number;
  readonly #people = new Map<number, Contributor>();

  constructor(table: string, heads: (string | null)[]) {
    this.#table = table;
    this.#seats = heads.length;
    heads.forEach((head, seat) => {
      if (head !== null) this.#people.set(seat, { newest: head, number: 0, used: 0, burnt: 0, away: false });
    });
  }

  get anybody(): boolean {
    return this.#people.size > 0;
  }

  /** Who contributes to a throw of a seat: its person; for a bot or an absent one the next person clockwise. */
  contributor(by: number): number | null {
    if (!this.anybody) return null;
    for (let step = 0; step < this.#seats; step++) {
      const seat = (by + step) % this.#seats;
      if (this.#people.get(seat)?.away === false) return seat;
    }
    throw new Fault("contributor", "everybody is away, so nobody can contribute to a throw");
  }

  /** How far a seat's chain is used, and which chain it is; null: this seat contributes nothing. */
  progress(seat: number): { number: number; used: number } | null {
    return this.#people.get(seat) ?? null;
  }

  /** Which element of its present chain a seat gives next, from 1. */
  owed(seat: number): number {
    return this.#person(seat).used + 1;
  }

  /** May this seat contribute, or must it begin a new chain first? */
  checkReserve(seat: number | null, number: number): void {
    if (seat !== null && ELEMENTS - this.#person(seat).used <= RESERVE) {
      throw new Fault("reserve", `${named(seat)} must begin a new chain by now`, number);
    }
  }

  /** Is this the next element of the seat's chain? Where nobody contributes, there is none. */
  checkElement(seat: number | null, element: string | null, number: number): void {
    if (seat === null) {
      if (element === null) return;
      throw new Fault("element", "nobody contributes to this throw, but it has an element", number);
    }
    const contributor = this.#person(seat);
    let found: Uint8Array | null = element === null ? null : unhex(element);
    for (let step = 0; found && step <= contributor.burnt; step++)
      found = before(this.#table, seat, contributor.number, found);
    if (!found || hex(found) !== contributor.newest) {
      throw new Fault("element", `this is not the next element of the chain of ${named(seat)}`, number);
    }
  }

  use(seat: number, element: string): void {
    const contributor = this.#person(seat);
    contributor.newest = element;
    contributor.used += 1;
    contributor.burnt = 0;
  }

  /** A throw was waived: an element that may have been sent for it must not serve for another. */
  burn(seat: number): void {
    const contributor = this.#person(seat);
    contributor.used += 1;
    contributor.burnt += 1;
  }

  /** A new chain, from the seat's next contribution on. */
  begin(seat: number, head: string): void {
    const { number, away } = this.#person(seat);
    this.#people.set(seat, { newest: head, number: number + 1, used: 0, burnt: 0, away });
  }

  mark(seat: number, away: boolean): void {
    const contributor = this.#person(seat);
    if (contributor.away === away)
      throw new Fault("order", `${named(seat)} is ${away ? "away" : "here"} already`);
    contributor.away = away;
  }

  #person(seat: number): Contributor {
    const contributor = this.#people.get(seat);
    if (!contributor) throw new Fault("order", `no person with a chain sits at ${named(seat)}`);
    return contributor;
  }
}

export function named(seat: number | null): string {
  return seat === null ? "nobody" : `seat ${seat}`;
}
