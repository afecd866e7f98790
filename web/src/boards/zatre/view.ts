/** Where to look on a board that is larger than its pane. All lengths are in cells; the frame is half a cell wide. */

import { at } from "./cells.ts";

export const SPAN = 16;

/** The middle of a cell, from the corner of the frame. */
export function middle(id: string): [number, number] {
  const [row, column] = at(id);
  return [column + 1, row + 1];
}

/** The corner of the window of this size that shows the most of these cells, and these as much in its middle as can be. */
export function bestCorner(cells: string[], width: number, height: number): [number, number] {
  const points = cells.map(middle);
  let best: [number, number] = [0, 0];
  let most = -1;
  for (const [x, y] of points) {
    const seen = points.filter(
      ([px, py]) => Math.abs(px - x) <= width / 2 - 0.5 && Math.abs(py - y) <= height / 2 - 0.5,
    );
    if (seen.length > most) {
      most = seen.length;
      const mean = (axis: 0 | 1) => {
        const all = seen.map((point) => point[axis]);
        return (Math.min(...all) + Math.max(...all)) / 2;
      };
      best = [mean(0), mean(1)];
    }
  }
  const clamp = (middle: number, size: number) => Math.max(0, Math.min(SPAN - size, middle - size / 2));
  return [clamp(best[0], width), clamp(best[1], height)];
}

/** How many of these cells lie outside a window, by side. */
export function beyond(
  cells: string[],
  [left, top]: [number, number],
  width: number,
  height: number,
): { side: "left" | "right" | "up" | "down"; cells: string[] }[] {
  const outside = { left: [] as string[], right: [] as string[], up: [] as string[], down: [] as string[] };
  for (const id of cells) {
    const [x, y] = middle(id);
    if (x < left) outside.left.push(id);
    else if (x > left + width) outside.right.push(id);
    else if (y < top) outside.up.push(id);
    else if (y > top + height) outside.down.push(id);
  }
  return (Object.keys(outside) as (keyof typeof outside)[])
    .filter((side) => outside[side].length)
    .map((side) => ({ side, cells: outside[side] }));
}
