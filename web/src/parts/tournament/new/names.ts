/** What the settings of a scheme are called, in words. */

import { t } from "../../../translation.ts";

export const PAIRINGS = (): Record<string, string> => ({
  random: t("by lot"),
  fresh: t("by lot, but few meet twice"),
  swiss: t("similar scores meet, but few meet twice"),
});

export const SEATS = (): Record<string, string> => ({
  lot: t("by lot"),
  balanced: t("everybody starts equally often"),
});

export const SHARING = (): Record<string, string> => ({
  best: t("all get the points of the best place"),
  mean: t("all get the average of their points"),
});

export const ADVANCE = (): Record<string, string> => ({
  winners: t("the winners of the tables"),
  points: t("the best on points"),
});

export const DICE = (): Record<string, string> => ({
  own: t("each table its own"),
  duplicate: t("the same at all tables of a round"),
});

export const TIES = (): Record<string, string> => ({
  worms: t("points of all games"),
  tiles: t("highest tiles, added up"),
  wins: t("games won"),
  share: t("share of the points at each table"),
  opposition: t("strength of the opponents"),
  starts: t("fewer games as start player"),
  lot: t("lot"),
});

/** As the form calls them. */
export const SETTINGS = (): Record<string, string> => ({
  rounds: t("Preliminary rounds"),
  tables: t("Tables (0: as many as needed)"),
  usual: t("Usual number of players at a table"),
  smallest: t("At least"),
  largest: t("At most"),
  pairing: t("Who plays whom"),
  seats: t("Seats and start players"),
  worms_count: t("Do the points of the games count as well?"),
  sharing: t("Players who share a place"),
  late_points: t("Points for each round that a late player missed"),
  final_size: t("Seats in the final"),
  advance: t("Who goes to the final"),
  final_games: t("Best of how many games"),
  dice: t("Dice"),
});

/** A refusal may begin with a setting as files call it: say what the form calls it. */
export function inTheForm(refusal: string): string {
  return refusal.replace(/^[a-z_]+/, (name) => {
    const label = SETTINGS()[name];
    return label ? `“${label}”` : name;
  });
}
