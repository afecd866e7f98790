/** The golden files that Python wrote (make golden), and its ways to tamper with a transcript. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Fault, verify } from "../../src/fair/index.ts";

export type Finding = [code: string, line: number, number: number];

export interface Row {
  file: string;
  line: number;
  path?: (string | number)[];
  value?: unknown;
  edit?: "drop" | "twice" | "swap";
  sealed: boolean;
  fault: Finding | null;
}

/** TRANSCRIPTS names another folder: the long form of the tests has a larger one. */
const golden = new URL("../../../tests/fair/transcripts/", import.meta.url);
const folder = process.env.TRANSCRIPTS ? `file://${process.env.TRANSCRIPTS}/` : golden;

export function file(name: string, from: URL | string = folder): string {
  return readFileSync(fileURLToPath(new URL(name, from)), "utf-8");
}

export function rows(): Row[] {
  return file("tampered.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

/** A game with its verdict; its lines, if they are in no file. */
export interface VerdictRow {
  name: string;
  lines?: string[];
  value: string;
  fault: Finding | null;
  remarks: [code: string, seat: number | null, count: number][];
  code: string;
}

export function verdicts(): VerdictRow[] {
  return file("verdicts.jsonl", golden)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as VerdictRow);
}

export function applied(row: Row, transcript: string): Uint8Array {
  const lines = transcript.split("\n").slice(0, -1);
  const at = row.line - 1;
  const [here = "", next = ""] = lines.slice(at);
  if (row.edit === "drop") lines.splice(at, 1);
  else if (row.edit === "twice") lines.splice(at, 0, here);
  else if (row.edit === "swap") lines.splice(at, 2, next, here);
  else lines[at] = JSON.stringify(replaced(JSON.parse(here), row.path ?? [], row.value));
  const end = lines.findIndex((line) => line.startsWith('{"log"'));
  if (row.sealed && end >= 0) {
    const before = lines.slice(0, end).map((line) => `${line}\n`);
    const log = createHash("sha256").update(before.join("")).digest("hex");
    lines[end] = JSON.stringify({ log });
  }
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

function replaced(node: unknown, path: (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = node as Record<string | number, unknown>;
  inner[key] = replaced(inner[key], rest, value);
  return inner;
}

/** What the verifier says, as a row has it. */
export function finding(transcript: Uint8Array): Finding | null {
  try {
    verify(transcript);
  } catch (error) {
    if (error instanceof Fault) return [error.code, error.line, error.number];
    throw error;
  }
  return null;
}
