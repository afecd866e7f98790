// Made from the server's models by `python -m tools.protocol.schema`; edit those.

/** The first message: which table, who asks, and the last event he has. Answered by Welcome. */
export interface Hello {
  type: "hello";
  /** Left out: 1. */
  protocol?: 1;
  table: string;
  /** Without a token one watches. */
  token?: string | null;
  /** The number of the last event that the client has; null: it has nothing. */
  since?: number | null;
  /**
   * For a page: words and figures come with every Welcome and News, in this language. Programs leave it out.
   */
  language?: "en" | "de" | "fr" | "ro" | "ru" | "cs" | null;
  /**
   * The client takes pages: the Welcome carries the last events only, at most 200, and the client asks for
   * those before them, as far as it needs them, by GET /api/tables/{table}/events. Without it everything
   * comes at once, and who misses more than 5,000 events, or 500 with words, is refused. Left out: false.
   */
  pages?: boolean;
}

/** Make a move. `seq` is the number of the last event that the client had seen when its player decided. */
export interface Play {
  type: "move";
  cid: string;
  seq: number;
  move: string;
  /** Vouches for the move and for all lines before it (see docs/fair-dice.md). */
  tag?: string | null;
}

/** Take the own last move back, as long as it is still the own turn and nothing was thrown or drawn since. */
export interface Undo {
  type: "undo";
  cid: string;
  seq: number;
  /** As of a move; the line is {"undo":SEAT,"count":1}. */
  tag?: string | null;
}

/** Ask all others for leave to take the last own decision back although dice were thrown since. */
export interface TakeBack {
  type: "take_back";
  cid: string;
  seq: number;
}

/** Answer somebody who asked to take back. */
export interface Consent {
  type: "consent";
  cid: string;
  seq: number;
  agree: boolean;
}

/** The next element of the own hash chain, for a throw that names this seat (see docs/fair-dice.md). */
export interface Contribute {
  type: "contribute";
  cid: string;
  throw: number;
  element: string;
  /**
   * Vouches for the element and all lines up to the opening of the throw; needed at tables whose header has
   * keys.
   */
  tag?: string | null;
  /** After a new chain that the old one has tagged: the next element of the old one, which proves it. */
  old?: string | null;
}

/**
 * The head of a new hash chain: before the old one runs out, or because another device has it. A throw that
 * waits for the old one is given up and opened again.
 */
export interface NewChain {
  type: "new_chain";
  cid: string;
  head: string;
  /** The key of a new seal: needed without a tag, at tables whose header has keys. */
  key?: string | null;
  /**
   * Made with the old chain, whose key stays; without it, nobody can know that the same person began this
   * one.
   */
  tag?: string | null;
}

/** Sign the end of a game that is over (see docs/fair-dice.md). Clients do this by themselves. */
export interface Seal {
  type: "seal";
  cid: string;
  signature: string;
}

/** Words for everybody at the table. */
export interface Say {
  type: "say";
  cid: string;
  text: string;
}

/** The host starts; bots take the empty seats. */
export interface Start {
  type: "start";
  cid: string;
}

/**
 * Give up. With two at the table, or no other person, the game ends; otherwise a bot plays on in this seat.
 */
export interface Resign {
  type: "resign";
  cid: string;
}

/** I am here again: give me my seat back from the bot. */
export interface Back {
  type: "back";
  cid: string;
}

/** Open the same table again, with the seats rotated. */
export interface Rematch {
  type: "rematch";
  cid: string;
}

/** A table to be opened. */
export interface Opening {
  game: string;
  /** Left out: {}. */
  options?: Record<string, boolean | number | string>;
  seats: SeatPlan[];
  /** Left out: false. */
  public?: boolean;
  /** Left out: {"kind": "none", "seconds": 60, "increment": 0}. */
  clock?: Clock;
  /** After so many seconds a bot plays for an absent player whose turn it is; null: the others wait. */
  takeover?: number | null;
  /** Left out: true. */
  chat?: boolean;
  /** Players may ask what their moves are worth. Left out: true. */
  hints?: boolean;
}

/** POST /api/guests */
export interface NewGuest {
  name: string;
  /** This is a bot of somebody's own, and is shown as one. Left out: false. */
  program?: boolean;
  /** Left out: "". */
  device?: string;
}

/** POST /api/tables/{table}/seats/{seat} */
export interface TakeSeat {
  /** The head of the hash chain for this table and seat. */
  head: string;
  /**
   * The key of the seal that belongs to this chain (see docs/fair-dice.md). If everybody gives one, the
   * players can tag what they send and sign the end.
   */
  key?: string | null;
  /** The key of the seat or of the table; public tables, the host and a rematch's players need none. */
  invite?: string | null;
}

/** POST /api/account: the guest whose token is shown gets a handle and a password. Nothing else changes. */
export interface NewAccount {
  /** 3 to 20 letters from a to z, digits, "-" and "_", a letter or digit first. */
  handle: string;
  password: string;
}

/** POST /api/sessions: a token on another device. */
export interface LogIn {
  handle: string;
  password: string;
  /** Left out: "". */
  device?: string;
}

/** PUT /api/account/password: all other sessions end. */
export interface NewPassword {
  old: string;
  new: string;
}

/** PUT /api/me/name: for tables to come. */
export interface NewName {
  name: string;
}

/** PUT /api/me/avatar: for tables to come. */
export interface NewAvatar {
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
}

/** DELETE /api/me: games that go on are given up, and everything that is known of you is deleted. */
export interface DeleteMe {
  /** Who has an account must know it. */
  password?: string | null;
}

/** PUT /api/my/listed */
export interface Listing {
  /** Show me in lists of ratings, with my name and figures. */
  listed: boolean;
}

/** POST /api/tournaments */
export interface NewTournament {
  title: string;
  /** Left out: {}. */
  scheme?: Record<string, unknown>;
  /** It stands in the list of tournaments; otherwise whoever has the link can look on. Left out: false. */
  public?: boolean;
  /** null: an evening in a room, where results are entered by hand. */
  online?: Online | null;
}

/** POST /api/tournaments/{tournament}/events: let something happen; several things all or not at all. */
export interface TournamentCommand {
  cid: string;
  /** The last event of the tournament that you knew when you decided. */
  seq: number;
  /** The key of the organiser's link or of a table's link. */
  key?: string | null;
  /** With a table's key: who you are. */
  player?: number | null;
  /**
   * Each has its `kind` and its fields; see docs/tournament.md. What follows by itself in `drawn`, `cut` and
   * `closed` is left out: the server works it out.
   */
  what: Record<string, unknown>[];
}

/** POST /api/tournaments/{tournament}/claims: be a player whom the organiser has entered. */
export interface ClaimPlayer {
  /** The key of that player's link. */
  key: string;
}

/** POST /api/tournaments/import: a tournament that was saved as tournament.jsonl goes on here, in a room. */
export interface ImportTournament {
  text: string;
}

/** POST /api/tournaments/advice: what to expect of an evening. */
export interface ForecastWanted {
  /** Left out: {}. */
  scheme?: Record<string, unknown>;
  players: number;
  rounds: number[];
  /** The best player's share of games of two against an average one. Left out: 0.65. */
  edge?: number;
  /** Left out: 30. */
  minutes?: number;
  /** Left out: 10. */
  pause?: number;
}

/** POST /api/my/channels: somewhere to be told of your games. One of the last three. */
export interface NewChannel {
  /** Left out: "en". */
  language?: "en" | "de" | "fr" | "ro" | "ru" | "cs";
  /** Left out: ["turn", "rematch", "over"]. */
  wants?: ("turn" | "rematch" | "over")[];
  /** A mail address. It gets one message with a link, and nothing else before that link was used. */
  mail?: string | null;
  /** An address of Apprise: ntfys://…, jsons://…, tgram://… */
  url?: string | null;
  push?: Subscription | null;
}

/**
 * POST /api/my/channels/{channel}/test: a message now. An address that was never confirmed gets its link
 * again.
 */
export interface ChannelTest {
  /** Of this message, and of all that follow. */
  language: "en" | "de" | "fr" | "ro" | "ru" | "cs";
}

/** POST /api/my/channels/{channel}: what is told there. It is switched on again, if it was off. */
export interface ChannelWishes {
  language: "en" | "de" | "fr" | "ro" | "ru" | "cs";
  wants: ("turn" | "rematch" | "over")[];
}

/** POST /api/notices/confirm and POST /api/notices/stop */
export interface LinkUsed {
  /** What stands behind the # of the link. */
  token: string;
}

/** PUT /api/my/visibility, and its answer */
export interface Visibility {
  /** Others may see that you are here. */
  seen: boolean;
}

/** POST /api/people/{person}/call: call somebody to the table where you sit. */
export interface NewCall {
  table: string;
  /** The key of the table, if it is not public. */
  key?: string | null;
}

/** POST /api/seeks: look for others to play with, whoever they are. */
export interface Seek {
  game: string;
  players: number;
  /** Left out: {"kind": "none", "seconds": 60, "increment": 0}. */
  clock?: Clock;
  /** After a minute bots fill the seats that are still free. Left out: false. */
  bots?: boolean;
}

/** POST /api/positions/setup: a position that somebody is setting up. */
export interface PositionDraft {
  game: string;
  /** The position that it began with. Left out: "". */
  line?: string;
  /** Other options than those of the line; empty: the same. Left out: {}. */
  options?: Record<string, boolean | number | string>;
  /** What was chosen, by the keys of the controls. Left out: {}. */
  values?: Record<string, number>;
}

/** POST /api/puzzles/{game}/{puzzle}/answer */
export interface PuzzleAnswer {
  move: string;
}

/**
 * The answer to Hello: who you are here, every event after `since` (or the last of them, if you take pages),
 * and how the table is now.
 */
export interface Welcome {
  type: "welcome";
  protocol: 1;
  table: string;
  /** Your seat; null: you watch. */
  seat: number | null;
  /** You opened this table. */
  host: boolean;
  /** For the host, before the game begins: the key of the table, which admits to any free seat. */
  key: string | null;
  seq: number;
  events: TableEvent[];
  view: View;
  /** If the hello named a language. */
  page: Page | null;
  /** The last bot that thought was not ready yet, and a simpler one played for it. */
  warming: boolean;
}

/** What has happened, as this viewer may see it, and how the table is now. */
export interface News {
  type: "news";
  /** The number of the last of these events. If the first is not the one after your last, say Hello again. */
  seq: number;
  events: TableEvent[];
  view: View;
  /** If the hello named a language. */
  page: Page | null;
  /** The last bot that thought was not ready yet, and a simpler one played for it. */
  warming: boolean;
}

/**
 * Who is connected to this table now; it comes when that changes, to whoever named a language in the hello.
 */
export interface Present {
  type: "present";
  seats: number[];
}

/** It is done and on disk; `seq` is the number of the event. */
export interface Done {
  type: "done";
  cid: string;
  seq: number;
}

/** It was done before, when the message came for the first time. */
export interface Again {
  type: "again";
  cid: string;
  seq: number;
}

/**
 * Nothing was done: something had happened that you did not know of. The news are on their way; decide again.
 */
export interface Stale {
  type: "stale";
  cid: string;
  seq: number;
}

/** Nothing was done, and why. */
export interface Refused {
  type: "refused";
  cid: string | null;
  code: Code;
  reason: string;
  /** Of the rules, such as H3.4. */
  paragraph: string | null;
}

/** A table as one viewer may see it. It is whole: nothing of an older view is needed. */
export interface View {
  status: "waiting" | "playing" | "over";
  seats: SeatView[];
  /** The seat of who opened the table; null: he has none. */
  host: number | null;
  /** The seat that decides; -1: a throw or a draw is due; -2: the game is over; null: it has not begun. */
  turn: number | null;
  /**
   * The game's own state; each game's rules.py declares its fields. What this viewer may not see is not in
   * it.
   */
  state: Record<string, unknown> | null;
  scores: number[] | null;
  /** The moves this viewer may make now; empty if it is not his turn. */
  legal: string[];
  /** This viewer may say `undo` now. */
  undoable: boolean;
  throw: ThrowDue | null;
  /**
   * The person that everybody waits for: for a decision, a contribution to a throw, or a new chain before
   * one. His time runs. Null: a bot decides, everybody is away, or the game is not being played.
   */
  awaited: number | null;
  asked: Asking | null;
  clock: ClockView | null;
  result: Result | null;
  /** The table where the players meet again. */
  rematch: string | null;
}

/** Always the first event: the game, its options, and all settings. */
export interface TableOpened {
  type: "opened";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  /** The settings as they count: every option of the game is there. */
  opening: FullOpening;
  /** Of the game's rules; it stays, whatever happens to the server. */
  version: number;
  /** At a rematch: the table before. */
  before: string | null;
  /** It is a table of a tournament. */
  place: Place | null;
  /** It plays with the dice of a deal; null: with its own. */
  deal: DealNamed | null;
  /** Those who sit here look for anybody to play with; after a minute with bots perhaps. */
  seek: "people" | "bots" | null;
}

/** Somebody took a seat. */
export interface Sat {
  type: "sat";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  name: string;
  /** The head of his hash chain. */
  head: string;
  /** The key of his seal. */
  key: string | null;
  program: boolean;
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
}

/** Somebody left his seat before the game began. */
export interface Left {
  type: "left";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
}

/**
 * A line of the transcript of the dice: the header (`fair`: the game has begun), a throw that is due (`open`)
 * or has fallen (`throw`) or was given up (`waive`), a new root (`next`) or chain (`head`) and the proof that
 * the same person began it (`prove`), who contributes and who does not (`away`, `back`: a bot of the server
 * plays for a seat, or no more), the `end`, the hash of all that (`log`), and signatures under it (`seal`).
 */
export interface DiceLine {
  type:
    | "fair"
    | "open"
    | "throw"
    | "waive"
    | "next"
    | "head"
    | "prove"
    | "away"
    | "back"
    | "end"
    | "log"
    | "seal";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  /**
   * The line, letter by letter, so that it can be checked: docs/fair-dice.md. Its first field is the type.
   */
  line: string;
}

/** A hidden throw, for the seat that may see it. */
export interface Shown {
  type: "show";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  line: string;
}

/** A move (`seat`), or moves and outcomes taken back (`undo`). */
export interface Moved {
  type: "seat" | "undo";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  /** {"seat":0,"move":"keep worm"} or {"undo":0,"count":1}, letter by letter. */
  line: string;
}

/** A move, or an undo, that only its own seat may see until the turn is done. */
export interface Drafted {
  type: "draft";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  /** As in the event `seat` or `undo`. */
  line: string;
}

/** All moves of a drafted turn but the last, for everybody; the last is the event before. */
export interface Laid {
  type: "laid";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  moves: string[];
}

/**
 * Lines of the transcript that were hidden until now: the drafts of a turn, before the move that ends it;
 * every hidden throw, before the end. They come at tables whose transcript is of version 2.
 */
export interface Lines {
  type: "lines";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  /** Letter by letter, in their order. */
  lines: string[];
}

/** Something happened that this viewer may not see before the game is over. */
export interface Hidden {
  type: "hidden";
  seq: number;
}

/** Somebody asks to take a decision back; every other person at the table must agree. */
export interface Asked {
  type: "asked";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  count: number;
}

/** The answer of one of them. When all have agreed, `undo` follows; one No is enough to refuse. */
export interface Answered {
  type: "answered";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  agree: boolean;
}

/** Somebody gave up, or his time for the game was up; a bot of the server plays on if others do. */
export interface Resigned {
  type: "resigned";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  reason: "resigned" | "time";
}

/** Somebody said something. It is plain text: show it as that. */
export interface Said {
  type: "said";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
  text: string;
}

/** The game is over. */
export interface Ended {
  type: "result";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  scores: number[];
  /**
   * 1 is the winner's; players who are equal share a place; who has resigned is last. 0: the table was
   * closed.
   */
  places: number[];
  /**
   * It was played to its end, or all but one, or all people, have resigned or run out of time, or the
   * operator of the server closed the table.
   */
  reason: "played" | "resigned" | "closed";
}

/** The players meet again at another table, with the seats rotated: 1 becomes 0. */
export interface RematchOpened {
  type: "rematch";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  table: string;
}

/** The server was away, and that time is nobody's. */
export interface Resumed {
  type: "resumed";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
}

/**
 * The bot of the server at this seat has failed, and a simpler one plays for it. The game moves no rating.
 */
export interface StoodIn {
  type: "stood_in";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
}

/**
 * Neither the bot of the server at this seat nor a simpler one has found a move. Nobody's time runs; the
 * server tries again by itself.
 */
export interface Stuck {
  type: "stuck";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
}

/** Whoever sits here looks at hints: told once. The game moves no rating. */
export interface Hinted {
  type: "hinted";
  /** Its number; a table's events are numbered from 1 without gaps. */
  seq: number;
  /** When it happened: milliseconds since 1970, by the server's clock. */
  at: number;
  seat: number;
}

/** The answer to NewGuest. */
export interface GuestMade {
  guest: string;
  /** As it will be shown: spaces are put right. */
  name: string;
  /** All that shows who you are. The server keeps only its hash: nobody can give it to you again. */
  token: string;
}

/** The answer to Opening. */
export interface TableMade {
  table: string;
  /** The key of each seat's invitation; null: the seat is a bot's. */
  invites: (string | null)[];
  /** The key of the table: it admits to any seat of a person that is free and kept for nobody. */
  key: string;
}

/** The answer to GET /api/tables/{table}: the table as a spectator sees it. */
export interface TableShown {
  table: string;
  seq: number;
  view: View;
}

/**
 * The answer to GET /api/tables/{table}/events: events in their order, from the one after `since` on. Fewer
 * than `limit`: there are no more. With `language` they come in words, too.
 */
export interface EventPage {
  /** The number of the last event of the table. */
  seq: number;
  events: TableEvent[];
  told: EventText[];
}

/** The answer to TakeSeat. */
export interface SeatTaken {
  table: string;
  seat: number;
}

/** The answer to GET /api/tables/{table}/seats/mine. */
export interface SeatKept {
  table: string;
  /** Where this person sits, or the seat that a rematch keeps for him; null: neither. */
  seat: number | null;
}

/** The answer to DELETE /api/tables/{table}/seats/mine. */
export interface SeatLeft {
  table: string;
}

/** A table in the list of GET /api/tables. */
export interface ListedTable {
  table: string;
  game: string;
  players: number;
  status: "waiting" | "playing" | "over";
  /** When somebody last sat down or left, or the game began or ended: milliseconds since 1970. */
  changed: number;
  options: Record<string, boolean | number | string>;
  clock: "none" | "move" | "game";
  seats: ListedSeat[];
  /** The seat of who opened it; null: he has none, or the table is from before this was told. */
  host: number | null;
  /** Whoever sits here looks for anybody to play with. */
  seek: boolean;
  result: Result | null;
}

/**
 * A table in the list of GET /api/my/tables: those that wait for you come first, the longest waiting before.
 */
export interface MyTable {
  table: string;
  game: string;
  players: number;
  status: "waiting" | "playing" | "over";
  /** When somebody last sat down or left, or the game began or ended: milliseconds since 1970. */
  changed: number;
  options: Record<string, boolean | number | string>;
  clock: "none" | "move" | "game";
  seats: ListedSeat[];
  /** The seat of who opened it; null: he has none, or the table is from before this was told. */
  host: number | null;
  /** Whoever sits here looks for anybody to play with. */
  seek: boolean;
  result: Result | null;
  /** The number of its last event. */
  seq: number;
  /** Yours. */
  seat: number | null;
  /** The seat that everybody waits for; null: a bot, nobody, or the game is not being played. */
  awaited: number | null;
  /** It is somebody else's throw, and only your part of its dice is missing. */
  dice: boolean;
  /** When something last happened at it: milliseconds since 1970. */
  since: number;
}

/** The answer to GET /api/my/finished: games of yours that are over, the latest first. */
export interface Finished {
  tables: ListedTable[];
  /** There are older ones: ask again with `before`, the last table of these. */
  more: boolean;
}

/** The answer to GET /api/me, and to whatever changes it. */
export interface MeShown {
  guest: string;
  name: string;
  program: boolean;
  /** Null: a guest without an account. */
  handle: string | null;
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
  created: number;
  sessions: SessionShown[];
}

/** A device on which one is logged in. */
export interface SessionShown {
  session: string;
  created: number;
  /** When, to the hour. */
  used: number;
  device: string;
  /** The one that asks. */
  mine: boolean;
}

/** The answer to LogIn. */
export interface LoggedIn {
  guest: string;
  name: string;
  token: string;
}

/** The answer when sessions have ended, or when somebody was deleted. */
export interface SessionsEnded {
  /** How many sessions. */
  ended: number;
}

/** The answer to GET /health. */
export interface Health {
  status: "ok";
  version: string;
  protocol: number;
  storage: string;
}

/** The answer to GET /api/announcement: what the operator wants everybody to know. */
export interface Announcement {
  /** Empty: nothing. */
  text: string;
  /** When it was said: milliseconds since 1970; 0: nothing was ever said. */
  since: number;
  /** People who are away can be told of their games: the operator has set that up (docs/notices.md). */
  notices: boolean;
  /** Games that are over have a picture to share. */
  pictures: boolean;
}

/** The answer to every request that is refused; its status is 4xx. */
export interface RequestRefused {
  code: Code;
  reason: string;
}

/** A game in the list of GET /api/games. */
export interface GameShown {
  game: string;
  title: string;
  summary: string;
  least: number;
  /** How many can play. */
  most: number;
  /** Before the numbers of its paragraphs: H. */
  letter: string;
  /** What is counted, as the English texts of a catalogue: "{n} worm" and "{n} worms". */
  score: string[];
  options: OptionShown[];
  levels: LevelShown[];
  /** What people call it for short. */
  name: string;
  /** Where it stands in a list for people: lower numbers first, then by name. */
  order: number;
  /** What is counted, in words: "worms". */
  unit: string;
  /** The same over a column: "Worms". */
  heading: string;
  /** Can a score be below zero? */
  negative: boolean;
  /** What may break a tie in the standings of a tournament. */
  ties: string[];
  colour: Colour;
  /** One or two letters or a symbol, where there is no room for a picture. */
  mark: string;
  /** The name of its picture, and of its board. */
  picture: string;
  /** How many sit down if nobody says how many. */
  company: number;
  /** About how long a game takes; null: nobody says. */
  minutes: number | null;
  /** Is there a lesson? */
  lesson: boolean;
}

/** The answer to GET /api/games/{game}/rules. */
export interface RulesShown {
  title: string;
  sections: Section[];
  /** What to read before the numbered paragraphs; None: the game has no book. */
  book: BookSection[] | null;
}

/** The answer to GET /api/games/{game}/lesson: a game in a few scenes, played by the learner at seat 0. */
export interface LessonShown {
  title: string;
  players: number;
  names: string[];
  options: Record<string, boolean | number | string>;
  scenes: SceneShown[];
}

/** The answer to GET /api/tables/{table}/hint: what your moves are worth as far as you can know. */
export interface Hint {
  /** The last event when it was asked: later, the hint is about the past. */
  seq: number;
  best: string;
  /** What values count: worms. */
  unit: string;
  /** All legal moves, the best first. */
  choices: HintChoice[];
}

/** The answer to GET /api/tables/{table}/why: may you make this move now, and if not, by which paragraph? */
export interface Why {
  allowed: boolean;
  /** H3.4; null: it is allowed, or no paragraph is needed to see why not. */
  paragraph: string | null;
  reason: string;
  /** The paragraph in plain words. */
  text: string;
}

/** The answer to GET /api/tables/{table}/story: all that has happened, as you may know it. */
export interface Story {
  table: string;
  seq: number;
  told: StoryLine[];
}

/** The answer to GET /api/tables/{table}/moment: a game that is over, as it was after an event. */
export interface Moment {
  /** The position as one line of text (docs/positions.md). */
  line: string;
  turn: number;
  state: Record<string, unknown>;
  scores: number[];
  figures: Record<string, unknown> | null;
  aloud: string;
}

/** The answer to GET /api/tables/{table}/review: a game that is over, looked at again. */
export interface ReviewShown {
  game: string;
  unit: string;
  players: Reviewed[];
  decisions: DecisionShown[];
  throws: ThrowShown[];
}

/** The answer to GET /api/ratings: everybody who wants to be seen, the strongest first, by mu − 2 sigma. */
export interface RatingsShown {
  game: string;
  players: number;
  /** Who has played fewer games than this is not in the list. */
  fewest: number;
  /** How many are rated and not in the list: they do not want to be seen, or have played too few games. */
  hidden: number;
  lines: RatingLine[];
  /** Of all games that were played to their end. */
  seats: SeatShare[];
  /** All that can be asked for. */
  counted: Played[];
}

/** The answer to GET /api/my/statistics and to GET /api/people/{person}/statistics: the last 2,000 games. */
export interface PersonShown {
  person: string;
  name: string;
  /** Is seen in lists of ratings, and by everybody. */
  listed: boolean;
  program: boolean;
  /** From so many games on one is in the list of ratings. */
  fewest: number;
  categories: Category[];
}

/** The answer to Listing. */
export interface ListingKept {
  listed: boolean;
}

/** The answer to GET /api/dice: all dice and tiles of all games that are over. */
export interface DiceShown {
  games: number;
  total: number;
  tests: number;
  /** The smallest p of all tests. */
  smallest: number | null;
  /**
   * The chance that fair dice give a p as small as this in any of so many tests, at most: smallest × tests.
   */
  adjusted: number | null;
  /** few: nothing can be said yet. look: adjusted is below 0.01. unfair: it is below 0.0001. */
  verdict: "few" | "fair" | "look" | "unfair";
  kinds: DiceKind[];
}

/** The answer to NewTournament. */
export interface TournamentMade {
  tournament: string;
  /** Of the organiser's link: whoever has it may do all that the organiser may. */
  key: string;
}

/** The answer to GET /api/tournaments/{tournament}, and to TournamentCommand and ClaimPlayer. */
export interface TournamentShown {
  tournament: string;
  seq: number;
  public: boolean;
  online: FullOnline | null;
  /** In words: its title. */
  game: string;
  view: TournamentView;
  you: You;
  /** Of the organiser's link, for the organiser. */
  key: string | null;
  /** For the organiser, online: the keys of the links of players who have not come yet, by number. */
  claims: Record<string, string>;
  /**
   * Online: when something happens by itself, in milliseconds since 1970: who is missing is out, or the next
   * draw.
   */
  due: number | null;
}

/** A tournament as it stands. */
export interface TournamentView {
  number: number;
  title: string;
  scheme: Record<string, unknown>;
  organiser: string;
  seed: string;
  phase: "entries" | "round" | "between" | "cut" | "final" | "done" | "closed";
  /** Before the first draw: the numbers of tables that those who are here can have. */
  table_counts: number[];
  /** What a result must tell besides the scores, in words; empty for nothing. */
  mark: string;
  players: PlayerShown[];
  rounds: RoundShown[];
  standings: RowShown[];
  finalists: number[];
  /** Once it is closed: everybody, the winner first. */
  ranking: number[];
  announcements: string[];
}

/** A tournament in a list. */
export interface TournamentListed {
  tournament: string;
  title: string;
  game: string;
  online: boolean;
  phase: string;
  players: number;
  /** Drawn so far. */
  rounds: number;
  changed: number;
  /** You run it. */
  organiser: boolean;
}

/** Something that happened, for the log that everybody may read. */
export interface LoggedEvent {
  number: number;
  at: string;
  by: string;
  text: string;
}

/** What to expect of an evening with so many preliminary rounds. */
export interface ForecastShown {
  rounds: number;
  best_wins: number;
  low: number;
  /** The 95 % interval of best_wins. */
  high: number;
  best_in_final: number | null;
  /** The mean rank of the winner by strength, from 1. */
  winner: number;
  games: number;
  minutes: number;
}

/** A scheme to begin with. */
export interface PresetShown {
  name: string;
  title: string;
  about: string;
  games: string[];
  /** All its settings, for the first of its games. */
  scheme: Record<string, unknown>;
}

/** The answer to GET /api/deals: today's deals, and the hashes of those to come. */
export interface DealsShown {
  today: DealOfDay[];
  coming: ComingDeal[];
}

/** The answer to GET /api/deals/{deal}: who has not finished it sees no results before it has closed. */
export interface DealShown {
  deal: DealOfDay;
  closed: boolean;
  /** Its seed, once it has closed. */
  opened: DealSeed | null;
  /** The best first; null: you may not see them yet. */
  results: DealResult[] | null;
}

/** The answer to GET /api/deals/{deal}/course: the lead after each turn. */
export interface DealCourse {
  /** At your table; empty: you have not finished it. */
  mine: number[];
  /** When the master plays at your seat, with the same dice. */
  best: number[];
}

/** The answer to PUT /api/deals/{deal}: the table at which you play it. */
export interface DealBegun {
  table: string;
  /** Yours. Take it, if nobody sits there yet. */
  seat: number;
}

/** The answer to GET /api/my/channels, and to all that changes one of them. */
export interface ChannelsShown {
  /** How this server is reached; null: its operator has not said so, and nothing is sent. */
  address: string | null;
  /** It can send mail. */
  mail: boolean;
  /** It can tell other services. */
  url: boolean;
  /** The key for a browser that subscribes; null: it cannot push. */
  push: string | null;
  /** How long you must be away before you are told that it is your turn. */
  minutes: number;
  channels: ChannelShown[];
}

/** The answer to LinkUsed. */
export interface LinkDone {
  kind: "mail" | "push" | "url";
  shown: string;
}

/** The answer to GET /api/my/people. */
export interface PeopleShown {
  /** Those who are here come first. */
  people: FollowedPerson[];
  blocked: BlockedPerson[];
  /** Others may see that you are here. */
  seen: boolean;
}

/** Somebody whom you follow. */
export interface FollowedPerson {
  person: string;
  name: string;
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
  /** He was connected to this server within the last minute, and does not hide that. */
  here: boolean;
  /** A public table where he sits, and that is not over. */
  table: string | null;
  /** What is played there. */
  game: string | null;
  status: "waiting" | "playing" | null;
}

/** Somebody from whom you want to hear nothing. */
export interface BlockedPerson {
  person: string;
  name: string;
}

/** Who of a table's players you follow: the answer to GET and PUT /api/tables/{table}/followed. */
export interface FollowedSeats {
  seats: number[];
}

/** The answer to GET /api/my/calls. */
export interface Calls {
  calls: CallShown[];
  /** Names exactly these calls; with it the next request waits until there are others. */
  mark: string;
}

/** Somebody calls you to a table. */
export interface CallShown {
  /** Who calls. */
  person: string;
  name: string;
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
  table: string;
  key: string | null;
  game: string;
  created: number;
}

/** The answer where there is nothing to tell. */
export interface Noted {
  done: true;
}

/**
 * The answer to Seek: the table of those who wish the same. Take a free seat; if all are taken, seek again.
 */
export interface SeekFound {
  table: string;
  /** The seats that were free a moment ago. */
  free: number[];
}

/** The answer to GET /api/positions: a position for a page, as whoever is to move sees it. */
export interface PositionShown {
  line: string;
  title: string;
  options: Record<string, boolean | number | string>;
  names: string[];
  /** Whose eyes these are; null: everything is open, or nobody is to move. */
  seat: number | null;
  /** Who is to move; -1: chance, -2: nobody, the game is over. */
  turn: number;
  /** Whose turn it is, also while chance is to move. */
  thrower: number;
  state: Record<string, unknown>;
  scores: number[];
  /** The legal moves; none where what is hidden decides. */
  choices: MoveChoice[];
  throw: ChanceDue | null;
  /** How it goes on depends on what is hidden here, so nobody can say. */
  hidden: boolean;
  /** Are there exact odds of the turn to be asked for? */
  odds: boolean;
  figures: Record<string, unknown> | null;
  aloud: string;
}

/** The answer to GET /api/positions/analysis: what the position and every move of it are worth. */
export interface PositionAnalysed {
  /** Whose values these are. */
  seat: number;
  /** What the position is worth to that seat. */
  value: number;
  /** The same in words: "1.2 worms". */
  worth: string;
  unit: string;
  /** What a value is, and how well it is known, in a sentence. */
  about: string;
  /** All legal moves, the best first; none at a throw. */
  choices: HintChoice[];
}

/** The answer to GET /api/positions/odds: exact chances of the turn. */
export interface PositionOdds {
  tables: OddsTable[];
}

/** The answer to GET /api/positions/moved and thrown: the position after a move or a throw. */
export interface PositionAfter {
  line: string;
  /** What has happened, in words. */
  told: string;
}

/** The answer to PositionDraft: what can be chosen, and the position if there can be such a one. */
export interface SetupShown {
  options: Record<string, boolean | number | string>;
  groups: SetupGroup[];
  /** null: such a position cannot come about. */
  line: string | null;
  /** What is wrong with it. */
  fault: string;
}

/** The answer to GET /api/puzzles. */
export interface PuzzlesShown {
  /** The day, in UTC: 2026-11-19. */
  day: string;
  /** On how many days in a row, up to today or yesterday, you have solved a puzzle of the day. */
  streak: number;
  games: PuzzleGame[];
}

/**
 * The answer to GET /api/puzzles/{game}/next and to GET /api/puzzles/{game}/{puzzle}: a position to be
 * solved.
 */
export interface PuzzleShown {
  game: string;
  puzzle: string;
  /** How hard it is: who is rated so solves it every other time. */
  rating: number;
  /** As a line of text. */
  position: string;
  /** Who is to move: it is you. */
  seat: number;
  names: string[];
  options: Record<string, boolean | number | string>;
  view: SceneView;
  choices: MoveChoice[];
  figures: Record<string, unknown> | null;
  aloud: string;
  /** Whether your answer was right; null: you have not answered it. */
  answered: boolean | null;
}

/** The answer to PuzzleAnswer. */
export interface PuzzleJudged {
  right: boolean;
  /** Did it change your rating? Only the first answer to a puzzle does, and only a guest has a rating. */
  counted: boolean;
  /** Every move that solves it. */
  best: string[];
  /** Your rating in this game; null: you are no guest. */
  before: RatingShown | null;
  after: RatingShown | null;
}

/** The answer to GET /api/puzzles/{game}/{puzzle}/explanation: what every move is worth, and why. */
export interface PuzzleExplained {
  puzzle: string;
  unit: string;
  best: string[];
  /** By how much the best move leads the next: "1.2 worms". */
  lead: string;
  /** All legal moves, the best first. */
  choices: PuzzleChoice[];
  /** The paragraphs that govern the decision. */
  cites: string[];
  check: PuzzleCheck;
  source: string;
}

/** Somebody wants to take a decision back. */
export interface Asking {
  seat: number;
  /** How many moves and outcomes would be taken back. */
  count: number;
  /** The seats that have agreed; those that have not said anything are waited for. */
  agreed: number[];
}

/** A section of a game's book, which a person reads to learn the game. */
export interface BookSection {
  key: "aim" | "table" | "turn" | "end" | "story" | "tips" | "players";
  title: string;
  /** What Markdown makes, and drawings as SVG. */
  html: string;
}

/** Somebody's games of one kind, with so many players. */
export interface Category {
  game: string;
  players: number;
  /** How many first places, second places … */
  places: number[];
  share: Share;
  /** null: no game has counted for it. */
  rating: RatingShown | null;
  /** After every game that counted, at most the last 200. */
  curve: CurvePoint[];
  seats: SeatShare[];
  skill: Skill;
}

/** Dice fall, or something is drawn, before anybody can move. */
export interface ChanceDue {
  /** How many outcomes come at once, in an order that does not matter. */
  count: number;
  /** What the next of them can be. */
  outcomes: OutcomeShown[];
}

/** A channel of yours. Its address is never shown whole again. */
export interface ChannelShown {
  channel: string;
  kind: "mail" | "push" | "url";
  shown: string;
  language: string;
  wants: ("turn" | "rematch" | "over")[];
  /** false: its mail address waits for its link to be used. */
  confirmed: boolean;
  /** Why nothing is sent there any more: it failed too often, is no longer there, or its link was used. */
  off: "failed" | "gone" | "stopped" | null;
  /** In a row: the last messages could not be sent, and will be tried again. */
  failures: number;
  /** When you were last told something: milliseconds since 1970. */
  sent: number | null;
}

/** Are the outcomes as frequent as they should be? */
export interface ChiSquare {
  value: number;
  freedom: number;
  /** How often fair dice would deviate at least so much. */
  p: number;
}

/** No clock, seconds for each decision, or seconds for all decisions of a seat with an increment for each. */
export interface Clock {
  /** Left out: "none". */
  kind?: "none" | "move" | "game";
  /** Left out: 60. */
  seconds?: number;
  /** Left out: 0. */
  increment?: number;
}

/** No clock, seconds for each decision, or seconds for all decisions of a seat with an increment for each. */
export interface FullClock {
  kind: "none" | "move" | "game";
  seconds: number;
  increment: number;
}

/** Times are in milliseconds; the time of nobody but `seat` runs. */
export interface ClockView {
  kind: "move" | "game";
  /**
   * What each seat had left at `since`; with a clock for each move, what it has for a decision. Only progress
   * of the game brings time back: a new chain, or a move that one takes back and makes again, does not.
   */
  left: number[];
  seat: number | null;
  /** The server's time, as `at` of events. */
  since: number;
}

/** A colour as CSS writes it, on a light and on a dark page. */
export interface Colour {
  light: string;
  dark: string;
}

/** A deal that has not opened yet. */
export interface ComingDeal {
  name: string;
  date: string;
  game: string;
  hash: string;
}

/** Does an outcome know of the one before? 0: it does not. */
export interface Correlation {
  value: number;
  low: number;
  /** Between these it is in 95 of 100 cases if the dice are fair. */
  high: number;
  pairs: number;
  p: number;
}

/** A rating after a game. */
export interface CurvePoint {
  mu: number;
  sigma: number;
  /** When the game ended: milliseconds since 1970. */
  at: number;
  place: number;
}

/** The deal whose dice a table plays with. */
export interface DealNamed {
  name: string;
  /** Of its seed, as it was published before. */
  hash: string;
  /** When its seed is opened; null: when the round of the tournament is complete. */
  closes: number | null;
}

/** The deal of a day in one game. */
export interface DealOfDay {
  /** By which it is asked for, such as 2026-11-19-GAME. */
  name: string;
  /** The day, in UTC. */
  date: string;
  game: string;
  /** Of its seed, published before it opens. */
  hash: string;
  /** Who sits where: the names of bots, and an empty one for whoever plays it. */
  seats: string[];
  opens: number;
  closes: number;
  /** At so many tables it was played to its end in time. */
  played: number;
  /** Where you play it, or have played it. */
  table: string | null;
  /** Of that table: waiting, playing, over. */
  status: string | null;
}

/** A table of a deal, compared with the others. */
export interface DealResult {
  /** Empty: somebody who does not want to be seen in lists. */
  name: string;
  mine: boolean;
  score: number;
  place: number;
  /** The points less the mean of the rivals'. */
  lead: number;
  /** The share of the other tables that did worse, ties half; null: there is no other. */
  matchpoints: number | null;
  /** The lead less the mean of all leads. */
  difference: number;
}

/** A seed that was opened: `stammtisch.fair.check_deal` checks that the hash is its. */
export interface DealSeed {
  /** 16 hexadecimal digits, as a transcript has it. */
  seed: string;
  /** What was hashed with it. */
  nonce: string;
}

/** A decision and what it gave away. */
export interface DecisionShown {
  /** Of the table: a moment before it, the decision was to be made. */
  event: number;
  seat: number;
  move: string;
  gives_away: number;
  best: string;
  sentence: string;
  /** What was done, in a sentence; to who asks with his own token, "You kept the 5s.". */
  did: string;
  /** What was best and by how much: "Keeping the worms was 1.2 worms better."; empty: nothing was better. */
  instead: string;
  leads: string;
  /** What the move and the best one led to: "89 % to get a tile". */
  best_leads: string;
}

/** The dice of a game, or its tiles. */
export interface DiceKind {
  game: string;
  /** Tiles from a bag: how often each should come depends on what is in it. */
  drawn: boolean;
  total: number;
  faces: Face[];
  /** null: too few for a test. */
  chi_square: ChiSquare | null;
  correlation: Correlation | null;
}

/** How a page may draw an event instead of writing it: a throw as small dice. */
export interface EventPicture {
  /**
   * A kind and what it shows: "die 5", "kept worm", "sum 27", "tile 26"; each game's page.py has its own.
   * None: the event needs no line.
   */
  pieces: string[];
  /** The sentence belongs to it. */
  told: boolean;
}

/** An event in words, as this viewer may know it. */
export interface EventText {
  seq: number;
  /** Whose it was; null: nobody's. */
  seat: number | null;
  text: string;
  /** The number of the turn that it belongs to; null: the game had not begun. */
  turns: number | null;
  /** null: the sentence says it. */
  drawn: EventPicture | null;
}

/** An outcome of a die or a bag. */
export interface Face {
  name: string;
  count: number;
  expected: number;
  low: number;
  /** Between these a fair count is in 95 of 100 cases. */
  high: number;
}

/** A legal move and what comes of it if everything after it is played well. */
export interface HintChoice {
  move: string;
  /** Its name in words. */
  said: string;
  value: number;
  /** What it gives away; 0 for the best. */
  loss: number;
  leads: string;
  /** Chances and amounts by name. */
  figures: Record<string, number>;
}

/** A bot that every game has. */
export interface LevelShown {
  name: string;
  about: string;
}

/** A player's line of a result. */
export interface LineShown {
  player: number;
  score: number;
  mark: number | null;
  place: number;
  out: boolean;
  points: number;
}

/** A seat of a listed table. */
export interface ListedSeat {
  name: string;
  kind: "person" | "bot";
  free: boolean;
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
}

/** A kind of mistake. */
export interface Mistakes {
  /** It completes: he or she … */
  said: string;
  count: number;
  given_away: number;
}

/** A legal move, and what it leads to in a few words. */
export interface MoveChoice {
  move: string;
  /** Its name in the language of the page. */
  said: string;
  leads: string;
  /** What it certainly throws away, as its name: "Fail the turn: lose 25"; null: nothing that is certain. */
  loses: string | null;
}

/** A line of a table of odds. */
export interface OddsRow {
  label: string;
  /** One for each column, as people write it. */
  figures: string[];
  /** How long its bar is, from 0 to 1. */
  share: number;
}

/** A table of exact chances. */
export interface OddsTable {
  title: string;
  /** What the label and the figures are. */
  columns: string[];
  rows: OddsRow[];
}

/** How a tournament is played on tables of this server. */
export interface Online {
  /** People may enter by themselves. Left out: true. */
  entries?: boolean;
  /**
   * Seconds after the draw; who has not come to his table by then is out of that game, and a bot plays for
   * him. Left out: 300.
   */
  wait?: number;
  /** Left out: {"kind": "none", "seconds": 60, "increment": 0}. */
  clock?: Clock;
  /**
   * After so many seconds a bot plays for somebody whose connection is lost; null: the others wait. Left out:
   * 60.
   */
  takeover?: number | null;
  /** Rounds, the cut and the final follow by themselves. Left out: false. */
  automatic?: boolean;
  /** Seconds between a round's last result and the next draw, if that is automatic. Left out: 60. */
  pause?: number;
}

/** How a tournament is played on tables of this server. */
export interface FullOnline {
  /** People may enter by themselves. */
  entries: boolean;
  /**
   * Seconds after the draw; who has not come to his table by then is out of that game, and a bot plays for
   * him.
   */
  wait: number;
  clock: FullClock;
  /** After so many seconds a bot plays for somebody whose connection is lost; null: the others wait. */
  takeover: number | null;
  /** Rounds, the cut and the final follow by themselves. */
  automatic: boolean;
  /** Seconds between a round's last result and the next draw, if that is automatic. */
  pause: number;
}

/** A table to be opened. */
export interface FullOpening {
  game: string;
  options: Record<string, boolean | number | string>;
  seats: FullSeatPlan[];
  public: boolean;
  clock: FullClock;
  /** After so many seconds a bot plays for an absent player whose turn it is; null: the others wait. */
  takeover: number | null;
  chat: boolean;
  /** Players may ask what their moves are worth. */
  hints: boolean;
}

/** An option of a game. */
export interface OptionShown {
  name: string;
  about: string;
  kind: "bool" | "choice" | "number";
  /** Every value that it can have. */
  choices: (boolean | number | string)[];
  /** The same values in words. */
  said: string[];
  default: boolean | number | string;
}

/** An outcome of chance that can come next. */
export interface OutcomeShown {
  move: string;
  said: string;
  chance: number;
}

/** Words and figures for a page that knows no rules, in the language of the hello. */
export interface Page {
  /** The events of this message in words. Not all of them need any; what people say is in `said`. */
  told: EventText[];
  /** One for each legal move of this viewer. */
  choices: MoveChoice[];
  /** The paragraphs of the rules that govern his decision: H3.2. */
  applies: string[];
  /** Numbers that follow from the rules, for the game's board; each game's page.py makes its own. */
  figures: Record<string, unknown> | null;
  /** The table in plain lines that can be read aloud. */
  aloud: string;
}

/** A paragraph of the rules. */
export interface Paragraph {
  /** As people cite it: H3.4. */
  number: string;
  /** Without any HTML but what Markdown makes. */
  html: string;
}

/** Where in a tournament a table is played. */
export interface Place {
  tournament: string;
  round: number;
  table: number;
}

/** A table of a round. */
export interface PlaceShown {
  table: number;
  /** Players, the start player first. */
  seats: number[];
  absent: number[];
  /** By whom: a name; "#3 Ann" is player 3 at the table, "#table" a table of this server. */
  entered: string;
  confirmed: string;
  /** In the order of the seats; empty: there is no result yet. */
  lines: LineShown[];
  /** Of the table's link, for the organiser. */
  key: string | null;
  /** Online: the table of this server where it is played. */
  played: string | null;
  status: "waiting" | "playing" | "over" | null;
}

/** A game with a number of players, and how many such games were played to their end. */
export interface Played {
  game: string;
  players: number;
  games: number;
}

/** Somebody who has entered. */
export interface PlayerShown {
  player: number;
  name: string;
  /** The level of the bot that plays; empty: a person. */
  bot: string;
  missed: number;
  gone: boolean;
}

/** The keys of a browser's subscription. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** How it was computed again that the move is best, without what found it. */
export interface PuzzleCheck {
  /** turn: by everything that can happen in the turn. played: by playing on from both moves. */
  way: string;
  lead: number;
  /** Positions of the turn, or games from each move. */
  count: number;
  /** The standard error of a lead that was played out; 0: it is exact. */
  error: number;
}

/** A legal move and what is known of it. */
export interface PuzzleChoice {
  move: string;
  /** Its name in words. */
  said: string;
  value: number;
  loss: number;
  sentence: string;
  /** What was done by it: "You kept the 5s.". */
  did: string;
  leads: string;
  /** What was better, and by how much; empty: nothing was. */
  instead: string;
}

/** A game that has puzzles. */
export interface PuzzleGame {
  game: string;
  puzzles: number;
  answered: number;
  solved: number;
  /** Yours; null: you have not answered any. */
  rating: RatingShown | null;
  /** Your rating after each of the last 100 answers. */
  curve: number[];
  /** The puzzles of the day, the easiest first: the same for everybody. */
  today: PuzzleLine[];
}

/** A puzzle in a list. */
export interface PuzzleLine {
  puzzle: string;
  rating: number;
  answered: boolean | null;
}

/** Somebody in a list of ratings. */
export interface RatingLine {
  mu: number;
  sigma: number;
  games: number;
  won: number;
  low: number;
  /** The 95 % interval of won / games. */
  high: number;
  rank: number;
  /** A bot is the server's own; a program is somebody's, connected from outside. */
  kind: "person" | "program" | "bot";
  /** Of a bot: its name, such as master. */
  name: string;
  /** For GET /api/people/{person}/statistics; null: a bot. */
  person: string | null;
}

/** A strength, and how uncertain it is: it is within mu ± 2 sigma as good as surely. */
export interface RatingShown {
  mu: number;
  sigma: number;
}

/** How a game ended. */
export interface Result {
  scores: number[];
  /**
   * 1 is the winner's; players who are equal share a place; who has resigned is last. 0: the table was
   * closed.
   */
  places: number[];
  /**
   * It was played to its end, or all but one, or all people, have resigned or run out of time, or the
   * operator of the server closed the table.
   */
  reason: "played" | "resigned" | "closed";
}

/** A player of a game that is over. */
export interface Reviewed {
  name: string;
  score: number;
  /** null: the game was not played to its end. */
  place: number | null;
  given_away: number;
  /** What the dice gave him above expectation. */
  luck: number;
}

/** A round, or a game of the final. */
export interface RoundShown {
  round: number;
  final: boolean;
  /** Which game of the final. */
  game: number | null;
  complete: boolean;
  tables: PlaceShown[];
}

/** A line of the standings. */
export interface RowShown {
  place: number;
  player: number;
  score: number;
  worms: number;
  tiles: number;
  wins: number;
  share: number;
  opposition: number;
  starts: number;
  games: number;
  /** What put this player behind the one above: score, or a tie-break. */
  decided: string;
}

/** A moment of a lesson. */
export interface SceneShown {
  text: string;
  /** What others have done since the scene before, in words. */
  told: string[];
  /** The move that the learner makes now; null: he reads and goes on. */
  want: string | null;
  /** The paragraphs that the text is about. */
  cites: string[];
  view: SceneView;
  choices: MoveChoice[];
  figures: Record<string, unknown> | null;
  aloud: string;
}

/** The position of a scene as the learner sees it; the fields are those of View. */
export interface SceneView {
  turn: number;
  state: Record<string, unknown>;
  scores: number[];
  legal: string[];
}

/** Who is to sit somewhere: a person, or a bot by its level. */
export interface SeatPlan {
  /** Left out: "person". */
  kind?: "person" | "bot";
  /** The bot that plays here, or takes over when the person is away. Left out: "beginner". */
  bot?: string;
}

/** Who is to sit somewhere: a person, or a bot by its level. */
export interface FullSeatPlan {
  kind: "person" | "bot";
  /** The bot that plays here, or takes over when the person is away. */
  bot: string;
}

/** A seat's share. */
export interface SeatShare {
  games: number;
  won: number;
  low: number;
  /** The 95 % interval of won / games. */
  high: number;
  seat: number;
}

/** A seat as everybody sees it. */
export interface SeatView {
  /** Empty as long as nobody sits here. */
  name: string;
  /** A person, a program of somebody's own, or a bot of the server. */
  kind: "person" | "program" | "bot";
  /** The bot of the server that plays here, or would take over. */
  bot: string;
  /** A bot of the server plays for whoever sits here. */
  away: boolean;
  resigned: boolean;
  /** Somebody may sit down here. */
  free: boolean;
  /** What whoever sits here wants to look like. */
  avatar:
    | ""
    | "bear"
    | "cat"
    | "fox"
    | "frog"
    | "hare"
    | "hedgehog"
    | "hen"
    | "ladybird"
    | "mouse"
    | "owl"
    | "penguin"
    | "pig";
}

/** A section of the rules. */
export interface Section {
  number: string;
  title: string;
  paragraphs: Paragraph[];
}

/** A value that can be chosen. */
export interface SetupChoice {
  value: number;
  said: string;
}

/** Something that can be chosen. */
export interface SetupControl {
  key: string;
  /** Empty: nothing lies here. */
  label: string;
  value: number;
}

/** Controls that belong together. */
export interface SetupGroup {
  title: string;
  /** What each of its controls can be; empty: a number from `low` to `high`. */
  choices: SetupChoice[];
  low: number;
  high: number;
  /** 0: as many in a line as there is room for; else so many, for they lie like this on the table. */
  columns: number;
  /** One picks a choice and then the controls that get it. */
  paint: boolean;
  controls: SetupControl[];
}

/** How much of so many games was won. A first place that is shared is shared. */
export interface Share {
  games: number;
  won: number;
  low: number;
  /** The 95 % interval of won / games. */
  high: number;
}

/** Luck and skill in all games that have been reviewed. */
export interface Skill {
  games: number;
  /** Games that have not been reviewed yet. */
  waiting: number;
  /** What is counted: worms. */
  unit: string;
  /** What the dice gave above expectation, a game on average. */
  luck: number;
  /** What was given away, a game on average. */
  given_away: number;
  decisions: number;
  /** How many of all decisions with a choice gave nothing away. */
  best: number;
  /** The most frequent ones. */
  mistakes: Mistakes[];
}

/** An event in words, with the scores after it. */
export interface StoryLine {
  seq: number;
  /** Whose it was; null: nobody's. */
  seat: number | null;
  text: string;
  /** The number of the turn that it belongs to; null: the game had not begun. */
  turns: number | null;
  /** null: the sentence says it. */
  drawn: EventPicture | null;
  /** null: the game had not begun. */
  scores: number[] | null;
}

/** A browser's subscription to push messages. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
}

/** A throw waits for a contribution; see docs/fair-dice.md. */
export interface ThrowDue {
  number: number;
  /** The seat that everybody waits for. */
  from: number;
  /** Which element of its chain it owes. */
  element: number;
  /** The seat whose throw it is. */
  by: number;
  /**
   * It begins the turn of that seat: no decision has led to it. A page may wait until its player wants to
   * throw.
   */
  begins: boolean;
}

/** What chance gave to a seat, above or below expectation. */
export interface ThrowShown {
  event: number;
  seat: number;
  luck: number;
}

/** What whoever asks is to this tournament. */
export interface You {
  organiser: boolean;
  player: number | null;
  /** With a table's key: that table, of `round`; else the own table of the last round. */
  table: number | null;
  round: number | null;
  /** Online: the seat at the table of this server that is played now, and the key to it. */
  seat: number | null;
  invite: string | null;
}

/** What a client sends after its hello. Each gets one Answer, with its `cid`. */
export type Command =
  | Play
  | Undo
  | TakeBack
  | Consent
  | Contribute
  | NewChain
  | Seal
  | Say
  | Start
  | Resign
  | Back
  | Rematch;

/** What a client sends. */
export type FromClient =
  | Hello
  | Play
  | Undo
  | TakeBack
  | Consent
  | Contribute
  | NewChain
  | Seal
  | Say
  | Start
  | Resign
  | Back
  | Rematch;

/** The answer to a command. */
export type Answer = Done | Again | Stale | Refused;

/** What the server sends over a socket. */
export type FromServer = Welcome | News | Present | Done | Again | Stale | Refused;

/** An event of a table, as one viewer may see it. */
export type TableEvent =
  | TableOpened
  | Sat
  | Left
  | DiceLine
  | Shown
  | Moved
  | Drafted
  | Laid
  | Lines
  | Hidden
  | Asked
  | Answered
  | Resigned
  | Said
  | Ended
  | RematchOpened
  | Resumed
  | StoodIn
  | Stuck
  | Hinted;

/** Why something was refused. */
export type Code =
  | "bad_message"
  | "bad_request"
  | "too_large"
  | "too_long"
  | "bad_origin"
  | "not_found"
  | "not_signed_in"
  | "no_table"
  | "bad_name"
  | "bad_options"
  | "no_bot"
  | "no_seat"
  | "not_invited"
  | "taken"
  | "seated"
  | "started"
  | "not_seated"
  | "not_host"
  | "not_started"
  | "over"
  | "not_over"
  | "away"
  | "not_away"
  | "late"
  | "resigned"
  | "not_your_turn"
  | "unknown_move"
  | "illegal"
  | "not_undoable"
  | "throw_due"
  | "asked"
  | "not_asked"
  | "not_due"
  | "wrong_element"
  | "no_chain"
  | "no_chat"
  | "empty"
  | "no_game"
  | "no_lesson"
  | "no_puzzle"
  | "no_hints"
  | "no_answer"
  | "warming_up"
  | "busy"
  | "too_many"
  | "no_tournament"
  | "bad_tournament"
  | "not_organiser"
  | "stale"
  | "doubtful"
  | "banned"
  | "no_guest"
  | "no_person"
  | "bad_handle"
  | "handle_taken"
  | "weak_password"
  | "wrong_password"
  | "has_account"
  | "no_account"
  | "no_session"
  | "bad_channel"
  | "no_channel"
  | "no_notices"
  | "no_storage"
  | "damaged"
  | "full"
  | "elsewhere"
  | "bad_position"
  | "sealed"
  | "no_deal";
