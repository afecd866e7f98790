/** A tournament as it is being planned. Only what differs from its preset is sent: the server knows the rest. */

import type { NewTournament, Online, PresetShown } from "../../../protocol.ts";
import { type Chosen, NO_CLOCK } from "../../choices.ts";

/** Settings of a scheme by name, as docs/tournament.md lists them. */
export type Settings = Record<string, unknown>;

export class Draft {
  title = $state("");
  online = $state(false);
  publicly = $state(false);
  /** How many are expected: for the advice only. */
  people = $state(16);
  presetName = $state("");
  game = $state("");
  options: Chosen = $state({});
  readonly played: Required<Online> = $state({
    entries: true,
    wait: 300,
    clock: NO_CLOCK,
    takeover: 300,
    automatic: true,
    pause: 60,
  });
  /** What was changed, by preset: to look at another preset loses nothing. */
  readonly #changes: Record<string, Settings> = $state({});

  presets: PresetShown[] = $state.raw([]);

  get preset(): PresetShown | undefined {
    return this.presets.find((each) => each.name === this.presetName) ?? this.presets[0];
  }

  get changes(): Settings {
    return this.#changes[this.preset?.name ?? ""] ?? {};
  }

  /** What the preset has; undefined where that depends on a game other than the one it was told for. */
  usual(name: string): unknown {
    const { preset } = this;
    return preset && this.chosenGame === preset.scheme.game ? preset.scheme[name] : undefined;
  }

  /** undefined: as usual. */
  set(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.changes;
    const same = value === undefined || JSON.stringify(value) === JSON.stringify(this.usual(name));
    this.#changes[this.preset?.name ?? ""] = same ? others : { ...others, [name]: value };
  }

  /** A preset for one game has that game. */
  get chosenGame(): string {
    const games = this.preset?.games ?? [];
    return games.includes(this.game) ? this.game : (games[0] ?? this.game);
  }

  get rounds(): number {
    return Number(this.changes.rounds ?? this.preset?.scheme.rounds ?? 1);
  }

  /** For how many the scheme is, if not for as many as are expected. */
  get misfit(): { fewest: number; most: number } | null {
    const { fewest, most } = { ...this.preset?.scheme, ...this.changes } as { fewest: number; most: number };
    return this.people < fewest || this.people > most ? { fewest, most } : null;
  }

  get scheme(): Settings {
    const options = $state.snapshot(this.options);
    return {
      preset: this.preset?.name,
      game: this.chosenGame,
      ...(Object.keys(options).length ? { options } : {}),
      ...$state.snapshot(this.changes),
    };
  }

  get wanted(): NewTournament {
    return {
      title: this.title.trim(),
      scheme: this.scheme,
      public: this.publicly,
      online: this.online ? $state.snapshot(this.played) : null,
    };
  }
}
