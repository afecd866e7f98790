/** Texts in the reader's language. */

export type Names = Record<string, string | number>;

export function t(text: string, names: Names = {}): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(names[name] ?? gap));
}

export function tn(n: number, one: string, many: string, names: Names = {}): string {
  return t(n === 1 ? one : many, { n, ...names });
}
