/*
 * Whether a sentence in one language says what one in another does. Content words
 * can't be compared, but the same signs must be there: the figures in their
 * order, each with its bound; as many denials; the parties in their order.
 */
import { scaleOf } from "../signs/phrases.ts";
import type { Sign } from "../signs/sign.ts";

type Wanted = (sign: Sign) => boolean;

const keysOf = (signs: readonly Sign[], isWanted: Wanted) => signs.filter(isWanted).map(({ key }) => key);
const isFigure: Wanted = ({ kind, isArticle }) => kind === "figure" && isArticle !== true;
export const isDenial: Wanted = ({ kind, key }) => kind === "negation" || key === "force:forbid" || key === "force:exempt";
const isRole: Wanted = ({ kind }) => kind === "role";
const isExclusion: Wanted = ({ key }) => key === "exception:unless";
const isDeciding: Wanted = ({ kind, key }) =>
  (kind === "force" && key !== "force:forbid") ||
  kind === "bound" ||
  kind === "ordinal" ||
  kind === "role" ||
  kind === "exception" ||
  key === "quantity:only";

export function agreesAcrossLanguages(claim: readonly Sign[], passage: readonly Sign[]): boolean {
  if (!isSubsequence(keysOf(claim, isFigure), keysOf(passage, isFigure))) return false;
  if (keysOf(claim, isDenial).length !== keysOf(passage, isDenial).length) return false;
  // What applies unless something happens, does not simply apply.
  if (passage.some(isExclusion) && !claim.some((sign) => sign.kind === "exception")) return false;
  const roles = (signs: readonly Sign[]) => [...new Set(keysOf(signs, isRole))];
  const named = new Set(roles(claim));
  if (
    !isSubsequence(
      roles(claim),
      roles(passage).filter((one) => named.has(one)),
    )
  )
    return false;
  if (claim.some((sign) => isAgainst(sign, passage))) return false;
  const [mine, theirs] = [ratesOf(claim), ratesOf(passage)];
  if (theirs.length > 0 && mine.some((one) => !theirs.includes(one))) return false;
  const bounds = boundedFigures(passage);
  if (!boundedFigures(claim).every((one) => bounds.includes(one))) return false;
  const there = keysOf(passage, isDeciding);
  return keysOf(claim, isDeciding).every((key) => {
    const at = there.indexOf(key);
    if (at >= 0) there.splice(at, 1);
    return at >= 0;
  });
}

/** "Before" where the passage has "after" alone; "oral" where it has "written". */
function isAgainst(sign: Sign, passage: readonly Sign[]): boolean {
  if (sign.kind !== "order" && sign.kind !== "pole") return false;
  const scale = scaleOf(sign.key);
  return (
    !passage.some(({ key }) => key === sign.key) && passage.some((one) => one.kind === sign.kind && scaleOf(one.key) === scale)
  );
}

/** "Monthly", "a month": what is due each time. */
function ratesOf(signs: readonly Sign[]): string[] {
  return signs.flatMap(({ kind, key, isArticle }) =>
    kind === "unit" ? [key.slice("unit:".length)] : isArticle === true ? [key.slice(key.indexOf(":") + 1)] : [],
  );
}

/** How far in front of its figure a bound may be. */
const farthestBound = 2;

/** "At most 3 %": the bound with its figure. */
function boundedFigures(signs: readonly Sign[]): string[] {
  return signs.flatMap((sign, at) => {
    if (!isFigure(sign)) return [];
    const bound = signs.slice(Math.max(0, at - farthestBound), at).findLast(({ kind }) => kind === "bound");
    return bound === undefined ? [] : [`${bound.key} ${sign.key}`];
  });
}

function isSubsequence(some: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const one of all) if (one === some[next]) next++;
  return next === some.length;
}
