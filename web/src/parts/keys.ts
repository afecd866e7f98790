/** Letter keys act wherever the focus is, except where somebody writes. */

export function letterOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.closest?.("input, textarea, select, dialog")) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}
