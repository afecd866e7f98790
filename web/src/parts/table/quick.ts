/** Words that are said by one press. They are sent in English, and each reader sees them in his own language. */

import { t } from "../../translation.ts";

export function quickWords(): Record<string, string> {
  return {
    "Hello!": t("Hello!"),
    "Well played!": t("Well played!"),
    "Lucky!": t("Lucky!"),
    "Ouch!": t("Ouch!"),
    "Your turn!": t("Your turn!"),
    "One moment, please.": t("One moment, please."),
    "Thanks!": t("Thanks!"),
    "Good game!": t("Good game!"),
  };
}

/** What somebody said, as this reader reads it. */
export function heard(text: string): string {
  return quickWords()[text] ?? text;
}
