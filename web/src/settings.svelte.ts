/** How the page looks and sounds on this device. */

import { stored } from "./net/storage.ts";

interface Settings {
  /** Empty: as the device. */
  theme: "" | "light" | "dark";
  sound: boolean;
  /** A move that certainly loses something is asked about once more. */
  ask: boolean;
  /** How fast what others do is shown. */
  pace: "calm" | "brisk" | "none";
  /** The colour of the tables; empty: that of the theme. */
  felt: "" | "green" | "blue" | "red";
  /** Of the bots against which one plays at once. */
  level: string;
}

const DEFAULTS: Settings = { theme: "", sound: true, ask: true, pace: "brisk", level: "beginner", felt: "" };
const store = stored<Settings>("settings", DEFAULTS);

export const settings: Settings = $state({ ...DEFAULTS, ...store.get() });

$effect.root(() => {
  $effect(() => {
    store.set({ ...settings });
    if (settings.theme) document.documentElement.dataset.theme = settings.theme;
    else delete document.documentElement.dataset.theme;
    if (settings.felt) document.documentElement.dataset.felt = settings.felt;
    else delete document.documentElement.dataset.felt;
  });
});
