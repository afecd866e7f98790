import { afterEach, describe, expect, test } from "vitest";
import { LANGUAGES, language, later, number, preferred, speak, t, tn } from "../src/translation.ts";

const worms = (n: number) => tn(n, "{n} worm", "{n} worms");

afterEach(() => speak("en"));

describe("a text", () => {
  test("has its gaps filled, and keeps those that nobody fills", () => {
    expect(t("{name} took {tile}.", { name: "Ana {tile}", tile: 26 })).toBe("Ana {tile} took 26.");
    expect(t("{name} took {tile}.", { name: "Ana" })).toBe("Ana took {tile}.");
  });

  test("is English where a catalogue lacks it", async () => {
    await speak("de");
    expect(t("No catalogue has this: {n}.", { n: 1.5 })).toBe("No catalogue has this: 1,5.");
    expect(tn(1, "{n} unknown thing", "{n} unknown things")).toBe("1 unknown thing");
    expect(tn(2, "{n} unknown thing", "{n} unknown things")).toBe("2 unknown things");
  });

  test("marked for later stays as it is", async () => {
    await speak("de");
    expect(later("{n} worm")).toBe("{n} worm");
  });
});

describe("a number", () => {
  test("chooses the plural form of the language", async () => {
    expect([0, 1, 2].map(worms)).toEqual(["0 worms", "1 worm", "2 worms"]);
    const said: Record<string, string[]> = {};
    for (const code of Object.keys(LANGUAGES)) {
      await speak(code);
      expect(language()).toBe(code);
      said[code] = [1, 2, 5, 20, 21].map(worms);
    }
    expect(said.de).toEqual(["1 Wurm", "2 Würmer", "5 Würmer", "20 Würmer", "21 Würmer"]);
    expect(said.ro).toEqual(["1 vierme", "2 viermi", "5 viermi", "20 de viermi", "21 de viermi"]);
    expect(said.ru).toEqual(["1 червяк", "2 червяка", "5 червяков", "20 червяков", "21 червяк"]);
    expect(said.cs).toEqual(["1 červ", "2 červi", "5 červů", "20 červů", "21 červů"]);
  });

  test("is written as the language writes it", async () => {
    expect(number(1234.5)).toBe("1,234.5");
    await speak("de");
    expect(number(1234.5)).toBe("1.234,5");
    expect(number(0.25, { style: "percent" })).toMatch(/^25\s%$/);
  });
});

describe("the language", () => {
  test("is what was chosen, else what the browser asks for, else English", () => {
    expect(preferred("cs", ["de"])).toBe("cs");
    expect(preferred(null, ["pt-BR", "de-AT", "fr"])).toBe("de");
    expect(preferred("xx", ["pt"])).toBe("en");
  });

  test("is the last one asked for, whichever catalogue comes first", async () => {
    await Promise.all([speak("ru"), speak("de")]);
    expect(language()).toBe("de");
    expect(worms(2)).toBe("2 Würmer");
  });

  test("that nobody speaks changes nothing", async () => {
    await speak("de");
    await speak("xx");
    expect(language()).toBe("de");
  });
});
