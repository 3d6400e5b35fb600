/*
 * Whether two words are forms of one: "pay" and "payable", "gekündigt" and
 * "Kündigung", "betalar" and "betalning", "opgeleverd" and "oplevering". They
 * begin alike, and what follows is an ending of inflection or derivation on
 * both sides, of any of the four languages. "Gebührenfrei" and
 * "gebührenpflichtig" begin alike, too, but "frei" is no ending.
 */

const endings: ReadonlySet<string> = new Set(
  (
    " e es er en em et s n ns ne nen ens t te ten tet ts st d de den det der dd ed ded ing ings inge a as ar ars are arna arnas ande ande ende n na nas nar " +
    "or orna er erna ers ern eren erns erne erin ad ade at ats ats its is i y ies ie ied ier ly al able ible ance ence ment ments ness ity ation ations ion ions tion tions " +
    "ung ungs ungen lich liche lichen licher liches bar bare baren heit heiten keit keiten nis nisse isch ische ischen " +
    "ning ningen ningar ningarna nings else elsen elser elses lig ligt liga het heten heter sam samt samma bart bara " +
    "inge ingen ings je jes lijk lijke heid heden baar bare elijk elijke sel sels tie ties"
  ).split(" "),
);

/** Who does a thing is not that it is done: "employer" and "employment", "Verwalter" and "Verwaltung". */
const ofActions = /^(?:ment|ments|ation|ations|ion|ions|tion|tions|ung|ungs|ungen|ning|ningen|ningar|nings|inge|ingen|ings?)$/;
const ofActors = /^(?:ers?|erin|ors?|are|arna|arnas|ars)$/;

const fewestLetters = 3;

/** The letters that every form of the word begins with, in one of its spellings: words without a common one are no forms. */
export function formBeginnings(word: string): string[] {
  return [...new Set(formsOf(word).map((form) => form.slice(0, fewestLetters)))];
}
/** This share of the shorter word is common to both. */
const commonShare = 0.6;

/** As lower-case words. */
export function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  const mine = formsOf(one);
  const theirs = formsOf(other);
  return mine.some((form) => theirs.some((there) => begin(form, there)));
}

function begin(one: string, other: string): boolean {
  if (one === other) return true;
  let common = 0;
  const shorter = Math.min(one.length, other.length);
  while (common < shorter && one[common] === other[common]) common++;
  // "Notif-y" and "notif-ied": the ending may begin with a letter that both have.
  for (let at = common; at >= Math.max(fewestLetters, Math.ceil(commonShare * shorter)); at--) {
    const [mine, theirs] = [one.slice(at), other.slice(at)];
    if (!endings.has(mine) || !endings.has(theirs)) continue;
    return !((ofActions.test(mine) && ofActors.test(theirs)) || (ofActors.test(mine) && ofActions.test(theirs)));
  }
  return false;
}

/** Of verbs that can be parted: "an|zeigen", "op|leveren", "stänga av". */
export const particles: ReadonlySet<string> = new Set(
  (
    "ab an auf aus bei durch ein fest fort frei her hin los mit nach um unter vor weiter wieder zu zurück zusammen " +
    "aan af bij door in mee na op over samen terug toe uit vast voor vooruit weg " +
    "av bort fram för in med ned ner om på till upp ut över"
  ).split(" "),
);
const longestParticle = 8;
const shortestRoot = 4;

/** "Anzeigen" as its particle and its root. */
export function partedVerb(word: string): [particle: string, root: string][] {
  const found: [string, string][] = [];
  for (let length = 2; length <= longestParticle && word.length - length >= shortestRoot; length++)
    if (particles.has(word.slice(0, length))) found.push([word.slice(0, length), word.slice(length)]);
  return found;
}

const formsKnown = new Map<string, string[]>();
const mostKnown = 20_000;

/** The word as it is compared, and without the "ge" and "zu" of its participle or infinitive. */
function formsOf(word: string): string[] {
  const known = formsKnown.get(word);
  if (known !== undefined) return known;
  const forms = [
    word,
    ...withoutInfix(word),
    ...partedVerb(word).flatMap(([particle, root]) => withoutInfix(root).map((one) => particle + one)),
  ];
  const folded = [...new Set([word, ...forms.map(fold)])];
  if (formsKnown.size >= mostKnown) formsKnown.clear();
  formsKnown.set(word, folded);
  return folded;
}

function withoutInfix(word: string): string[] {
  const found = /^(?:ge|zu|te)(?=\p{L}{4})/u.exec(word)?.[0];
  return found === undefined ? [] : [word.slice(found.length)];
}

/** Doubled letters and the last consonant change with the ending: "betaal" and "betalen", "schrijf" and "schrijven", "occur" and "occurred". */
function fold(word: string): string {
  return word
    .replace(/['’]/gu, "")
    .replace(/ß/gu, "ss")
    .replace(/(\p{L})\1/gu, "$1")
    .replace(/v/gu, "f")
    .replace(/z/gu, "s")
    .replace(/[äà]/gu, "a")
    .replace(/[öô]/gu, "o")
    .replace(/ü/gu, "u");
}
