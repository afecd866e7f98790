/** A game that plays by itself, one event after another, at the pace of the settings. */

import { onDestroy } from "svelte";
import { PACES } from "../../net/pace.svelte.ts";
import { settings } from "../../settings.svelte.ts";
import type { Browsing } from "./browsing.svelte.ts";

const FASTEST = 500; // ms between two events, where what others do is shown at once

export class Playback {
  playing = $state(false);
  readonly #browsing: Browsing;
  readonly #say: (seq: number) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `say`: reads aloud what happens. To be made while a component is. */
  constructor(browsing: Browsing, say: (seq: number) => void) {
    this.#browsing = browsing;
    this.#say = say;
    onDestroy(() => this.pause());
  }

  /** From the moment that is looked at; from the beginning, where that is the end. */
  play(): void {
    this.playing = true;
    const { at, steps } = this.#browsing;
    const from = at === null ? -1 : steps.findLastIndex((seq) => seq <= at);
    void this.#show(from + 1);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  async #show(step: number): Promise<void> {
    const { steps } = this.#browsing;
    const seq = steps[step];
    const isLast = step >= steps.length - 1;
    if (seq !== undefined) this.#say(seq);
    await this.#browsing.look(isLast ? null : (seq ?? null));
    const isShown = isLast || (this.#browsing.at === seq && this.#browsing.moment !== null);
    if (isLast || !isShown) this.pause(); // somebody looks elsewhere meanwhile, or the server does not answer
    if (!this.playing) return;
    this.#timer = setTimeout(
      () => (this.#browsing.at === seq ? this.#show(step + 1) : this.pause()),
      PACES[settings.pace].turn || FASTEST,
    );
  }
}
