/** What somebody does on the page of a tournament: done, or refused with a sentence that stands beside the control. */

import type { Cup, Happening } from "../../net/cup.svelte.ts";

export class Acting {
  readonly cup: Cup;
  /** What was done last, for those who listen. */
  said = $state("");
  /** How often something was done and shown since: controls may have gone with it. */
  done = $state(0);

  constructor(cup: Cup) {
    this.cup = cup;
  }

  get busy(): boolean {
    return this.cup.busy;
  }

  /** Let it happen; the answer is why not, or empty. */
  async do(what: Happening[], said = ""): Promise<string> {
    const done = await this.cup.do(what);
    if (!done) return this.cup.trouble;
    this.said = said;
    setTimeout(() => this.done++);
    return "";
  }
}
