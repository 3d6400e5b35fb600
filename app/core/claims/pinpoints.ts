/* Brackets that name a provision, as lawyers put them behind a quotation: "(vgl. § 12 Nr. 4 BGB)". They claim nothing. */
import type { Range } from "../law/quotation.ts";
import { signsIn } from "./signs.ts";

const longestPinpoint = 200;

/** Names a provision and says nothing: "(andra stycket)", "(s 1(1))", "(vgl. § 12 Nr. 4 BGB)"; not "(if no)", "(except in July)". */
function isPlace(bracket: string): boolean {
  const signs = signsIn(bracket);
  if (!signs.every(({ kind }) => kind === "reference" || kind === "content")) return false;
  return signs.some(({ kind }) => kind === "reference") || signs.every(({ text }) => placeWords.has(text.toLowerCase()));
}

const placeWords: ReadonlySet<string> = new Set(
  (
    "last subsection subsections section sections paragraph sentence clause article schedule see also same " +
    "sista samma stycket meningen punkten paragrafen kap kapitlet " +
    "letzter letzten absatz satz abs vgl siehe " +
    "laatste lid leden zin volzin artikel art zie " +
    "premier première deuxième troisième alinéa phrase voir"
  ).split(" "),
);

/** "… (vgl. § 12 Nr. 4 BGB)." is a location, not a statement. */
export function withoutTrailingPinpoint(text: string): string {
  const end = /\)[.;]?$/u.exec(text);
  if (end === null) return text;
  let depth = 0;
  for (let at = end.index; at >= 0 && end.index - at < longestPinpoint; at--) {
    if (text[at] === ")") depth++;
    if (text[at] === "(" && --depth === 0) return isPlace(text.slice(at, end.index + 1)) ? text.slice(0, at).trim() : text;
  }
  return text;
}

/** The outermost brackets of a text that name a provision. */
export function pinpointsIn(text: string): Range[] {
  const found: Range[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(" && depth++ === 0) start = at;
    if (text[at] !== ")" || depth === 0 || --depth > 0) continue;
    if (at - start < longestPinpoint && isPlace(text.slice(start, at + 1))) found.push({ start, end: at + 1 });
  }
  return found;
}
