/* The figures of a claim beside those of a passage, as signs: "#period:30 d" is a period of 30 days. */
import type { Sign } from "./signs.ts";

/** "#period". */
export const kindOf = ({ key }: Sign) => key.slice(0, key.indexOf(":"));

/** "30". */
const numberOf = ({ key }: Sign) => key.slice(key.indexOf(":") + 1).split(" ")[0];

/** Whether the passage says this figure, or as many of something, whose unit may be written otherwise: "25 dagars", "tjugofem semesterdagar". */
export function hasNumberOf(passage: readonly Sign[], figure: Sign): boolean {
  return passage.some((one) => {
    if (one.kind !== "figure") return false;
    return one.key === figure.key || numberOf(one) === numberOf(figure) || (one.count !== undefined && one.count === figure.count);
  });
}
