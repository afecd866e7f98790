/** The people who contribute to a table's dice; the same as src/stammtisch/fair/contributors.py. */

import { before, ELEMENTS, RESERVE } from "./chain.ts";
import { Fault } from "./faults.ts";
import { hex, unhex } from "./hashing.ts";
import { keyOf } from "./seal.ts";
import { type Tag, tag } from "./tags.ts";

/** What a verdict says of a person, in numbers; it outlives chains. */
interface Marks {
  waived: number;
  away: number;
  /** New chains for which no old one vouches, and none can any more. */
  replaced: number;
  moves: number;
  /** So many of the moves, from the first on, are proven. */
  vouched: number;
  sealed: boolean;
}

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
  /** What the seal is checked with: the one in the header, or that of another device. */
  key: string | null;
  /** How many the seat had before this one. */
  keys: number;
  /** Those whose keys were not shown yet. */
  tags: Tag[];
  /** The chain before, until it is proven that the same person began this one. */
  old: Contributor | null;
  marks: Marks;
}

function begun(newest: string, key: string | null, marks: Marks): Contributor {
  return { newest, number: 0, used: 0, burnt: 0, away: false, key, keys: 0, tags: [], old: null, marks };
}

export class Contributors {
  readonly #table: string;
  readonly #header: Uint8Array;
  readonly #seats: number;
  readonly #people = new Map<number, Contributor>();

  constructor(
    table: string,
    heads: (string | null)[],
    keys: (string | null)[] = [],
    header: Uint8Array = new Uint8Array(),
  ) {
    this.#table = table;
    this.#header = header;
    this.#seats = heads.length;
    heads.forEach((head, seat) => {
      const marks = { waived: 0, away: 0, replaced: 0, moves: 0, vouched: 0, sealed: false };
      if (head !== null) this.#people.set(seat, begun(head, keys[seat] ?? null, marks));
    });
  }

  get anybody(): boolean {
    return this.#people.size > 0;
  }

  /** Everybody, by seat. */
  people(): [number, Readonly<Contributor>][] {
    return [...this.#people];
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
  progress(seat: number): Readonly<Contributor> | null {
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

  /** Is this the next element of the seat's chain, and the key of its tags? Where nobody contributes, there is none. */
  checkElement(seat: number | null, element: string | null, number: number): void {
    if (seat === null) {
      if (element === null) return;
      throw new Fault("element", "nobody contributes to this throw, but it has an element", number);
    }
    this.#check(seat, this.#person(seat), element, number);
  }

  #check(seat: number, chain: Contributor, element: string | null, number = 0): void {
    const trail = [unhex(element ?? "")];
    for (let step = 0; step <= chain.burnt; step++)
      trail.push(before(this.#table, seat, chain.number, trail[step] as Uint8Array));
    if (hex(trail[chain.burnt + 1] as Uint8Array) !== chain.newest) {
      throw new Fault("element", `this is not the next element of the chain of ${named(seat)}`, number);
    }
    for (const each of chain.tags) {
      const key = trail[chain.used + 1 - each.index] as Uint8Array;
      if (tag(key, this.#header, each.seen, each.text) !== each.value)
        throw new Fault("tag", `${named(seat)} did not send line ${each.line}, or saw another game`, number);
    }
  }

  use(seat: number, element: string): void {
    const contributor = this.#person(seat);
    contributor.newest = element;
    contributor.used += 1;
    contributor.burnt = 0;
    vouch(contributor);
  }

  /** A throw was waived: an element that may have been sent for it must not serve for another. */
  burn(seat: number): void {
    const contributor = this.#person(seat);
    contributor.used += 1;
    contributor.burnt += 1;
    contributor.marks.waived += 1;
  }

  /** A move of this seat. What a bot does for somebody who is away is not theirs. */
  moved(seat: number): void {
    const contributor = this.#people.get(seat);
    if (contributor?.away === false) contributor.marks.moves += 1;
  }

  /** What this seat has sent carries a tag. It is checked when the chain's next element is shown. */
  addTag(seat: number | null, line: number, value: string, seen: Uint8Array | null, text: string): void {
    const { tags, used, marks } = this.#person(seat);
    tags.push({ line, index: used + 1, value, seen, text, moves: marks.moves });
  }

  /**
   * A new chain, from the seat's next contribution on. If its head was tagged, the old chain vouches for it, and the key of
   * the seal stays: after the game everybody knows what such a tag is made with.
   */
  begin(seat: number, head: string, key: string | null, tagged: boolean): void {
    const old = this.#person(seat);
    old.marks.replaced += Number(!tagged) + Number(old.old !== null);
    old.old = null;
    const { number, away, keys, marks } = old;
    this.#people.set(seat, {
      ...begun(head, tagged ? old.key : key, marks),
      number: number + 1,
      keys: tagged ? keys : keys + 1,
      away,
      old: tagged ? old : null,
    });
  }

  /** The next element of the chain before: it proves that the same person began the present one. */
  prove(seat: number, element: string | null): void {
    const contributor = this.#person(seat);
    if (!contributor.old) throw new Fault("order", `${named(seat)} has nothing to prove`);
    this.#check(seat, contributor.old, element);
    vouch(contributor.old);
    contributor.old = null;
  }

  /** The person signs the end, and vouches for the whole game. */
  seal(seat: number, signature: string, log: Uint8Array): void {
    const { marks, keys, key } = this.#person(seat);
    if (marks.sealed) throw new Fault("order", `${named(seat)} has signed the end already`);
    if (keyOf([this.#table, seat, keys], log, signature) !== key) {
      throw new Fault("seal", `${named(seat)} has not signed the end of this game`);
    }
    marks.sealed = true;
    marks.vouched = marks.moves;
  }

  mark(seat: number, away: boolean): void {
    const contributor = this.#person(seat);
    if (contributor.away === away)
      throw new Fault("order", `${named(seat)} is ${away ? "away" : "here"} already`);
    contributor.away = away;
    contributor.marks.away += Number(away);
  }

  #person(seat: number | null): Contributor {
    const contributor = seat === null ? undefined : this.#people.get(seat);
    if (!contributor) throw new Fault("order", `no person with a chain sits at ${named(seat)}`);
    return contributor;
  }
}

/** The keys of these tags were shown. */
function vouch({ tags, marks }: Contributor): void {
  for (const each of tags) marks.vouched = Math.max(marks.vouched, each.moves);
  tags.length = 0;
}

export function named(seat: number | null): string {
  return seat === null ? "nobody" : `seat ${seat}`;
}
