/*
 * Names in the form in which they are compared: letters without marks and in the Latin alphabet, the spellings of
 * umlauts made one, company forms and connecting words removed. "Müller & Söhne GmbH" and "MUELLER UND SOEHNE" are one.
 */

/** In their order; of a name that is nothing but company forms, these. */
export function nameTokens(name: string): string[] {
  const words = wordsIn(name);
  const kept = words.filter((word) => !forms.has(word) && !connecting.has(word));
  return kept.length > 0 ? kept : words;
}

function wordsIn(name: string): string[] {
  return plainLetters(name)
    .replaceAll(/['’.]|(?<=\b[a-z])\/(?=[a-z]\b)/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map(oneSpelling);
}

/** Whether it ends with a company form, or begins with one as “AB Volvo” does. */
export function hasCompanyForm(name: string): boolean {
  const words = wordsIn(name);
  if (words.length < 2) return false;
  return (
    words
      .slice(1)
      .slice(-2)
      .some((word) => forms.has(word)) || leading.has(words[0]!)
  );
}

export function foldedName(name: string): string {
  return nameTokens(name).join(" ");
}

/**
 * What names have in common that are likely the same, mistyped or not: each word's beginning, end, and consonants. Two
 * names without any key in common need no comparison.
 */
export function nameKeys(name: string): string[] {
  const keys = nameTokens(name).flatMap((token) =>
    token.length < 4 ? [token] : [`^${token.slice(0, 3)}`, `${token.slice(-3)}$`, `-${consonantsOf(token)}`],
  );
  return [...new Set(keys)];
}

function consonantsOf(token: string): string {
  return (
    token[0]! +
    token
      .slice(1)
      .replaceAll(/[aeiouyhw]/g, "")
      .replaceAll(/(.)\1+/g, "$1")
  );
}

/** Lower case, without marks, transliterated. */
function plainLetters(name: string): string {
  const latin = name.toLowerCase().replaceAll(/[^ -~]|&/g, (letter) => letters[letter] ?? letter);
  return latin.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** ä and ae, ö and oe, ü and ue, å and aa are written for each other. */
function oneSpelling(word: string): string {
  return word.replaceAll(/([aou])e/g, "$1").replaceAll("aa", "a");
}

const letters: Record<string, string> = {
  ß: "ss",
  ø: "o",
  æ: "a",
  œ: "o",
  ð: "d",
  þ: "th",
  đ: "d",
  ł: "l",
  ı: "i",
  ĳ: "ij",
  "&": " ",
  ...pairs("абвгдезийклмнопрстуфыэ", "abvgdeziiklmnoprstufye"),
  ...pairs("ёіїє", "eiie"),
  ж: "zh",
  х: "kh",
  ц: "ts",
  ч: "ch",
  ш: "sh",
  щ: "shch",
  ъ: "",
  ь: "",
  ю: "yu",
  я: "ya",
  ...pairs("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo"),
  ...pairs("άέήίόύώ", "aeiioyo"),
  θ: "th",
  χ: "ch",
  ψ: "ps",
};

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries(Array.from(from, (letter, at) => [letter, to[at]!]));
}

/** As they read once folded. */
const forms = new Set(
  `ab aktiebolag aktiebolaget publ hb handelsbolag kb kommanditbolag ekonomisk forening
  gmbh mbh ag aktiengesellschaft kg kga ohg gbr ug haftungsbeschrankt ev eg se sce
  ltd limited plc llp lp llc inc incorporated corp corporation co company
  bv nv vof cv cooperatie oy oyj as asa aps sa sas sarl srl spa bvba the`
    .split(/\s+/)
    .map(oneSpelling),
);

/** Before the name. */
const leading = new Set(["ab", "oy"]);

const connecting = new Set(["and", "und", "och", "en", "et", "of", "von", "van", "de", "der", "den", "af", "av"]);
