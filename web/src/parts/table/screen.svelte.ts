/** Who is at this screen: me, and perhaps others; each has a connection of his own. */

import type { Kind } from "../../net/pace.svelte.ts";
import { TableConnection } from "../../net/tableConnection.svelte.ts";
import { peopleHere } from "../../net/tables.ts";
import { language } from "../../translation.ts";
import { waitsFor } from "./seats.ts";

export class Screen {
  connections: TableConnection[] = $state.raw([]);
  readonly seated: TableConnection[] = $derived(this.connections.filter((each) => each.seat !== null));
  /** The seat that the screen was handed to, where hands are hidden. */
  shown: number | null = $state(null);
  /** Hands are hidden: something happened that not everybody may see. */
  readonly #isHidden = $derived(
    this.connections[0]?.events.some((event) => event.type === "hidden" || event.type === "show") ?? false,
  );
  /** The player to move looks at the table; where hands are hidden, only after the screen was handed over. */
  readonly #mover = $derived(this.seated.find((each) => each.seat === each.view?.turn || each.throws));
  readonly connection: TableConnection | undefined = $derived.by(() => {
    const { seated } = this;
    if (seated.length < 2) return seated[0] ?? this.connections[0];
    const looking = this.#isHidden ? seated.find((each) => each.seat === this.shown) : this.#mover;
    return looking ?? this.#mover ?? seated[0];
  });
  /** Who is to look next; null: nobody has to hand anything over. */
  readonly next: TableConnection | null = $derived.by(() => {
    const playing = this.seated.length > 1 && this.connection?.view?.status === "playing";
    const isNext = playing && this.#isHidden && this.#mover?.seat !== this.shown;
    return isNext ? (this.#mover ?? null) : null;
  });
  /** Everybody waits for somebody here, also while the page is not looked at and stands still. */
  readonly awaited: boolean = $derived(
    this.connections.some(
      ({ latest, seat }) => seat !== null && latest?.status === "playing" && waitsFor(latest, seat),
    ),
  );

  connect(table: string): void {
    this.close();
    const people = peopleHere(table);
    const near = () => this.connections.map((each) => each.seat);
    this.connections = (people.length ? people : [null]).map(
      (person) => new TableConnection(table, person, language(), near),
    );
  }

  /** Show at once what waits, all of it or up to the end of a turn. */
  skip(to?: Kind): void {
    for (const each of this.connections) each.skip(to);
  }

  close(): void {
    for (const each of this.connections) each.close();
  }
}
