/** A position that is analysed. The address holds all of it, so Back takes a move back, and nothing is stored. */

import { call, Refused } from "../../net/api.ts";
import { whenReady } from "../../net/ready.ts";
import { words } from "../../net/refusals.ts";
import type { PositionAfter, PositionAnalysed, PositionShown, Why } from "../../protocol.ts";
import { go } from "../../route.svelte.ts";
import { language } from "../../translation.ts";
import { analysisLink } from "./link.ts";

/** A step that was tried out here, and the line before it. */
interface Step {
  before: string;
  told: string;
}

export class Analysing {
  position: PositionShown | null = $state.raw(null);
  /** What everything is worth; null: it is not known yet, or cannot be known. */
  worth: PositionAnalysed | null = $state.raw(null);
  /** What is wrong with the line; empty: nothing. */
  fault = $state("");
  /** Why nothing is known of the moves; empty: it is, or will be. */
  unknown = $state("");
  /** Why a step could not be made. */
  trouble = $state("");
  warming = $state(false);
  steps: Step[] = $state.raw([]);
  #game = "";
  #line = "";
  #asked = 0;

  /** Show what the address names. */
  async read(game: string, line: string): Promise<void> {
    const mine = ++this.#asked;
    if (game !== this.#game) this.position = null;
    if (game !== this.#game || !this.#follows(line)) this.steps = [];
    this.#game = game;
    this.#line = line;
    this.worth = null;
    this.trouble = "";
    this.unknown = "";
    this.warming = false;
    try {
      const found = await this.ask<PositionShown>("", {});
      if (mine !== this.#asked) return;
      this.position = found;
      this.fault = "";
    } catch (why) {
      if (mine !== this.#asked) return;
      this.position = null;
      this.fault = inPlainWords(why);
      return;
    }
    if (this.position.turn === -2 || this.position.hidden) return;
    try {
      const found = await whenReady(
        () => this.ask<PositionAnalysed>("/analysis", {}),
        () => mine === this.#asked,
        () => {
          this.warming = mine === this.#asked;
        },
      );
      if (mine === this.#asked) this.worth = found;
    } catch (why) {
      if (mine === this.#asked) this.unknown = inPlainWords(why);
    }
  }

  /** Is this where we are, where the last step led, or where it began? */
  #follows(line: string): boolean {
    if (line === this.#line || line === this.#next) return true;
    if (line !== this.steps.at(-1)?.before) return false;
    this.steps = this.steps.slice(0, -1);
    return true;
  }
  #next = "";

  play(move: string): Promise<void> {
    return this.#step("/moved", { move });
  }

  /** `outcomes`: what falls; none: what chance gives. */
  throw(outcomes: string[]): Promise<void> {
    return this.#step("/thrown", { throw: outcomes.join(",") });
  }

  why(move: string): Promise<Why> {
    return this.ask<Why>("/why", { move });
  }

  async #step(what: string, more: Record<string, string>): Promise<void> {
    const [game, before, mine] = [this.#game, this.#line, this.#asked];
    try {
      const { line, told } = await this.ask<PositionAfter>(what, more);
      if (mine !== this.#asked) return; // somebody has gone elsewhere meanwhile
      this.steps = [...this.steps, { before, told }];
      this.#next = line;
      go(analysisLink(game, line));
    } catch (why) {
      if (mine === this.#asked) this.trouble = inPlainWords(why);
    }
  }

  ask<T>(what: string, more: Record<string, string>): Promise<T> {
    const asked = new URLSearchParams({ game: this.#game, line: this.#line, language: language(), ...more });
    return call<T>("GET", `/api/positions${what}?${asked}`);
  }
}

/** What is wrong with a position or a move the server says in the reader's language. */
export function inPlainWords(why: unknown): string {
  const own = why instanceof Refused && ["bad_position", "illegal", "unknown_move"].includes(why.code);
  return own ? why.message : words(why);
}
