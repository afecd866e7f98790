/** Names as people have them: one a line, or the first column of a CSV file. A heading is no name. */

import { t } from "../../../translation.ts";

const SEPARATORS = ["\t", ";", ","];
const FORMULA = /^'(?=[=+\-@])/; // what our own files put before a cell that a spreadsheet would compute

export function namesIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim());
  const separator = SEPARATORS.find((each) => lines[0]?.includes(each)) ?? ",";
  const names = lines.map((line) => first(line, separator)).filter(Boolean);
  const headings = ["name", "player", t("Name").toLowerCase(), t("Player").toLowerCase()];
  return headings.includes(names[0]?.toLowerCase() ?? "") ? names.slice(1) : names;
}

/** The first cell of a line; quotes hold it together, and two of them are one. */
function first(line: string, separator: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[\t;,]|$)/.exec(line);
  const cell = quoted ? (quoted[1] ?? "").replaceAll('""', '"') : (line.split(separator)[0] ?? "");
  return cell.split(/\s+/).filter(Boolean).join(" ").replace(FORMULA, "");
}
