/* Denials that stand apart from what they deny, and those that count once. */
import type { Sign } from "./sign.ts";

/** "Darf die Wohnung nicht": the denial of a permission stands behind its object. */
export function withoutSplitDenials(signs: readonly Sign[], text: string): Sign[] {
  const gone = new Set<Sign>();
  const merged = signs.map((sign, at) => {
    if (sign.key !== "force:permit") return sign;
    const end = signs.findIndex((one, i) => i > at && (one.clause !== sign.clause || one.kind === "force"));
    const rest = signs.slice(at + 1, end < 0 ? signs.length : end);
    const denial = rest.find(({ text: said }) => splitDenials.has(said.toLowerCase()));
    const behind = denial === undefined ? undefined : rest[rest.indexOf(denial) + 1];
    if (denial === undefined || rest.find(({ kind }) => kind === "negation") !== denial || behind?.key === "quantity:only")
      return sign;
    if (beginsClause(text.slice(sign.start + sign.text.length, denial.start))) return sign;
    gone.add(denial);
    return { ...sign, key: "force:forbid", text: `${sign.text} … ${denial.text}` };
  });
  return merged.filter((sign) => !gone.has(sign));
}

const splitDenials: ReadonlySet<string> = new Set("nicht inte ej icke niet".split(" "));

/**
 * "Får säga upp en hyresgäst som inte betalar", "mag de huurder die niet betaalt": without a comma, too, a clause of its
 * own begins, and what is denied there is not the permission. Not "mag die woning niet".
 */
function beginsClause(between: string): boolean {
  const words = between.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word, at) => {
    if (subordinating.has(word)) return true;
    const before = words[at - 1];
    return relative.has(word) && before !== undefined && before.length > longestArticle;
  });
}

const longestArticle = 3;
const relative: ReadonlySet<string> = new Set("die dat".split(" "));
const subordinating: ReadonlySet<string> = new Set(
  (
    "som att om när där vars vilken vilket vilka eftersom medan såvida ifall " +
    "als indien wanneer omdat zodat doordat voordat nadat waarin waarvan waarbij waarop waarvoor wie wiens zonder " +
    "dass wenn weil soweit sofern falls"
  ).split(" "),
);

const paired = new Map([
  ["nor", "neither"],
  ["noch", "weder"],
]);

/** "Neither A nor B" denies once; "noch" is the Dutch "nor", and the German "still". */
export function withoutSecondDenials(signs: readonly Sign[], text: string): Sign[] {
  const isStill = isGerman(text);
  return signs.filter(({ kind, text: said, statement }, at) => {
    const word = kind === "negation" ? said.toLowerCase() : "";
    if (word === "noch" && isStill) return false;
    const first = paired.get(word);
    return (
      first === undefined || !signs.slice(0, at).some((one) => one.text.toLowerCase() === first && one.statement === statement)
    );
  });
}

/** By words that no sentence of the other languages has. */
export const isGerman = (text: string) => german.test(text);
const german = /(?<!\p{L})(?:das|und|nicht|ist|wird|dem|zur|zum|ein|eine|einer|eines|einem|weder|oder|auf)(?!\p{L})/iu;
