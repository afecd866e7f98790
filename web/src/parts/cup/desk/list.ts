/** A list of names as people have it: one a line, or a CSV file with a column for them. */

const MOST = 200; // of one request

/** The names, without empty lines; from the column called "name" if there is a heading, else from the first. */
export function namesIn(text: string): string[] {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n|\r/)
    .map(cells)
    .filter((row) => row.some(Boolean));
  const heading = rows[0]?.map((cell) => cell.toLowerCase()) ?? [];
  const column = heading.indexOf("name");
  const names = (column < 0 ? rows : rows.slice(1)).map((row) => row[Math.max(0, column)] ?? "");
  return names.filter(Boolean).slice(0, MOST);
}

/** The cells of a line, split at commas, semicolons or tabs; quotes hold them together. */
function cells(line: string): string[] {
  const found = line.match(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g) ?? [];
  return found.map((cell) =>
    cell
      .replace(/[,;\t]$/, "")
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .replaceAll('""', '"')
      .trim(),
  );
}
