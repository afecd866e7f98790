/** How long something takes, in hours and minutes. */

import { t } from "../../../translation.ts";

export function time(minutes: number): string {
  const all = Math.round(minutes / 5) * 5 || Math.round(minutes);
  const [hours, rest] = [Math.floor(all / 60), all % 60];
  if (!hours) return t("{m} min", { m: rest });
  return rest ? t("{h} h {m} min", { h: hours, m: rest }) : t("{h} h", { h: hours });
}

/** The same for a chart: 2:10 */
export function clock(minutes: number): string {
  const all = Math.round(minutes / 5) * 5 || Math.round(minutes);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}
