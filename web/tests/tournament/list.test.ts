import { expect, test } from "vitest";
import { namesIn } from "../../src/parts/tournament/organiser/list.ts";

test("one name a line, without what is empty", () => {
  expect(namesIn("Ada\r\n\n  Ben  B. \n\t\nCleo")).toEqual(["Ada", "Ben B.", "Cleo"]);
  expect(namesIn("")).toEqual([]);
});

test("the first column of a table, whatever parts its cells", () => {
  for (const mark of [",", ";", "\t"]) expect(namesIn(`Ada${mark}Home\nBen${mark}`)).toEqual(["Ada", "Ben"]);
  expect(namesIn('Name,Number\n"Ott, Ada ""the ace""",1\n\'=Ben,2')).toEqual(['Ott, Ada "the ace"', "=Ben"]);
});

test("a heading is no name, a player called so further down is one", () => {
  expect(namesIn("\uFEFFPlayer\nName\nAda")).toEqual(["Name", "Ada"]);
});
