/** What there is to be played, as the server tells it in the reader's language. */

import type { GameShown } from "../protocol.ts";
import { tn } from "../translation.ts";
import { call } from "./api.ts";
import { stored } from "./storage.ts";

/** What the server said last, so that the start page is there at once, also without the server. */
const last = stored<GameShown[]>("games", []);
let known: GameShown[] = $state.raw(last.get());

/** Whatever belongs to a game has its colour: `data-game` says which. */
const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);

function paint(list: GameShown[]): void {
  const rule = ({ game, colour }: GameShown) =>
    `[data-game="${game}"] { --accent: light-dark(${colour.light}, ${colour.dark}); }`;
  colours.replaceSync(list.map(rule).join("\n"));
}
paint(last.get());

const asked = new Map<string, Promise<GameShown[]>>();
/** The language asked for last. An answer in an earlier one may come after it, and is then not shown. */
let wanted = "";

export function games(language: string): Promise<GameShown[]> {
  wanted = language;
  let answer = asked.get(language);
  if (!answer) {
    answer = call<GameShown[]>("GET", `/api/games?language=${language}`);
    asked.set(language, answer);
  }
  answer.then(
    (found) => {
      if (language === wanted) show(found);
    },
    () => asked.delete(language),
  );
  return answer;
}

function show(found: GameShown[]): void {
  known = found.toSorted((a, b) => a.order - b.order);
  last.set(known);
  paint(known);
}

/** All games, in the order in which they are offered; none as long as the server has never answered. */
export function knownGames(): GameShown[] {
  return known;
}

/** What is known of a game; undefined as long as the server has not told of it. */
export function about(game: string): GameShown | undefined {
  return known.find((each) => each.game === game);
}

/** A score in words: "5 worms". */
export function scoreOf(game: string, n: number): string {
  const [one = "{n} point", many = "{n} points"] = about(game)?.score ?? [];
  return tn(n, one, many);
}

/** What people call a game. */
export function titleOf(game: string): string {
  return about(game)?.name ?? game;
}
