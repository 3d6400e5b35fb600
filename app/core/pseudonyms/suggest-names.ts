/*
 * Names that a person may want to replace: capitalised words that recur together, and what ends as a company does. They are
 * only shown; nothing is replaced until a person has added it. A party that a contract names once and calls “the Supplier”
 * from then on is one of them.
 */
import type { NameKind } from "./entry.ts";
import { isEveryday, isGluePart, isTitle } from "./everyday-words.ts";

export type NameSuggestion = { name: string; kind: NameKind; times: number };

const legalForm =
  /(?: (?:AB|HB|KB|AG|SE|KG|GmbH(?: & Co\. KG)?|UG|OHG|GbR|e\.V\.|eG|B\.?V\.?|N\.?V\.?|VOF|Ltd\.?|Limited|LLP|LLC|PLC|plc|Inc\.?|Corp\.?|Oy|A\/S|ASA?|ApS|S\.A\.|SAS|SARL))(?![\p{L}\p{N}])/u;
const run =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]{1,40}(?: (?:&|och|und|en|and|von|van|de|der|af|\p{Lu}\.|\p{Lu}[\p{L}\p{N}'’-]{1,40})){1,5}/gu;
/** Behind the name, perhaps its number or what it is: (the “Supplier”), (nachfolgend „Käuferin“), (”Säljaren”), (hierna: "Huurder"). */
const calledSomething =
  /^(?:,[^()\n]{0,80})?\s*\((?:[^()\n]{0,40}[\s:])?["“”„«»']\p{Lu}|^(?:,[^()\n]{0,80})?\s*\((?:the|nachfolgend|im Folgenden|nedan|hierna)[\s:]+(?:(?:der|die|das|de|het)\s)?\p{Lu}/u;
/** How far behind a name it is looked for. */
const farthest = 160;
const most = 60;

export function suggestNames(texts: readonly string[], known: (name: string) => boolean): NameSuggestion[] {
  const found = new Map<string, NameSuggestion & { isParty: boolean }>();
  for (const text of texts) {
    for (const { 0: words, index } of text.matchAll(run)) {
      const form = legalForm.exec(text.slice(index, index + words.length + 16));
      const whole = form === null ? words : text.slice(index, index + form.index + form[0].length);
      const name = trimmed(whole);
      if (name === null || known(name)) continue;
      const kind: NameKind = form === null ? "person" : "organization";
      const one = found.get(name) ?? { name, kind, times: 0, isParty: false };
      one.times++;
      // "The Written Notice (the Notice)" is no party's name.
      one.isParty ||=
        whole.startsWith(name) && calledSomething.test(text.slice(index + whole.length, index + whole.length + farthest));
      found.set(name, one);
    }
  }
  return [...found.values()]
    .filter(({ kind, times, isParty }) => kind === "organization" || isParty || times > 1)
    .toSorted((a, b) => Number(b.isParty) - Number(a.isParty) || b.times - a.times)
    .slice(0, most)
    .map(({ name, kind, times }) => ({ name, kind, times }));
}

/** A party as the project names it. */
export function partyOf(name: string): NameSuggestion {
  return { name, kind: legalForm.test(name) ? "organization" : "person", times: 1 };
}

/** Without titles before it and small words at its ends; null if nothing like a name is left. */
function trimmed(words: string): string | null {
  const parts = words.split(" ");
  while (parts.length > 0 && (isTitle(parts[0]!) || /^(?:The|Der|Die|Das|Den|Det|De|Het|Een|En|Ett|In|I|Für|Mit)$/.test(parts[0]!)))
    parts.shift();
  while (parts.length > 0 && /^(?:&|och|und|en|and|von|van|de|der|af)$/.test(parts.at(-1)!)) parts.pop();
  const own = parts.filter((part) => !isGluePart(part));
  if (parts.length < 2 || own.every(isEveryday)) return null;
  return parts.join(" ");
}
