/** Something this browser keeps; if it may not keep anything, it is kept as long as the page is open. */

export interface Kept<T> {
  get(): T;
  set(value: T): void;
}

export function kept<T>(name: string, empty: T): Kept<T> {
  const key = `stammtisch.${name}`;
  let here: string | null = null;
  return {
    get() {
      try {
        here = localStorage.getItem(key) ?? here;
      } catch {
        // no storage: what was set since the page was opened counts
      }
      try {
        return here === null ? empty : (JSON.parse(here) as T);
      } catch {
        return empty;
      }
    },
    set(value) {
      here = JSON.stringify(value);
      try {
        localStorage.setItem(key, here);
      } catch {
        // as above
      }
    },
  };
}
