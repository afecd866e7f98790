/** What somebody does on the page of a tournament: done, or refused with a sentence that stands beside the control. */

import type { EventData, TournamentConnection } from "../../net/tournament.svelte.ts";

export class TournamentActions {
  readonly connection: TournamentConnection;
  /** What was done last, for those who listen. */
  said = $state("");
  /** How often something was done and shown since: controls may have gone with it. */
  done = $state(0);

  constructor(connection: TournamentConnection) {
    this.connection = connection;
  }

  get busy(): boolean {
    return this.connection.busy;
  }

  /** Let it happen; the answer is why not, or empty. */
  async do(what: EventData[], said = ""): Promise<string> {
    const done = await this.connection.do(what);
    if (!done) return this.connection.trouble;
    this.said = said;
    setTimeout(() => this.done++);
    return "";
  }
}
