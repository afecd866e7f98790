/** A position that somebody sets up by hand. The server says what can be chosen, and what is wrong as long as it cannot
 * come about; whatever was chosen stays until it can. */

import { call } from "../../net/api.ts";
import { stored } from "../../net/storage.ts";
import type { SetupControl, SetupShown } from "../../protocol.ts";
import { go } from "../../route.svelte.ts";
import { language } from "../../translation.ts";
import type { Chosen } from "../choices.ts";
import { inPlainWords } from "./analysing.svelte.ts";
import { analysisLink } from "./link.ts";

/** What was chosen for a position that cannot come about yet. An address only holds what can. */
interface Unfinished {
  game: string;
  begun: string;
  /** The position in the address. */
  made: string;
  options: Chosen;
  values: Record<string, number>;
}

const unfinished = stored<Unfinished | null>("setup", null, () => sessionStorage);

/** What was left unfinished at this address, before the page was loaded again. */
export function leftAt(game: string, line: string): Unfinished | null {
  const left = unfinished.get();
  return left?.game === game && left.made === line ? left : null;
}

export class SettingUp {
  shown: SetupShown | null = $state.raw(null);
  trouble = $state("");
  readonly #game: string;
  /** The position that it began with: what was chosen is told as what differs from it. */
  #begun = "";
  #made = "";
  #options: Chosen = {};
  #values: Record<string, number> = {};
  #asked = 0;

  constructor(game: string) {
    this.#game = game;
  }

  /** Another position is shown. If it is not the one that was made here, the set-up begins anew with it. */
  follow(line: string): void {
    if (line === this.#made) return;
    const left = this.#made ? null : leftAt(this.#game, line);
    this.#made = line;
    this.#begun = left?.begun ?? line;
    this.#options = left?.options ?? {};
    this.#values = left?.values ?? {};
    this.#look();
  }

  /** The same in another language. */
  again(): void {
    if (this.#made) this.#look();
  }

  choose(key: string, value: number): void {
    this.#values[key] = value;
    if (this.shown) {
      const set = (each: SetupControl) => (each.key === key ? { ...each, value } : each);
      const groups = this.shown.groups.map((group) => ({ ...group, controls: group.controls.map(set) }));
      this.shown = { ...this.shown, groups }; // it is seen at once, whatever the server will say
    }
    this.#look();
  }

  /** Another game is begun by that, so all that can be seen is chosen for it. */
  option(name: string, value: string | number | boolean): void {
    for (const group of this.shown?.groups ?? [])
      for (const { key, label, value } of group.controls) if (label) this.#values[key] = value;
    this.#options = { ...this.shown?.options, ...this.#options, [name]: value };
    this.#look();
  }

  async #look(): Promise<void> {
    const mine = ++this.#asked;
    const asked = {
      game: this.#game,
      line: this.#begun,
      options: this.#options,
      values: this.#values,
    };
    try {
      const found = await call<SetupShown>("POST", `/api/positions/setup?language=${language()}`, asked);
      if (mine !== this.#asked) return;
      this.shown = found;
      this.trouble = "";
      const { game, line: begun, options, values } = asked;
      unfinished.set(found.line ? null : { game, begun, made: this.#made, options, values });
      if (!found.line || found.line === this.#made) return;
      this.#made = found.line;
      go(analysisLink(this.#game, found.line), true);
    } catch (why) {
      if (mine === this.#asked) this.trouble = inPlainWords(why);
    }
  }
}
