/** What the operator of this server says and offers to everybody. */

import type { Announcement } from "../protocol.ts";
import { call } from "./api.ts";

/** Until it is known, nothing is offered that may not be there. */
export const announcement: { current: Announcement } = $state({
  current: { text: "", since: 0, notices: false, pictures: false },
});

export async function loadAnnouncement(): Promise<void> {
  try {
    announcement.current = await call<Announcement>("GET", "/api/announcement");
  } catch {
    // not reached: what was said last still holds
  }
}
