/** A player's part of the dice at a table: the chain, what it vouches for, and the signature under the end. */

import { Chain, hex, Signer, tag, unhex, type Verifier } from "../fair/index.ts";
import type { TableEvent } from "../protocol.ts";
import type { Person } from "./identity.ts";
import { stored } from "./storage.ts";

/** Which ends this device has signed, by table and seat: a key signs one end, and never another. */
const signed = stored<Record<string, string>>("signed", {});
const REMEMBERED = 300;

export class Hand {
  readonly #secret: Uint8Array;
  readonly #table: string;
  readonly #seat: number;
  readonly #dice: Verifier;
  #chain: { number: number; chain: Chain } | null = null;
  #bare = new Set<string>(); // moves that were sent without a tag
  #drafts: string[] = []; // own moves that are not in the transcript yet
  /** Another device of this player gives his part of the dice. */
  elsewhere = false;

  constructor(person: Person, table: string, seat: number, dice: Verifier) {
    this.#secret = unhex(person.secret);
    this.#table = table;
    this.#seat = seat;
    this.#dice = dice;
  }

  /** Do the players of this table tag what they send, and sign the end? */
  get signs(): boolean {
    return this.#dice.header?.fair === 2;
  }

  head(number: number): string {
    return hex(this.#chainOf(number).head);
  }

  key(number: number): string {
    return this.#signer(number).key;
  }

  /** What the open throw waits for. */
  contribution(): Record<string, unknown> {
    const mine = this.#dice.contributors.progress(this.#seat);
    const open = this.#dice.open;
    if (!mine || !open) return {};
    const old = mine.old && hex(this.#chainOf(mine.number - 1).element(mine.old.used + 1));
    const given = {
      throw: open.number,
      element: hex(this.#chainOf(mine.number).element(mine.used + 1)),
    };
    return this.signs ? { ...given, tag: this.#tag(given, open.seen, 1), old } : given;
  }

  /** A new chain; the old one vouches for it, if this device has it, and else it needs a new key. */
  newChain(number: number): Record<string, unknown> {
    const head = this.head(number);
    if (!this.signs) return { head };
    if (!this.elsewhere) return { head, tag: this.#tag({ head: this.#seat, value: head }, null) };
    return { head, key: this.key((this.#dice.contributors.progress(this.#seat)?.keys ?? 0) + 1) };
  }

  /** The tag of a move, or of an undo; `known`: all lines before are known here. */
  vouching(type: string, fields: Record<string, unknown>, known: boolean): Record<string, unknown> {
    if (!this.signs || this.elsewhere || (type !== "move" && type !== "undo")) return {};
    if (!known) {
      this.#bare.add(String(fields.move));
      return {};
    }
    const seat = this.#seat;
    const line = type === "move" ? { seat, move: fields.move } : { undo: seat, count: 1 };
    return { tag: this.#tag(line, this.#dice.seenWith(this.#drafts)) };
  }

  /** The signature under the end, if it is there and not signed; null: nothing is to be signed, or another end was. */
  seal(): string | null {
    const mine = this.#dice.contributors.progress(this.#seat);
    if (!this.signs || !this.#dice.over || this.elsewhere || !mine || mine.marks.sealed) return null;
    const name = `${this.#table} ${this.#seat}`;
    const all = signed.get();
    if ((all[name] ?? this.#dice.log) !== this.#dice.log) return null;
    signed.set(Object.fromEntries([...Object.entries(all), [name, this.#dice.log]].slice(-REMEMBERED)));
    return this.#signer(mine.keys).sign(this.#dice.logged);
  }

  /**
   * Is this event, which was not fed to the verifier yet, a move of this seat that this device did not send? `since`: it
   * has happened since this page was opened; before, the device may have sent moves without a tag.
   */
  isStrange(event: TableEvent, since: boolean): boolean {
    if (event.type !== "seat" || !this.signs || this.elsewhere) return false;
    const { seat, move, tag } = JSON.parse(event.line);
    if (seat !== this.#seat || this.#dice.contributors.progress(seat)?.away !== false) return false;
    if (tag === undefined) return since && !this.#bare.delete(move);
    return tag !== this.#tag({ seat, move }, this.#dice.seenWith());
  }

  /** Keep in mind what this seat drafts: it comes into the transcript when the turn is done. */
  follow(event: TableEvent): void {
    if (event.type === "lines") this.#drafts = [];
    if (event.type !== "draft") return;
    const line = JSON.parse(event.line);
    if ("undo" in line) this.#drafts.splice(-line.count);
    else this.#drafts.push(event.line);
  }

  #tag(line: object, seen: Uint8Array | null, later = 0): string {
    const number = this.#dice.contributors.progress(this.#seat)?.number ?? 0;
    const index = this.#dice.contributors.owed(this.#seat) + later;
    return tag(this.#chainOf(number).element(index), this.#dice.named, seen, JSON.stringify(line));
  }

  #signer(number: number): Signer {
    return new Signer(this.#secret, this.#table, this.#seat, number);
  }

  #chainOf(number: number): Chain {
    if (this.#chain?.number !== number)
      this.#chain = { number, chain: new Chain(this.#secret, this.#table, this.#seat, number) };
    return this.#chain.chain;
  }
}

/** With what somebody sits down: the head of the chain, and the key of the seal. */
export function sittingOf(person: Person, table: string, seat: number): { head: string; key: string } {
  const secret = unhex(person.secret);
  return { head: hex(new Chain(secret, table, seat).head), key: new Signer(secret, table, seat).key };
}
