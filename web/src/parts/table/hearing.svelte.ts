/** What is heard at a table: what happens is read aloud, and dice, tiles, the own turn and the end have their sounds. */

import type { TableConnection } from "../../net/tableConnection.svelte.ts";
import { sound } from "../../sound.ts";

export class Hearing {
  /** What a screen reader says now. */
  aloud = $state("");
  #heard = 0;

  /** To be made while a component is. */
  constructor(connection: () => TableConnection | undefined, awaited: () => boolean) {
    $effect(() => {
      const told = connection()?.told ?? [];
      const fresh = told.filter((line) => line.seq > this.#heard);
      if (this.#heard && fresh.length) this.aloud = fresh.map((line) => line.text).join(" ");
      this.#heard = fresh.at(-1)?.seq ?? this.#heard;
    });
    $effect(() => {
      const last = connection()?.events.slice(-3) ?? []; // a command writes a few lines at once
      if (last.some((event) => event.type === "throw")) sound("dice");
      else if (last.some((event) => event.type === "seat" || event.type === "draft")) sound("tile");
    });
    $effect(() => {
      if (awaited()) sound("turn");
    });
    $effect(() => {
      if (connection()?.view?.status === "over") sound("end");
    });
  }

  /** Say something again although it may be what was said last. */
  say(text: string): void {
    this.aloud = this.aloud === text ? `${text}\u200b` : text;
  }
}
