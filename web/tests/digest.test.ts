import { expect, test } from "vitest";
import { digest } from "../src/parts/table/digest.ts";

const told = (seq: number, seat: number | null) => ({ seq, seat, text: `${seq}` });
const seqs = (lines: { seq: number }[]) => lines.map((line) => line.seq);

test("of a turn the last thing is told, and of dice what came of them", () => {
  const lines = [told(1, 0), told(2, 0), told(3, 1), told(4, 1), told(5, 1), told(6, 0)];
  expect(seqs(digest(lines))).toEqual([2, 5, 6]);
  expect(seqs(digest(lines, (seq) => seq === 5 || seq === 6))).toEqual([2, 4, 6]);
});

test("what is nobody's is told one by one", () => {
  expect(seqs(digest([told(1, null), told(2, null), told(3, 0)]))).toEqual([1, 2, 3]);
  expect(digest([])).toEqual([]);
});
