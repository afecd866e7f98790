/**
 * Reads a transcript line by line and believes nothing; the same as src/stammtisch/fair/verifier.py, check by check.
 * It knows no game: every draw carries its range.
 */

import { RESERVE } from "./chain.ts";
import { Contributors, named } from "./contributors.ts";
import { DealtThrows, WIDEST } from "./deal.ts";
import { Fault } from "./faults.ts";
import { hex, unhex } from "./hashing.ts";
import {
  checkVersion,
  type End,
  type Head,
  type Header,
  type Line,
  type Move,
  type Open,
  read,
  type Show,
  type Shown,
  settingOf,
  type Throw,
  type Undo,
} from "./lines.ts";
import { climb, LEAVES, treeOf } from "./merkle.ts";
import { type Bytes, Sha256, sha256 } from "./sha256.ts";
import { untagged } from "./tags.ts";
import { type Circumstances, lots, throwKey } from "./throw.ts";

/** A throw whose circumstances are fixed, and then its element and ranges. */
export interface Opened extends Circumstances {
  readonly of: number[];
  /** The hash of what was seen up to its opening: for this the contributor vouches. */
  readonly seen: Uint8Array;
  /** Of a deal: in which turn it fell, and how many draws the turn had before. */
  readonly turn?: number;
  readonly index?: number;
}

const OUTCOME = -1;
/** The name of a seat where a person sits. Such a seat must have a head; from version 2 on, no other may. */
const PERSON = "person";

/** What was found in a transcript, in numbers. */
export interface Report {
  throws: number;
  draws: number;
  hidden: number;
  waived: number;
  alone: number;
  roots: number;
  heads: number;
  moves: number;
  undone: number;
  /** How often somebody took back more than moves of his own: throws, or moves of others. */
  takenBack: number;
  away: number;
}

const utf8 = new TextEncoder();

export class Verifier {
  readonly report: Report = {
    throws: 0,
    draws: 0,
    hidden: 0,
    waived: 0,
    alone: 0,
    roots: 1,
    heads: 0,
    moves: 0,
    undone: 0,
    takenBack: 0,
    away: 0,
  };
  header: Header | null = null;
  open: Opened | null = null;
  readonly unshown = new Map<number, Opened>();
  over = false;
  contributors = new Contributors("", []);
  /** The throws so far, if the dice are those of a deal. */
  deal: DealtThrows | null = null;
  readonly #roots: string[] = [];
  readonly #log = new Sha256();
  readonly #seen = new Sha256();
  #lines = 0;
  #throws = 0;
  #showing = false;
  /** How the game ended; null: it goes on. */
  ended: End["end"] | null = null;
  /** The hash of the header line. */
  named: Bytes = new Uint8Array();
  #givenUp: number | null = null; // the seat whose throw was waived by the line before
  readonly #played: number[] = []; // who made each move; chance made its outcomes
  #setting = new Uint8Array();

  /** The hash of every byte so far, at most up to the line that holds it. Who compares it knows that all saw the same. */
  get log(): string {
    return hex(this.logged);
  }

  get logged(): Bytes {
    return this.#log.digest();
  }

  /** What tags vouch for: the hash of every line so far, and of these, but of no heads and their proofs. */
  seenWith(texts: string[] = []): Bytes {
    const seen = this.#seen.copy();
    for (const text of texts) seen.update(utf8.encode(`${text}\n`));
    return seen.digest();
  }

  /** Take the next line, without its line feed; a Fault leaves everything as it was. */
  feed(text: string): Line {
    try {
      const line = read(text);
      if (this.header) checkVersion(line, this.header.fair);
      this.#take(line, text);
      this.#lines += 1;
      if (!this.over) {
        const data = utf8.encode(`${text}\n`);
        this.#log.update(data);
        if (!("head" in line || "prove" in line)) this.#seen.update(data);
      }
      return line;
    } catch (error) {
      if (error instanceof Fault) error.line = this.#lines + 1;
      throw error;
    }
  }

  /** Check the `show` line of a hidden throw without taking it: its seat gets it long before it is public. */
  peek(text: string): Show {
    const line = read(text);
    if (!("show" in line)) throw new Fault("order", "only a line that shows a hidden throw is private");
    this.#checkHidden(line);
    return line;
  }

  /** Nothing more comes. */
  finish(): Report {
    if (!this.over) {
      throw new Fault("order", "the transcript breaks off: its last line is missing", 0, this.#lines + 1);
    }
    return this.report;
  }

  /** Do secret and path lead to the root, and do secret and element give these dice? */
  #checkShown(line: Shown, opened: Opened): void {
    const { number, of } = opened;
    const secret = unhex(line.secret);
    const root = hex(climb(this.#setting, number, secret, line.proof.map(unhex)));
    if (root !== this.#roots[treeOf(number)[0]]) {
      throw new Fault("proof", "the secret is not the one that was fixed before the game", number);
    }
    if (of.length !== line.lots.length || of.length !== line.are.length) {
      throw new Fault("lots", "ranges, lots and their names differ in number", number);
    }
    const right = lots(throwKey(secret, this.named, opened), of);
    if (right.some((lot, i) => lot !== line.lots[i])) {
      throw new Fault("lots", `the lots are ${line.lots}, but secret and element give ${right}`, number);
    }
  }

  #take(line: Line, text: string): void {
    const header = "fair" in line;
    if (header !== (this.header === null)) {
      throw new Fault("order", "the header stands in the first line, and only there");
    }
    if (this.over !== ("seal" in line || "seed" in line)) {
      throw new Fault("order", "after the log comes nothing but seals or a seed, and they stand only there");
    }
    if (!this.over && (this.ended !== null) !== "log" in line) {
      throw new Fault("order", "the end is followed by the log, and by nothing else");
    }
    if (
      this.#showing &&
      !("show" in line || "end" in line || "log" in line || "seal" in line || "seed" in line)
    ) {
      throw new Fault("order", "after hidden throws are shown the game is over, and only the end may follow");
    }
    if (this.open && ("seat" in line || "undo" in line || "open" in line || "next" in line)) {
      throw new Fault("order", `throw ${this.open.number} is open; it must be thrown or waived first`);
    }
    if (this.#givenUp !== null && !("show" in line || "end" in line)) {
      const seat = "away" in line ? line.away : "head" in line ? line.head : null;
      if (seat !== this.#givenUp)
        throw new Fault("waived", `a throw of ${named(this.#givenUp)} was given up, but the seat plays on`);
    }
    this.#takeKind(line, text);
    if (!("waive" in line)) this.#givenUp = null;
  }

  #takeKind(line: Line, text: string): void {
    if ("fair" in line) this.#begin(line, text);
    else if ("open" in line) this.#takeOpen(line, text);
    else if ("throw" in line) this.#takeThrow(line);
    else if ("show" in line) this.#takeShow(line);
    else if ("waive" in line) this.#takeWaive(line.waive);
    else if ("next" in line) this.#takeRoot(line.next, line.root);
    else if ("head" in line) this.#takeHead(line, text);
    else if ("prove" in line) this.contributors.prove(line.prove, line.element);
    else if ("away" in line) this.#takeAbsence(line.away, true);
    else if ("back" in line) this.#takeAbsence(line.back, false);
    else if ("seat" in line) this.#takeMove(line.seat, line, text);
    else if ("undo" in line) this.#takeMove(line.undo, line, text);
    else if ("end" in line) this.#takeEnd(line);
    else if ("log" in line) this.#takeLog(line.log);
    else if ("seed" in line) this.deal?.open(line);
    else this.contributors.seal(line.seal, line.signature, this.logged);
  }

  #begin(line: Header, text: string): void {
    checkVersion(line, line.fair);
    if ((line.dice === "deal") !== (line.deal !== undefined))
      throw new Fault("form", "the dice are those of a deal when the header names one, and only then");
    if (line.deal !== undefined) {
      if (line.seats.length === 0) throw new Fault("form", "the header must name the seats");
      this.deal = new DealtThrows(line.deal, line.hash ?? "");
      this.header = line;
      this.contributors = new Contributors(
        line.table,
        line.seats.map(() => null),
      );
      this.named = sha256(utf8.encode(`${text}\n`));
      return;
    }
    const heads = line.heads ?? [];
    if (line.seats.length === 0 || heads.length !== line.seats.length) {
      throw new Fault("form", "the header must give a head, or null, for every seat");
    }
    const keys = line.keys ?? [];
    const pairs = heads.length === keys.length && heads.every((head, i) => !head === !keys[i]);
    if (line.fair > 1 && !pairs) throw new Fault("form", "the header must give a key for every head");
    const header = sha256(utf8.encode(`${text}\n`));
    const contributors = new Contributors(line.table, heads, keys, header);
    if ((line.dice === "shared") !== contributors.anybody) {
      throw new Fault(
        "contributor",
        "dice are 'shared' when a seat has a head, and else the 'server' throws alone",
      );
    }
    checkPeople(line);
    this.header = line;
    this.contributors = contributors;
    this.#setting = settingOf(line);
    this.#roots.push(line.root ?? "");
    this.named = header;
  }

  #takeOpen(line: Open, text: string): void {
    const { open: number, by, to, from: contributor } = line;
    this.#seat(by);
    if (to !== null) this.#seat(to);
    if (number !== this.#throws + 1) {
      throw new Fault("order", `throw ${this.#throws + 1} comes next, not ${number}`, number);
    }
    const expected = this.contributors.contributor(by);
    if (contributor !== expected) {
      throw new Fault("contributor", `${named(expected)} contributes, not ${named(contributor)}`, number);
    }
    const [tree, place] = treeOf(number);
    if (!this.deal && this.#roots.length <= tree + (place >= LEAVES - RESERVE ? 1 : 0)) {
      throw new Fault("reserve", "the root of the next secrets must be there by now", number);
    }
    this.contributors.checkReserve(contributor, number);
    this.open = { number, by, to, contributor, element: null, of: [], seen: this.seenWith([text]) };
    this.#throws = number;
  }

  #takeThrow(line: Throw): void {
    const opened = this.#opened(line.throw);
    if (this.deal) {
      this.#takeDealt(this.deal, line, opened);
      return;
    }
    this.contributors.checkElement(opened.contributor, line.element, opened.number);
    const element = line.element === null ? null : unhex(line.element);
    const done: Opened = { ...opened, element, of: line.of };
    if ((line.secret !== undefined) === (opened.to !== null)) {
      throw new Fault("hidden", "a throw for one seat stays hidden, and every other is shown", opened.number);
    }
    if (this.#known().fair > 1 && (line.tag !== undefined) !== (line.element !== null)) {
      throw new Fault("tag", "a contribution has a tag, and nothing else of a throw has one", opened.number);
    }
    if (opened.to === null) {
      this.#checkShown(line as Shown, done);
    } else {
      this.unshown.set(opened.number, done);
      this.report.hidden += 1;
    }
    if (opened.contributor === null || line.element === null) {
      this.report.alone += 1;
    } else {
      this.contributors.use(opened.contributor, line.element);
    }
    if (line.tag !== undefined) {
      const text = JSON.stringify({ throw: line.throw, element: line.element });
      this.contributors.addTag(opened.contributor, this.#lines + 1, line.tag, opened.seen, text);
    }
    this.#played.push(...done.of.map(() => OUTCOME));
    this.report.throws += 1;
    this.report.draws += done.of.length;
    this.open = null;
  }

  /** A throw of a deal: nobody contributes, and its dice are checked when the seed is opened. */
  #takeDealt(deal: DealtThrows, line: Throw, opened: Opened): void {
    const { throw: number, turn = 0, index = 0, of, lots, are } = line;
    if ((lots !== undefined) !== (opened.to === null))
      throw new Fault("hidden", "a throw for one seat stays hidden, and every other is shown", number);
    if (of.some((each) => each > WIDEST))
      throw new Fault("form", `a draw of a deal is from at most ${WIDEST} lots`, number);
    if (lots && are) deal.add({ number, turn, index, of }, { lots, are });
    else {
      this.unshown.set(number, { ...opened, of, turn, index });
      this.report.hidden += 1;
    }
    this.#played.push(...of.map(() => OUTCOME));
    this.report.throws += 1;
    this.report.draws += of.length;
    this.open = null;
  }

  #takeShow(line: Show): void {
    this.#checkHidden(line);
    this.unshown.delete(line.show);
    this.#showing = true;
  }

  #checkHidden(line: Show): void {
    const opened = this.unshown.get(line.show);
    if (!opened) throw new Fault("order", "there is no such hidden throw, or it is shown already", line.show);
    const { number, turn = 0, index = 0, of } = opened;
    if (this.deal) this.deal.add({ number, turn, index, of }, line);
    else this.#checkShown(line, opened);
  }

  #takeWaive(number: number): void {
    const opened = this.#opened(number);
    if (opened.contributor === null)
      throw new Fault("order", "a throw that waits for nobody cannot be waived", number);
    this.contributors.burn(opened.contributor);
    this.report.waived += 1;
    this.#givenUp = this.#known().fair > 1 ? opened.contributor : null;
    this.open = null;
  }

  #takeRoot(number: number, root: string): void {
    if (number !== this.#roots.length || number > treeOf(this.#throws + 1)[0] + 1) {
      throw new Fault("order", `root ${number} is not the next one, or comes too soon`);
    }
    this.#roots.push(root);
    this.report.roots += 1;
  }

  #takeHead({ head: seat, value, key, tag }: Head, text: string): void {
    this.#notWaitingFor(seat);
    if (tag !== undefined) this.contributors.addTag(seat, this.#lines + 1, tag, null, untagged(text));
    this.contributors.begin(seat, value, key ?? null, tag !== undefined);
    this.report.heads += 1;
  }

  #takeMove(seat: number, line: Move | Undo, text: string): void {
    this.#seat(seat);
    this.contributors.moved(seat);
    if (line.tag !== undefined)
      this.contributors.addTag(seat, this.#lines + 1, line.tag, this.seenWith(), untagged(text));
    if ("undo" in line) {
      if (this.deal && this.#played.slice(-line.count).includes(OUTCOME))
        throw new Fault("order", "the throws of a deal cannot be taken back: they would be the same again");
      const back = this.#played.splice(Math.max(this.#played.length - line.count, 0));
      this.report.takenBack += Number(back.some((by) => by !== seat));
      this.report.undone += line.count;
    } else {
      this.#played.push(seat);
      this.report.moves += 1;
    }
  }

  #takeAbsence(seat: number, away: boolean): void {
    this.#notWaitingFor(seat);
    if (this.deal) {
      this.#seat(seat);
      if (this.#known().seats[seat] !== PERSON) throw new Fault("order", `no person sits at seat ${seat}`);
      this.deal.mark(seat, away);
    } else this.contributors.mark(seat, away);
    if (away) this.report.away += 1;
  }

  #takeEnd(line: End): void {
    if (this.unshown.size > 0) {
      throw new Fault("hidden", "this hidden throw was never shown", Math.min(...this.unshown.keys()));
    }
    const seats = this.#known().seats.length;
    if (line.scores && (line.scores.length !== seats || line.places?.length !== seats)) {
      throw new Fault("form", "the end must give a score and a place for every seat");
    }
    if ((line.scores !== undefined) !== (line.end === "over")) {
      throw new Fault("form", "a game that is over has scores and places, and no other has");
    }
    if (this.open && line.end === "over") {
      throw new Fault("order", "a game is not over while a throw is open", this.open.number);
    }
    this.ended = line.end;
  }

  #takeLog(log: string): void {
    if (log !== this.log) {
      throw new Fault("log", "the lines before are not those that were written: their hash differs");
    }
    this.over = true;
  }

  #known(): Header {
    if (!this.header) throw new Fault("order", "the header stands in the first line, and only there");
    return this.header;
  }

  #opened(number: number): Opened {
    if (this.open?.number !== number) throw new Fault("order", "this throw is not open", number);
    return this.open;
  }

  #seat(seat: number): void {
    if (seat >= this.#known().seats.length) throw new Fault("order", `there is no seat ${seat}`);
  }

  /** Nothing about a contributor changes while a throw waits for it. */
  #notWaitingFor(seat: number): void {
    if (this.open?.contributor === seat) {
      throw new Fault("order", `throw ${this.open.number} waits for seat ${seat}; it must be waived first`);
    }
  }
}

/**
 * A person without a head would contribute nothing; and the head of a bot would be that of the server, which would then
 * know both parts of its dice.
 */
function checkPeople({ fair, seats, heads = [] }: Header): void {
  seats.forEach((name, seat) => {
    if (name === PERSON && (heads[seat] ?? null) === null)
      throw new Fault("contributor", "a person sits at this table who has no head, and contributes nothing");
    if (name !== PERSON && (heads[seat] ?? null) !== null && fair > 1)
      throw new Fault("contributor", "a seat has a head, although no person sits there");
  });
}

/** Check a whole transcript; what was found, and its lines. Throws the first Fault there is. */
export function verify(data: Uint8Array, verifier = new Verifier()): { report: Report; lines: Line[] } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new Fault("form", "this is not text in UTF-8");
  }
  const spelled = text.split("\n");
  if (!text.endsWith("\n")) {
    throw new Fault("form", "every line ends with a line feed, the last one too", 0, spelled.length);
  }
  spelled.pop();
  const lines = spelled.map((line) => verifier.feed(line));
  return { report: verifier.finish(), lines };
}
