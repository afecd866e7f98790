/** The next thing that an organiser has to do: it follows from how the tournament stands. */

import type { TournamentView } from "../../../protocol.ts";
import { t, tn } from "../../../translation.ts";
import { schemeOf } from "../text.ts";

export interface Next {
  step: "wait" | "entries" | "seed" | "draw" | "result" | "confirm" | "cut" | "close" | "end";
  about: string;
  /** What the button says; the seed has a form of its own. */
  press?: string;
  table?: number;
}

export function nextStep(view: TournamentView): Next {
  const scheme = schemeOf(view);
  const here = view.players.filter((each) => !each.gone).length;
  const last = view.rounds.at(-1);
  const entered = tn(here, "{n} player has entered.", "{n} players have entered.");
  switch (view.phase) {
    case "entries":
      if (here < scheme.fewest) {
        const wanted = t("This format is for {fewest} to {most} players.", {
          fewest: scheme.fewest,
          most: scheme.most,
        });
        return { step: "entries", about: `${entered} ${wanted}`, press: t("Add players") };
      }
      if (!view.seed) return { step: "seed", about: entered };
      return { step: "draw", about: entered, press: t("Draw round {n}", { n: 1 }) };
    case "between":
      if (!view.finalists.length) {
        const n = (last?.round ?? 0) + 1;
        return { step: "draw", about: t("All results are in."), press: t("Draw round {n}", { n }) };
      }
      return last?.final
        ? {
            step: "draw",
            about: t("The final is not decided yet."),
            press: t("Draw game {n} of the final", { n: (last.game ?? 0) + 1 }),
          }
        : { step: "draw", about: t("The finalists are known."), press: t("Draw the final") };
    case "cut":
      return {
        step: "cut",
        about: t("All results are in. Confirm who plays the final."),
        press: t("Confirm the finalists"),
      };
    case "done":
      return {
        step: "close",
        about: t("Everything has been played. Once the tournament is closed its results are final."),
        press: t("Close the tournament"),
      };
    case "closed":
      return { step: "end", about: t("The tournament is over.") };
    default:
      return duringRound(last?.tables ?? []);
  }
}

function duringRound(tables: TournamentView["rounds"][number]["tables"]): Next {
  const open = tables.filter((each) => each.seats.length && !each.lines.length);
  const first = open.find((each) => !each.played);
  if (open.length && !first)
    return {
      step: "wait",
      about: tn(
        open.length,
        "{n} table is playing; its result arrives automatically.",
        "{n} tables are playing; their results arrive automatically.",
      ),
    };
  if (first) {
    const about = tn(open.length, "{n} result is still missing.", "{n} results are still missing.");
    const press = t("Enter the result of table {n}", { n: first.table });
    return { step: "result", about, press, table: first.table };
  }
  const waiting = tables.find((each) => each.lines.length && !each.confirmed);
  return {
    step: "confirm",
    about: t("All results are in, but not all are confirmed."),
    ...(waiting && {
      press: t("Confirm the result of table {n}", { n: waiting.table }),
      table: waiting.table,
    }),
  };
}
