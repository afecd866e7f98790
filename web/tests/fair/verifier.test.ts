/** This verifier and Python's agree: on what is right, and on what is wrong with every tampered transcript. */

import { expect, test } from "vitest";
import { judged, Verifier, verify } from "../../src/fair/index.ts";
import { applied, file, finding, rows, verdicts } from "./files.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  "heckmeck",
  "toy",
  "zatre",
  "zocken",
  "long",
  "heckmeck-2",
  "toy-2",
  "zatre-2",
  "deal",
  "deal-hidden",
])("%s is right", (name) => {
  const { report, lines } = verify(bytes(file(`${name}.jsonl`)));
  expect(lines.length).toBe(file(`${name}.jsonl`).split("\n").length - 1);
  expect(report.throws).toBe(lines.filter((line) => "throw" in line).length);
  expect(report.hidden).toBe(lines.filter((line) => "show" in line).length);
  expect(report.moves).toBe(lines.filter((line) => "move" in line).length);
});

test("tampering is found at the same place for the same reason", () => {
  const transcripts = new Map<string, string>();
  const different: unknown[] = [];
  let refused = 0;
  for (const row of rows()) {
    const name = `${row.file}.jsonl`;
    const transcript = transcripts.get(name) ?? file(name);
    transcripts.set(name, transcript);
    const found = finding(applied(row, transcript));
    if (JSON.stringify(found) !== JSON.stringify(row.fault)) different.push({ ...row, found });
    if (found) refused += 1;
    else if (!row.sealed && !isSeal(transcript, row.line)) different.push({ ...row, accepted: true });
  }
  expect(different).toEqual([]);
  expect(refused).toBeGreaterThan(rows().length / 2);
}, 3_600_000);

/** Seals can be left out, which is remarked, and stand in any order; so can the seed of a deal. */
const isSeal = (transcript: string, line: number): boolean =>
  /^\{"(seal|seed)"/.test(transcript.split("\n")[line - 1] ?? "");

test.each(verdicts())("the verdict: $name", ({ name, lines, ...verdict }) => {
  const text = lines ? lines.map((line) => `${line}\n`).join("") : file(`${name}.jsonl`);
  const { value, remarks, code, fault } = judged(bytes(text));
  expect({
    value,
    fault: fault && [fault.code, fault.line, fault.number],
    remarks: remarks.map((each) => [each.code, each.seat, each.count]),
    code,
  }).toEqual(verdict);
});

test("a transcript that is not text, breaks off or is empty", () => {
  const right = bytes(file("zocken.jsonl"));
  const lines = file("zocken.jsonl").split("\n").length - 1;
  expect(finding(new Uint8Array())).toEqual(["form", 1, 0]);
  expect(finding(right.slice(0, -1))).toEqual(["form", lines, 0]);
  expect(finding(Uint8Array.of(0xff, 0x0a))).toEqual(["form", 0, 0]);
  expect(finding(bytes(`\ufeff${file("zocken.jsonl")}`))).toEqual(["form", 1, 0]);
  const half = file("zocken.jsonl").split("\n").slice(0, 5);
  expect(finding(bytes(`${half.join("\n")}\n`))).toEqual(["order", 6, 0]);
});

test.each([
  '{"seat":0,"seat":0,"move":"pass"}',
  '{"seat":0, "move":"pass"}',
  '{"seat":0.0,"move":"pass"}',
  '{"seat":-0,"move":"pass"}',
  '{"seat":1e0,"move":"pass"}',
  '{"seat":true,"move":"pass"}',
  '{"seat":9007199254740993,"move":"pass"}',
  '{"seat":0,"move":"\\u0070ass"}',
  '{"seat":0,"move":"\\ud800"}',
  '{"seat":0,"move":"pass","more":1}',
  '{"move":"pass","seat":0}',
  '{"away":NaN}',
  "[]",
  "null",
  "",
])("only one spelling: %s", (line) => {
  const lines = file("zocken.jsonl").split("\n");
  const at = lines.findIndex((each) => each.includes('"move"'));
  lines[at] = line;
  expect(finding(bytes(lines.join("\n")))).toEqual(["form", at + 1, 0]);
});

test("a client that reads along knows whose element is due", () => {
  const verifier = new Verifier();
  const due: unknown[] = [];
  for (const text of file("heckmeck.jsonl").trimEnd().split("\n")) {
    verifier.feed(text);
    const contributor = verifier.open?.contributor ?? null;
    if (text.startsWith('{"open"') && contributor !== null)
      due.push([verifier.open?.by, contributor, verifier.contributors.owed(contributor)]);
  }
  expect(due.slice(0, 2)).toEqual([
    [0, 0, 1],
    [0, 0, 2],
  ]);
  expect(due).toContainEqual([1, 0, expect.any(Number)]);
  expect(verifier.finish().waived).toBe(1);
});

test("a seat checks its hidden throw at once", () => {
  const lines = file("toy.jsonl").trimEnd().split("\n");
  const show = lines.find((line) => line.startsWith('{"show":1')) ?? "";
  const verifier = new Verifier();
  for (const text of lines.slice(0, 3)) verifier.feed(text);
  expect(verifier.peek(show).show).toBe(1);
  expect(verifier.unshown.has(1)).toBe(true);
  expect(() => verifier.peek(show.replace('"lots":[', '"lots":[9'))).toThrow("secret and element give");
  expect(() => verifier.peek('{"away":0}')).toThrow("is private");
});
