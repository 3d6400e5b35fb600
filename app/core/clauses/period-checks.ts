/*
 * Two different lengths for one period: "for three (3) years from disclosure"
 * in one clause and "for five (5) years from disclosure" in another. Only
 * durations ("for", or a table cell) with the same starting point; deadlines
 * differ from duty to duty.
 */
import { numberFromWords, numberWord } from "./figure-checks.ts";
import type { Span } from "../text/sentences.ts";

export type DifferentPeriod = Span & { text: string; explanation: string };

const number = `(?:(?<both>\\d+)\\s*\\((?:${numberWord})(?:-(?:${numberWord}))?\\)|(?<words>(?:${numberWord})(?:[\\s-](?:${numberWord}))*)(?:\\s*\\((?<figure>\\d+)\\))?|(?<digits>\\d+))`;
const small = "(?:(?:the|its|such|that|each|date|of)\\s+)*";
const period = new RegExp(
  `(?:\\bfor\\s+(?:an?\\s+(?:further\\s+)?(?:period|term)\\s+of\\s+)?|^[ \\t]*|\\|[ \\t]*)(?<said>${number}\\s+(?<unit>year|month)s?\\s+(?:from|after|following)\\s+${small}(?<event>\\p{Ll}{4,}))`,
  "gimu",
);

export function differentPeriods(text: string): DifferentPeriod[] {
  const found = [...text.matchAll(period)].flatMap((hit) => {
    const { both, words, figure, digits, unit, event, said } = hit.groups!;
    const count = Number(both ?? figure ?? digits ?? numberFromWords(words ?? ""));
    const months = unit!.toLowerCase() === "year" ? count * 12 : count;
    const end = hit.index + hit[0].length;
    return count > 0 ? [{ start: end - said!.length, end, text: said!, months, event: event!.toLowerCase() }] : [];
  });
  return [...Map.groupBy(found, ({ event }) => event).values()].flatMap((own) => {
    const [usual] = [...Map.groupBy(own, ({ months }) => months).values()].toSorted((a, b) => b.length - a.length);
    return own
      .filter(({ months }) => months !== usual![0]!.months)
      .map(({ start, end, text: words }) => ({
        start,
        end,
        text: words,
        explanation: `Elsewhere it is “${usual![0]!.text.replaceAll(/\s+/g, " ")}”.`,
      }));
  });
}
