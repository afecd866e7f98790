/** Texts in the reader's language. */

export type Names = Record<string, string | number>;

export const LANGUAGES: Record<string, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  ro: "Română",
  ru: "Русский",
  cs: "Čeština",
};

export function language(): string {
  return "en";
}

export async function speak(_wanted: string): Promise<void> {}

export function t(text: string, names: Names = {}): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(names[name] ?? gap));
}

export function tn(n: number, one: string, many: string, names: Names = {}): string {
  return t(n === 1 ? one : many, { n, ...names });
}

export function number(value: number, places = 0): string {
  return new Intl.NumberFormat(language(), {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(value);
}
