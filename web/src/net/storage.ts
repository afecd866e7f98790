/** Something this browser keeps; if it may not keep anything, it is kept as long as the page is open. */

export interface Stored<T> {
  get(): T;
  set(value: T): void;
}

/** `where`: a page's own storage ends with its tab. */
export function stored<T>(name: string, empty: T, where: () => Storage = () => localStorage): Stored<T> {
  const key = `stammtisch.${name}`;
  let here: string | null = null;
  return {
    get() {
      try {
        here = where().getItem(key) ?? here;
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
        where().setItem(key, here);
      } catch {
        // as above
      }
    },
  };
}
