/** The headings of a projector. */

import { roundName, schemeOf } from "../../../parts/tournament/text.ts";
import type { TournamentView } from "../../../protocol.ts";
import { t, tn } from "../../../translation.ts";
import type { Scene } from "./scenes.ts";

export function heading(view: TournamentView, scene: Scene): string {
  switch (scene.kind) {
    case "entries":
      return tn(view.players.filter((player) => !player.gone).length, "{n} player", "{n} players");
    case "tables":
      return roundName(scene.round, schemeOf(view));
    case "final": {
      const last = scene.rounds.at(-1);
      return last ? roundName(last, schemeOf(view)) : t("Final");
    }
    case "finalists":
      return t("In the final");
    case "winner":
      return t("The winner");
    case "ranking":
      return t("Final ranking");
    case "standings":
      return standing(view);
  }
}

function standing(view: TournamentView): string {
  const preliminary = view.rounds.filter((round) => !round.final);
  const last = preliminary.at(-1);
  if (!last) return t("Standings");
  return last.complete
    ? t("Standings after round {n}", { n: last.round })
    : t("Standings during round {n}", { n: last.round });
}
