/* How the law shelf says when a wording applied, and what has changed. */
import { dayBefore, longDay } from "../text/day-and-time.ts";
import type { LastChange, WordingDays } from "./law-shelf.ts";

/** For a list of wordings: "in force from 1 January 2015 to 30 June 2020", "in the texts of 1 May 2024 to 3 June 2025". */
export function wordingWords({ inForce, ends, firstSeen, lastSeen, isPresent }: WordingDays): string {
  if (ends !== null) {
    const last = longDay(dayBefore(ends));
    return inForce === null ? `in force to ${last}` : `in force from ${longDay(inForce)} to ${last}`;
  }
  if (isPresent) {
    const seen = firstSeen === null ? [] : [`in the texts since ${longDay(firstSeen)}`];
    // Of an amendment whose day its source doesn’t say, the first text with it tells more.
    const since = inForce === null ? seen : [`in force since ${longDay(inForce)}`, ...((firstSeen ?? "") > inForce ? seen : [])];
    return since.join(", ") || "current";
  }
  const since = inForce === null ? null : `in force since ${longDay(inForce)}`;
  if (lastSeen === null) return inForce === null ? "its days aren’t known" : `in force from ${longDay(inForce)}`;
  if (since !== null) return `${since}, last in the text of ${longDay(lastSeen)}`;
  if (firstSeen === null || firstSeen === lastSeen) return `in the text of ${longDay(lastSeen)}`;
  return `in the texts of ${longDay(firstSeen)} to ${longDay(lastSeen)}`;
}

/** "3 sections changed, 1 added and 2 repealed" */
export function changeWords({ changed, added, repealed }: Omit<LastChange, "day">): string {
  const parts = [
    [changed.length, "changed"],
    [added.length, "added"],
    [repealed.length, "repealed"],
  ] as const;
  const some = parts.filter(([count]) => count > 0);
  const words = some.map(([count, word], at) => {
    const what = at > 0 ? "" : count === 1 ? " section" : " sections";
    return `${count.toLocaleString("en")}${what} ${word}`;
  });
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`;
}
