/** What the settings of a scheme are called, in words. */

import { t } from "../../../words.ts";

export const PAIRINGS = (): Record<string, string> => ({
  random: t("by lot"),
  fresh: t("by lot, but few meet twice"),
  swiss: t("like meets like, but few meet twice"),
});

export const SEATS = (): Record<string, string> => ({
  lot: t("by lot"),
  balanced: t("everybody starts equally often"),
});

export const SHARING = (): Record<string, string> => ({
  best: t("all get the points of the best of them"),
  mean: t("all get the mean of their points"),
});

export const ADVANCE = (): Record<string, string> => ({
  winners: t("the winners of the tables"),
  points: t("the best on points"),
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
