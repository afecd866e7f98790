/** What people look like: a drawing that somebody has chosen, or else that of his seat. */

import { getContext, hasContext, setContext } from "svelte";
import type { Avatar } from "../net/account.ts";
import { later } from "../translation.ts";

/** By name, as people call them; the first eight are those of the seats, in their order. */
export const AVATARS: [Exclude<Avatar, "">, string][] = [
  ["hen", later("hen")],
  ["owl", later("owl")],
  ["cat", later("cat")],
  ["frog", later("frog")],
  ["fox", later("fox")],
  ["pig", later("pig")],
  ["hare", later("hare")],
  ["bear", later("bear")],
  ["hedgehog", later("hedgehog")],
  ["ladybird", later("ladybird")],
  ["mouse", later("mouse")],
  ["penguin", later("penguin")],
];
const SEATS = 8;
const KEY = Symbol("avatars");

/** All heads within this component are those of a table's seats. */
export function shareAvatars(of: () => Avatar[]): void {
  setContext(KEY, of);
}

/** To be asked while a component is made. */
export function avatarsHere(): () => Avatar[] {
  return hasContext(KEY) ? getContext<() => Avatar[]>(KEY) : () => [];
}

/** What is drawn for somebody at a seat; without one, for a person in a list. */
export function animalOf(avatar: Avatar | undefined, seat: number | undefined): string {
  return avatar || (AVATARS[(seat ?? 0) % SEATS]?.[0] ?? "hen");
}
