/** An account: the same person on several devices. Nobody needs one. */

import { fresh, hex } from "../fair/index.ts";
import type { LoggedIn, MeShown, SeatView, SessionsEnded } from "../protocol.ts";
import { call } from "./api.ts";
import { be, deviceName, forget, type Person, whoAmI } from "./identity.ts";
import { forgetAll } from "./offline.ts";

/** A drawing of the page's own, by name; empty: that of the seat. */
export type Avatar = SeatView["avatar"];

function token(): string {
  return whoAmI()?.token ?? "";
}

/** Who I am, as the server knows it; null: nobody yet. */
export async function look(): Promise<MeShown | null> {
  return whoAmI() ? call<MeShown>("GET", "/api/me", undefined, token()) : null;
}

export function chooseAvatar(avatar: Avatar): Promise<MeShown> {
  return call<MeShown>("PUT", "/api/me/avatar", { avatar }, token());
}

export function keep(handle: string, password: string): Promise<MeShown> {
  return call<MeShown>("POST", "/api/account", { handle, password }, token());
}

/** Whoever was here before can come back: see identity.ts. */
export async function logIn(handle: string, password: string): Promise<void> {
  const made = await call<LoggedIn>("POST", "/api/sessions", { handle, password, device: deviceName() });
  be({ name: made.name, token: made.token, secret: hex(fresh()) } satisfies Person);
}

export async function logOut(): Promise<void> {
  const mine = token();
  await call<SessionsEnded>("DELETE", "/api/sessions/mine", undefined, mine);
  forget(mine);
  await forgetAll();
}

/** Another of my devices, or all of them. */
export function logOutElsewhere(session?: string): Promise<SessionsEnded> {
  return call<SessionsEnded>(
    "DELETE",
    session ? `/api/sessions/${session}` : "/api/sessions",
    undefined,
    token(),
  );
}

export function changePassword(old: string, fresh: string): Promise<MeShown> {
  return call<MeShown>("PUT", "/api/account/password", { old, new: fresh }, token());
}

/** Everything that the server keeps about me, as a file. */
export async function download(): Promise<void> {
  const data = await call<unknown>("GET", "/api/me/export", undefined, token());
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  link.download = "stammtisch.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function deleteMe(password: string | null): Promise<void> {
  const mine = token();
  await call<SessionsEnded>("DELETE", "/api/me", { password }, mine);
  forget(mine);
  await forgetAll();
}
