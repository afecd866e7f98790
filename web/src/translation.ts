/**
 * Texts in the reader's language: the English text is the key, {gaps} are filled by name.
 *
 *   t("{name} is to move.", { name })      tn(worms, "{n} worm", "{n} worms")
 *
 * Whatever shows a text follows a change of language by itself. `make words` finds the texts by the names of these
 * functions, so they are written out where they are said; later("…") marks one that is said elsewhere.
 */

import { createSubscriber } from "svelte/reactivity";
import { stored } from "./net/storage.ts";

export type Names = Record<string, string | number>;
/** Translations by English text; of a text for one and many, by plural form. */
export type Catalogue = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

/** By code: what its speakers call it. */
export const LANGUAGES: Record<string, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  ro: "Română",
  ru: "Русский",
  cs: "Čeština",
};
const ENGLISH = "en";

const catalogues = import.meta.glob<Catalogue>("./catalogues/*.json", { import: "default" });
const chosen = stored<string | null>("language", null);

let current = ENGLISH;
let words: Catalogue = {};
let plurals = new Intl.PluralRules(ENGLISH);
let numbers = new Intl.NumberFormat(ENGLISH);

let changed = () => {};
const follow = createSubscriber((update) => {
  changed = update;
});

/** The language that is spoken. */
export function language(): string {
  follow();
  return current;
}

export function t(text: string, names: Names = {}): string {
  follow();
  const said = words[text];
  return fill(typeof said === "object" ? (said.one ?? text) : (said ?? text), names);
}

export function tn(n: number, one: string, many: string, names: Names = {}): string {
  follow();
  const forms = words[one];
  const known =
    typeof forms === "object" ? (forms[plurals.select(n)] ?? forms.other ?? forms.many) : undefined;
  return fill(known ?? (n === 1 ? one : many), { n, ...names });
}

/** Marks a text that is said elsewhere, by t(). */
export function later(text: string): string {
  return text;
}

/** A number as the language writes it. */
export function number(value: number, options?: Intl.NumberFormatOptions): string {
  follow();
  return written(value, options ? new Intl.NumberFormat(current, options) : numbers);
}

/** Speak another language, and remember that it was wished for. */
export async function speak(wanted: string): Promise<void> {
  if (!(wanted in LANGUAGES)) return;
  chosen.set(wanted);
  await change(wanted);
}

/** Speak what was chosen on this device, else what the browser asks for, else English. */
export function begin(): Promise<void> {
  return change(preferred(chosen.get(), navigator.languages));
}

/** The first language that we speak: "de-AT" is German. */
export function preferred(wish: string | null, accepted: readonly string[]): string {
  const codes = [wish ?? "", ...accepted].map((each) => each.toLowerCase().split("-")[0] ?? "");
  return codes.find((code) => code in LANGUAGES) ?? ENGLISH;
}

let asked = ENGLISH;

async function change(wanted: string): Promise<void> {
  asked = wanted;
  const found = (await catalogues[`./catalogues/${wanted}.json`]?.()) ?? {};
  if (asked !== wanted) return; // somebody has chosen again meanwhile
  current = wanted;
  words = found;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
  changed();
}

function fill(text: string, names: Names): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = names[name];
    return typeof value === "number" ? written(value, numbers) : (value ?? gap);
  });
}

/** With a real minus sign, as people write it. */
function written(value: number, format: Intl.NumberFormat): string {
  return format.format(value).replace("-", "−");
}
