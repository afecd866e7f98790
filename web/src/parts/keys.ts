/** Keys act wherever the focus is, except where somebody writes. */

export function letterOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  const target = event.target as HTMLElement;
  if (target.isContentEditable || target.closest?.("input, textarea, select, dialog")) return null;
  if (event.key.length > 1) return null;
  // Letters with Shift belong to the table; digits need it on some keyboards.
  return event.shiftKey && /\p{L}/u.test(event.key) ? null : event.key.toLowerCase();
}
