/*
 * Whether a verb is passive: "shall be informed", "wird
 * benachrichtigt", "underrättas", "wordt geïnformeerd". "The buyer informs" and
 * "the buyer is informed" have every word in common, and say the opposite.
 */

const beforeParticiple: ReadonlySet<string> = new Set(
  (
    "be is are was were been being gets get got " +
    "wird werden wurde wurden worden werde würde würden " +
    "bli blir blev blivit är vara var varit " +
    "wordt werd"
  ).split(" "),
);
const participle =
  /(?:ed|ght|nt|pt|ft|lt|wn|id|ade|de|st|ven|ten|ken|sen)$|^(?:\p{L}{2,4})?ge\p{L}+(?:t|en|d)$|^(?:be|ver|ent|er|zer|ont|her|över|under|för|an)\p{L}+(?:t|d|en)$|(?:ad|at|ats|tt|dd)$/u;

/** How far from its auxiliary a participle stands in front of it, as in German, and behind it. */
const farthest = 12;

/** `words`: of its clause, in lower case. Which of them makes the verb passive: its auxiliary, or the verb itself. */
export function passiveBy(words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? "";
  if (/\p{L}{3}s$/u.test(word) && swedishPassive.test(word) && isSwedish(words)) return at;
  if (!participle.test(word)) return undefined;
  const near = [at - 1, at - 2].find((one) => beforeParticiple.has(words[one] ?? ""));
  if (near !== undefined) return near;
  const split = words.findIndex((one, i) => i >= at - farthest && i < at + 2 && splitAuxiliary.test(one));
  return split < 0 ? undefined : split;
}

const splitAuxiliary = /^(?:wird|werden|wurden?|worden|wordt|werd)$/u;
const swedishPassive = /(?:as|ds|rs|ks|gs|ns|ls|ts|ps)$/;
const isSwedish = (words: readonly string[]) =>
  words.some((one) => /^(?:ska|skall|och|att|som|inte|får|av|om|för|till|är|på|den|det)$/u.test(one));

/** "By the seller", "vom Verkäufer", "av säljaren", "door de verkoper": who does it. */
export function leadsAgent(words: string): boolean {
  return /(?:^|\s)(?:by|von|vom|durch|av|door)(?=\s|$)/u.test(words);
}
