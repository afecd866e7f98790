/** One table over a socket: what is seen of it, and what is done at it. It survives cuts, and checks dice as they fall. */

import { ELEMENTS, Fault, hex, RESERVE, type Verdict, Verifier, verdictOf } from "../fair/index.ts";
import { still } from "../parts/motion.ts";
import type { EventText, FromServer, News, Page, Said, TableEvent, View, Welcome } from "../protocol.ts";
import { Refused } from "./api.ts";
import { Comparison } from "./comparison.ts";
import { inserted, missing } from "./eventPages.ts";
import { Hand } from "./hand.ts";
import { forget, gaveKeyHere, type Person, satHere } from "./identity.ts";
import { keep, kept } from "./kept.ts";
import { type Kind, Pace } from "./pace.svelte.ts";

const BACKOFF = [50, 8000] as const; // ms between attempts to connect: at first, at most
const GRACE = 2000; // ms that a connection may take to come back before anybody is told
const PATIENCE = 8000; // ms for an answer; then the connection is thought to be lost
const LONGEST = 3000; // ms that dice may fall, if no board tells when they lie
const OTHER = 1000; // ms that a throw waits for another device of the same player
const DICE = new Set(["fair", "open", "throw", "waive", "next", "head", "away", "back"]);
/** All other lines of a transcript; from version 2 on, tags vouch for all of them. */
const REST = new Set(["prove", "seat", "undo", "end", "log", "seal"]);

/**
 * Something that the protocol allows, and that a dishonest server could misuse: the player must be told. `waived`: a throw
 * was given up that this device had answered. `replaced`: another device began a chain for this seat. `away`: this seat
 * was marked away although it is connected. `moved`: a move of this seat does not come from this device.
 */
export interface Alarm {
  code: "waived" | "replaced" | "away" | "moved";
  /** The number of the event. */
  seq: number;
}

/** The table as it was seen at some moment. */
export interface Moment {
  seq: number;
  view: View;
  page: Page | null;
}

const PAST = 400; // moments that one can browse back to while the game goes on

/** Something that has come, and is to be shown in its turn. */
interface Step {
  news: Welcome | News;
  fresh: TableEvent[];
}

export class TableConnection {
  readonly table: string;
  readonly person: Person | null;
  readonly language: string;
  /**
   * `paused`: it is being made anew, and that will hardly be noticed. `kept`: a finished game is shown as this device has
   * kept it. `missing`: the server cannot be reached, and nothing is known of this table here.
   */
  state: "connecting" | "open" | "paused" | "lost" | "refused" | "kept" | "missing" = $state("connecting");
  view: View | null = $state.raw(null);
  /** The table as it is, whatever is shown of it. */
  latest: View | null = $state.raw(null);
  page: Page | null = $state.raw(null);
  events: TableEvent[] = $state.raw([]);
  told: EventText[] = $state.raw([]);
  /** What people said. Talk does not wait until what happened before it is shown. */
  said: Said[] = $state.raw([]);
  /** Dice are falling: nothing may tell of the throw yet. */
  falling = $state(false);
  past: Moment[] = $state.raw([]);
  /** The last bot that thought was not ready yet: a simpler one played for it. */
  warming = $state(false);
  seat: number | null = $state(null);
  host = $state(false);
  /** For the host, before the game begins: what admits to any free seat. */
  key: string | null = $state(null);
  /** The seats that are connected now; null: not known yet. */
  here: number[] | null = $state.raw(null);
  /** The last event that is shown; more may have come. */
  seq = $state(0);
  /** Why there is no table. */
  trouble: { code: string; reason: string } | null = $state.raw(null);
  /** What is to be said of its dice so far. If they are wrong, nothing more is taken in, and nothing more is sent. */
  verdict: Verdict = $state.raw(verdictOf(new Verifier()));
  readonly dice = new Verifier();
  readonly #comparison = new Comparison();
  readonly #near: () => (number | null)[];
  readonly #pace = new Pace<Step>(
    (step) => this.#show(step),
    (step) => this.#kind(step),
  );
  #untold: EventText[] = []; // told when the dice lie
  #rest: ReturnType<typeof setTimeout> | undefined;
  #came = 0; // the last event that has come
  #first = Number.POSITIVE_INFINITY; // the last event when this page was first connected
  /** Events before the last page are still being fetched; until they are there, nobody can say that the dice are right. */
  checking = $state(false);
  #sure = 0; // the last event whose dice were checked
  #unchecked: TableEvent[] = []; // those that have come while older ones are missing
  #uncompared: Welcome | News | undefined; // the last that has come meanwhile
  #asked = false; // this player wants to throw
  #timed = false; // who is late is away for the game
  #socket: WebSocket | null = null;
  #pause: number = BACKOFF[0];
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new Map<
    string,
    { text: string; done: (seq: number) => void; failed: (why: Refused) => void }
  >();
  #hand: Hand | null = null;
  /** Another device of this player gives his part of the dice. */
  elsewhere = $state(false);
  /** What only an honest server may do has happened; only the player knows whether there was a reason for it. */
  alarms: Alarm[] = $state.raw([]);
  readonly #given = new Set<number>();
  #resigned = false;
  #beginning: Promise<unknown> | null = null; // a new chain that has not been answered yet
  #sealed = false;
  #welcome: Welcome | null = null;
  #kept = 0; // the last event when the finished game was kept

  /** `near` tells which seats are at this screen: what they do is shown at once. */
  constructor(table: string, person: Person | null, language: string, near: () => (number | null)[]) {
    this.#near = near;
    this.table = table;
    this.person = person;
    this.language = language;
    addEventListener("offline", this.#cut);
    this.#connect();
  }

  /** The connection is of no use any more, although nobody has said so: begin a new one. */
  readonly #cut = (): void => {
    if (this.state === "paused") this.state = "lost";
    if (this.state !== "open") return;
    const socket = this.#socket;
    this.#lost();
    this.state = "lost";
    socket?.close();
  };

  /** How many things have happened that are not shown yet. */
  get waiting(): number {
    return this.#pace.waiting;
  }

  /** Show at once what has happened, all of it or up to the end of a turn. */
  skip(to?: Kind): void {
    this.lie();
    this.#pace.skip(to);
    if (to === undefined) this.lie();
  }

  /** The dice lie: what the throw has given may be told. */
  lie(): void {
    clearTimeout(this.#rest);
    this.falling = false;
    if (this.#untold.length) this.told = [...this.told, ...this.#untold.splice(0)];
    this.#keep();
  }

  /** A throw that begins a turn waits for this player's hand. */
  get throws(): boolean {
    const due = this.view?.throw;
    return due?.begins === true && due.by === this.seat && due.from === this.seat && !this.throwing;
  }

  /** The dice have left this player's hand, and what they give is on its way. */
  throwing = $state(false);

  /** Throw the dice that begin the turn. */
  throw(): void {
    if (!this.throws) return;
    this.#asked = this.throwing = true;
    this.#react();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    clearTimeout(this.#rest);
    this.#pace.close();
    removeEventListener("offline", this.#cut);
    this.#socket?.close();
  }

  /** Send a command until it is answered, over as many connections as that takes; the number of its event. */
  send(type: string, fields: Record<string, unknown> = {}): Promise<number> {
    if (this.state === "kept") return Promise.reject(new Refused("offline", "the server cannot be reached"));
    const cid = hex(crypto.getRandomValues(new Uint8Array(12)));
    const text = JSON.stringify({ type, cid, ...fields });
    return new Promise((done, failed) => {
      this.#waiting.set(cid, { text, done, failed });
      if (this.state === "open") this.#socket?.send(text);
      setTimeout(() => this.#waiting.has(cid) && this.#cut(), PATIENCE);
    });
  }

  /** A decision, about the table as it is seen now. */
  async decide(type: string, fields: Record<string, unknown> = {}): Promise<number> {
    await this.#beginning; // its tag must be made with the chain that the table has then
    return this.send(type, {
      seq: this.seq,
      ...fields,
      ...this.#hand?.vouching(type, fields, !this.checking),
    });
  }

  #connect(): void {
    if (this.#closed) return;
    const url = new URL(`/ws/${encodeURIComponent(this.table)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      const since = this.#came || null;
      const token = this.person?.token ?? null;
      socket.send(
        JSON.stringify({
          type: "hello",
          protocol: 1,
          table: this.table,
          token,
          since,
          language: this.language,
          pages: true,
        }),
      );
    };
    socket.onmessage = (message) => this.#take(socket, JSON.parse(message.data));
    socket.onclose = () => {
      if (this.#socket === socket && !this.#closed && this.state !== "refused") this.#lost();
    };
  }

  #lost(): void {
    this.#socket = null;
    if (this.state === "open") {
      this.state = "paused";
      this.#grace = setTimeout(() => {
        if (this.state === "paused") this.state = "lost";
      }, GRACE);
    } else if (this.state === "connecting") {
      void this.#recall();
    }
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(2 * this.#pause, BACKOFF[1]);
  }

  /** The server cannot be reached: show what this device has kept of the game. */
  async #recall(): Promise<void> {
    const found = await kept(this.table).catch(() => null);
    if (this.#closed || this.state !== "connecting") return;
    this.state = found ? "kept" : "missing";
    if (!found) return;
    this.seat = found.seat;
    this.#read(null, found);
  }

  /** Keep a game of this player that is over, with all its events. */
  #keep(): void {
    const { events, page, seq, told, view } = this;
    const whole = view?.status === "over" && seq === this.#came && !this.checking;
    if (!whole || !this.#welcome || !page || this.seat === null || this.#kept === seq) return;
    this.#kept = seq;
    const welcome: Welcome = { ...this.#welcome, events, seq, view, page: { ...page, told } };
    keep(this.table, welcome, this.person?.token).catch(() => {}); // without the server it is missing then, and the page says so
  }

  #take(socket: WebSocket, message: FromServer): void {
    if (socket !== this.#socket) return;
    if (message.type === "present") {
      this.here = message.seats;
      return;
    }
    if (message.type === "welcome" || message.type === "news") {
      if (message.type === "welcome") this.#sits(message.seat);
      if (!this.#read(socket, message)) return;
      if (message.type === "welcome") this.#welcomed(socket, message);
      this.#react();
      return;
    }
    if (message.cid === null) {
      this.state = "refused";
      if (message.type === "refused") {
        this.trouble = { code: message.code, reason: message.reason };
        if (message.code === "not_signed_in" && this.person) forget(this.person.token);
      }
      socket.close();
      return;
    }
    const waiting = this.#waiting.get(message.cid);
    this.#waiting.delete(message.cid);
    if (message.type === "refused") waiting?.failed(new Refused(message.code, message.reason));
    else if (message.type === "stale") waiting?.failed(new Refused("stale", "the table has changed"));
    else waiting?.done(message.seq);
  }

  /** Take in what has happened; false: something is missing, and the connection begins anew. */
  #read(socket: WebSocket | null, news: Welcome | News): boolean {
    const fresh = news.events.filter((event) => event.seq > this.#came);
    const gap = fresh[0] !== undefined && fresh[0].seq !== this.#came + 1;
    if (gap && news.type === "news") {
      socket?.close();
      return false;
    }
    if (this.checking || gap) {
      this.#unchecked = gap ? fresh : [...this.#unchecked, ...fresh];
      this.#uncompared = news;
      if (!this.checking) void this.#catchUp();
    } else if (!this.#checked(fresh, news)) {
      return false;
    }
    const due = this.latest?.throw;
    this.#came = news.seq;
    this.latest = news.view;
    this.said = [...this.said, ...fresh.filter((event) => event.type === "said")];
    if (fresh.length || !this.view) this.#pace.add({ news, fresh }, !this.view || this.#isOurs(fresh, due));
    return true;
  }

  /** Check what has happened, and what the table then looks like; false: something is wrong, and nothing goes on. */
  #checked(events: TableEvent[], news?: Welcome | News, live = news?.type === "news"): boolean {
    try {
      for (const event of events) {
        this.#check(event, live);
        this.#comparison.take(event, gaveKeyHere(this.table, this.seat) ? this.seat : null);
        this.#sure = event.seq;
      }
      const open = this.dice.open?.contributor == null ? null : this.dice.open.number;
      if (news) this.#comparison.compare(news.view, news.page, this.seat, open);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.verdict = verdictOf(this.dice, fault);
      this.state = "refused";
      this.skip();
      this.#socket?.close();
      return false;
    }
    if (events.length) this.verdict = verdictOf(this.dice);
    return true;
  }

  /** Fetch what happened before the last page of events, in the background, and check the dice from the first line on. */
  async #catchUp(): Promise<void> {
    this.checking = true;
    const from = this.#sure + 1;
    const until = () => (this.#closed ? 0 : (this.#unchecked[0]?.seq ?? 0));
    const older: TableEvent[] = [];
    const told: EventText[] = [];
    for await (const page of missing(this.table, this.language, this.person?.token, this.#sure, until)) {
      if (!this.#checked(page.events)) return;
      older.push(...page.events);
      told.push(...page.told);
    }
    const to = this.#sure;
    if (this.#closed || !this.#checked(this.#unchecked.splice(0), this.#uncompared, false)) return;
    this.events = inserted(this.events, older, from, to);
    this.told = inserted(this.told, told, from, to);
    this.said = inserted(
      this.said,
      older.filter((event) => event.type === "said"),
      from,
      to,
    );
    this.checking = false;
    this.#keep();
    this.#react();
  }

  /**
   * Has somebody at this screen done this, just now? A bot that plays for him has not, nor have the dice of others, to
   * which he only gives his part.
   */
  #isOurs(fresh: TableEvent[], due: View["throw"] | undefined): boolean {
    const near = this.#near();
    return fresh.some((event) => {
      if (event.type === "throw") return due ? near.includes(due.by) : false;
      if (event.type !== "seat" && event.type !== "draft" && event.type !== "undo") return false;
      const line = JSON.parse(event.line);
      const seat: number = line.seat ?? line.undo;
      return near.includes(seat) && !this.latest?.seats[seat]?.away;
    });
  }

  /** What is to be seen of a step, as the table is shown now. Every game's state counts its turns. */
  #kind({ news, fresh }: Step): Kind {
    const has = (type: string) => fresh.some((event) => event.type === type);
    if (this.view?.state && news.view.state?.turns !== this.view.state.turns) return "turn";
    if (has("throw")) return "throw";
    if (has("seat") || has("laid") || has("undo")) return has("open") ? "roll" : "move";
    return has("result") ? "turn" : "nothing";
  }

  #show({ news, fresh }: Step): void {
    const { page } = news;
    this.lie();
    this.throwing = false;
    this.seq = news.seq;
    this.view = news.view;
    this.warming = news.warming ?? false;
    this.events = [...this.events, ...fresh];
    this.past = [...this.past, { seq: news.seq, view: news.view, page }].slice(-PAST);
    if (!page) return;
    this.page = page;
    const last = this.told.at(-1)?.seq ?? 0;
    this.#untold = page.told.filter((each) => each.seq > last);
    const falls = news.type === "news" && fresh.some(({ type }) => type === "throw") && !still();
    this.falling = falls && !document.hidden;
    if (this.falling) this.#rest = setTimeout(() => this.lie(), LONGEST);
    else this.lie();
  }

  #welcomed(socket: WebSocket, welcome: Welcome): void {
    this.#welcome = welcome;
    this.host = welcome.host;
    this.key = welcome.key;
    this.state = "open";
    clearTimeout(this.#grace);
    this.#pause = BACKOFF[0];
    this.#given.clear();
    this.#first = Math.min(this.#first, welcome.seq);
    for (const { text } of this.#waiting.values()) socket.send(text);
  }

  #sits(seat: number | null): void {
    this.seat = seat;
    if (seat !== null && this.person && !this.#hand)
      this.#hand = new Hand(this.person, this.table, seat, this.dice);
  }

  /** Check what has happened; `live`: just now, while this device was connected. */
  #check(event: TableEvent, live: boolean): void {
    const strange = this.#hand?.isStrange(event, event.seq > this.#first) ?? false;
    this.#feed(event);
    if (event.type === "opened") this.#timed = event.opening.clock.kind !== "none";
    const seat = this.seat;
    const hand = this.#hand;
    if (seat === null || !hand) return;
    hand.follow(event);
    if (event.type === "resigned" && event.seat === seat) this.#resigned = true;
    if (strange) this.#alarm("moved", event);
    if (!("line" in event)) return;
    if (event.type === "throw") this.#asked = false;
    if (event.type === "fair" && !this.dice.deal) {
      const head = this.dice.header?.heads?.[seat] ?? null;
      const key = this.dice.header?.keys?.[seat] ?? null;
      const ours = head === hand.head(0) && (key === null || key === hand.key(0));
      hand.elsewhere = this.elsewhere = head !== hand.head(0);
      if (head === null || (!ours && satHere(this.table, seat)))
        throw new Fault(
          "element",
          "the table has another chain for this seat than this device's secret gives",
        );
    } else if (event.type === "head" && JSON.parse(event.line).head === seat) {
      const number = this.dice.contributors.progress(seat)?.number ?? 0;
      hand.elsewhere = this.elsewhere = JSON.parse(event.line).value !== hand.head(number);
      if (this.elsewhere) this.#alarm("replaced", event);
    } else if (event.type === "waive" && live && this.#given.has(JSON.parse(event.line).waive)) {
      this.#alarm("waived", event);
    } else if (event.type === "away" && live && JSON.parse(event.line).away === seat) {
      if (!this.#resigned && !this.#timed) this.#alarm("away", event); // who is late is away
    }
  }

  #feed(event: TableEvent): void {
    if (event.type === "lines") for (const line of event.lines) this.dice.feed(line);
    if (!("line" in event)) return;
    const signs = (this.dice.header?.fair ?? 1) > 1;
    if (DICE.has(event.type) || (signs && REST.has(event.type))) this.dice.feed(event.line);
    else if (event.type === "show" && this.dice.unshown.has(JSON.parse(event.line).show))
      this.dice.peek(event.line);
  }

  #alarm(code: Alarm["code"], { seq }: TableEvent): void {
    this.alarms = [...this.alarms, { code, seq }];
  }

  /**
   * Give the next element of the own chain when a throw waits for it; begin a new chain in time. Where another device of
   * this player has the chain, that one is given a moment; if it does not answer, a chain of this device begins. The
   * throw that begins the own turn waits until its player wants to throw.
   */
  #react(): void {
    const seat = this.seat;
    if (seat === null || !this.person || this.checking) return;
    const mine = this.dice.contributors.progress(seat);
    const hand = this.#hand;
    if (!mine || !hand) return;
    this.#seal(hand);
    const open = this.dice.open;
    const due = this.latest?.throw;
    const begins = due?.begins === true && due.by === seat && !this.#asked;
    const waits = open?.contributor === seat && !begins;
    const next = -mine.number - 1;
    if (open && waits && !this.elsewhere) {
      if (this.#given.has(open.number)) return;
      this.#given.add(open.number);
      this.send("contribute", hand.contribution()).catch(() => this.#given.delete(open.number));
    } else if (this.#given.has(next)) {
      return;
    } else if (!this.elsewhere && ELEMENTS - mine.used <= 2 * RESERVE) {
      this.#begin(hand, mine.number + 1);
    } else if (this.elsewhere && (waits || ELEMENTS - mine.used <= RESERVE)) {
      this.#given.add(next);
      const { number, used } = mine;
      setTimeout(() => this.#takeOver(hand, seat, number, used), OTHER);
    }
  }

  #begin(hand: Hand, number: number): void {
    this.#given.add(-number);
    this.#beginning = this.send("new_chain", hand.newChain(number)).catch(() => this.#given.delete(-number));
  }

  /** Sign the end of the game, once. */
  #seal(hand: Hand): void {
    const signature = this.#sealed ? null : hand.seal();
    if (signature === null) return;
    this.#sealed = true;
    this.send("seal", { signature }).catch(() => {
      this.#sealed = false;
    });
  }

  #takeOver(hand: Hand, seat: number, number: number, used: number): void {
    this.#given.delete(-number - 1);
    if (this.#closed) return;
    const now = this.dice.contributors.progress(seat);
    if (now?.number === number && now.used === used) this.#begin(hand, number + 1);
    else this.#react();
  }
}
