/** Where I want to be told of my games, and how this device is told: only after somebody has asked for it here. */

import type { ChannelShown, ChannelsShown, LinkDone, NewChannel } from "../protocol.ts";
import { call } from "./api.ts";
import { whoAmI } from "./identity.ts";
import { stored } from "./storage.ts";

export type Want = ChannelShown["wants"][number];

const MINE = "/api/my/channels";
/** The channel that is this device. */
const device = stored<string | null>("device", null);

const ask = (method: string, path: string, body?: unknown) =>
  call<ChannelsShown>(method, path, body, whoAmI()?.token);

export const channels = () => ask("GET", MINE);
export const add = (channel: NewChannel) => ask("POST", MINE, channel);
export const test = (channel: string, language: string) =>
  ask("POST", `${MINE}/${channel}/test`, { language });
export const change = (channel: string, language: string, wants: Want[]) =>
  ask("POST", `${MINE}/${channel}`, { language, wants });

/** What a link from a message is for; only a button on our page does it. */
export const follow = (what: "confirm" | "stop", token: string) =>
  call<LinkDone>("POST", `/api/notices/${what}`, { token });

export async function remove(channel: string): Promise<ChannelsShown> {
  if (channel === device.get()) {
    const found = await (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();
    await found?.unsubscribe();
    device.set(null);
  }
  return ask("DELETE", `${MINE}/${channel}`);
}

/** Can this browser be told anything? */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export function isThisDevice(channel: string): boolean {
  return channel === device.get();
}

/** Subscribe this browser. It asks for permission, so this is called when a button was pressed, and never before. */
export async function pushHere(key: string, language: string): Promise<ChannelsShown | "denied"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: unpacked(key),
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error("the browser gave no whole subscription");
  const found = await add({ language: language as "en", push: { endpoint, keys: { p256dh, auth } } });
  device.set(found.channels.at(-1)?.channel ?? null);
  return found;
}

function unpacked(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
