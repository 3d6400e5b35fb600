/*
 * Contradictions that change no word a table of opposites would have: to whom for by whom, over for under, working days
 * for days, two figures in each other's place, a denial moved into another clause of its sentence. The rule knows the
 * truth; nothing here uses the checker. Nothing is drawn by chance: the first place counts.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";

type Change = [what: string, changed: string | undefined];
type Replace = [from: RegExp, to: string];

export function smallContradictions(said: string, language: ProseLanguage, partyNames: readonly string[]): Change[] {
  return [
    ["another direction", redirected(said, language, partyNames)],
    ["a bound left out", first(said, boundsOut[language])],
    ["over and under", first(said, overUnder[language])],
    ["another kind of day", first(said, dayKinds[language])],
    ["figures exchanged", withFiguresExchanged(said)],
    ["the denial in another clause", first(said, movedDenials[language])],
  ];
}

function first(said: string, replacements: readonly Replace[]): string | undefined {
  for (const [from, to] of replacements) {
    const changed = said.replace(from, to);
    if (changed !== said) return changed;
  }
  return undefined;
}

const directions: Record<ProseLanguage, [from: string, to: string][]> = {
  en: [
    ["to the", "by the"],
    ["by the", "to the"],
    ["against the", "by the"],
    ["from the", "to the"],
  ],
  de: [
    ["an den", "von dem"],
    ["von dem", "an den"],
    ["vom", "an den"],
    ["durch den", "an den"],
    ["gegen den", "von dem"],
    ["gegenüber dem", "von dem"],
  ],
  sv: [
    ["till", "av"],
    ["av", "till"],
    ["från", "till"],
    ["mot", "av"],
  ],
  nl: [
    ["aan de", "door de"],
    ["aan het", "door het"],
    ["door de", "aan de"],
    ["door het", "aan het"],
    ["tegen de", "door de"],
  ],
};

/** "To the tenant" for "by the tenant": directly in front of a party. */
function redirected(said: string, language: ProseLanguage, partyNames: readonly string[]): string | undefined {
  const parties = partyNames.join("|");
  return first(
    said,
    directions[language].map(([from, to]): Replace => [
      new RegExp(
        `(?<!\\p{L})(?<!(?:pursuant|according|subject|prior|respect|relation|regard|due|owing|equal|relating|related|respecting) )${from} (?=(?:${parties})s?(?!\\p{L}))`,
        "iu",
      ),
      `${to} `,
    ]),
  );
}

/** "Three months" for "at least three months". Not "until one", and "one" is "at least one". */
const boundsOut: Record<ProseLanguage, Replace[]> = {
  en: [
    [
      /(?<!\p{L})(?:at least|at most|not more than|no more than|not less than|no less than|up to) (?=(?:(?:EUR|USD|GBP)\s|[€$£])?\d|(?:one|two|three|four|five|six|seven|ten|twelve|thirty|sixty) )/u,
      "",
    ],
  ],
  de: [
    [/(?<!\p{L})(?:mindestens|höchstens|wenigstens|nicht mehr als|bis zu) (?=\d|(?:zwei|drei|vier|fünf|sechs|zehn|zwölf) )/u, ""],
  ],
  sv: [[/(?<!\p{L})(?:minst|högst|lägst) (?=\d|(?:en|ett|två|tre|fyra|fem|sex|åtta|tio|tolv) )/u, ""]],
  nl: [
    [
      /(?<!\p{L})(?:ten minste|ten hoogste|minstens|hoogstens|niet meer dan) (?=\d|(?:één|twee|drie|vier|vijf|zes|tien|twaalf) )/u,
      "",
    ],
  ],
};

const overUnder: Record<ProseLanguage, Replace[]> = {
  en: [
    [/(?<!\p{L})over (?=\d)/u, "under "],
    [/(?<!\p{L})(?:under|below) (?=\d+ (?:years|months|days|per cent|%))/u, "over "],
  ],
  de: [
    [/(?<!\p{L})über (?=\d)/u, "unter "],
    [/(?<!\p{L})unter (?=\d+ (?:Jahre|Monate|Tage|Prozent|Euro|vom Hundert))/u, "über "],
  ],
  sv: [
    [/(?<!\p{L})över (?=\d)/u, "under "],
    [/(?<!\p{L})lägst(?!\p{L})/u, "högst"],
    [/(?<!\p{L})högst(?= \p{L}+ (?:år|månader))/u, "lägst"],
  ],
  nl: [
    [/(?<!\p{L})boven (?=\d)/u, "onder "],
    [/(?<!\p{L})(?:onder|beneden) (?=\d)/u, "boven "],
  ],
};

const dayKinds: Record<ProseLanguage, Replace[]> = {
  en: [
    [/(?<!\p{L})(?:working|business|banking) days(?!\p{L})/iu, "days"],
    [/(?<=(?:\d|\d\)|\p{Ll}{2,}(?:ty|teen|ten|five|seven|one)) )days(?!\p{L})/u, "business days"],
  ],
  de: [
    [/(?<!\p{L})(?:Werk|Arbeits)tage(?=n?(?!\p{L}))/u, "Tage"],
    [/(?<=(?:\d|zehn|drei|fünf|zwei|sieben|acht) )Tage(?=n?(?!\p{L}))/u, "Werktage"],
  ],
  sv: [
    [/(?<!\p{L})(?:arbets|bank|var)dagar(?!\p{L})/u, "dagar"],
    [/(?<=(?:\d|tio|tre|fem|två|sju|åtta|fjorton|trettio) )dagar(?!\p{L})/u, "arbetsdagar"],
  ],
  nl: [
    [/(?<!\p{L})werkdagen(?!\p{L})/u, "dagen"],
    [/(?<=(?:\d|tien|drie|vijf|twee|zeven|acht|veertien|dertig) )dagen(?!\p{L})/u, "werkdagen"],
  ],
};

const counted =
  /(?<![\d.,/§:(-])(\d{1,3}|two|three|four|five|six|ten|zwei|drei|vier|fünf|sechs|zehn|två|tre|fyra|fem|sex|tio|twee|drie|vier|vijf|zes|tien) (days?|months?|years?|weeks?|Tagen?|Monaten?|Jahren?|Wochen|dagar|månader|år|veckor|dagen|maanden|jaren|jaar|weken)(?!\p{L})/gu;

/** "Two months after five years" for "five months after two years": the numbers of two periods of one unit. */
function withFiguresExchanged(said: string): string | undefined {
  const all = [...said.matchAll(counted)];
  const [one, other] = all;
  if (all.length !== 2 || one === undefined || other === undefined || one[1] === other[1]) return undefined;
  // "Within 10 days or within 20 days" says the same either way.
  if (/^[^.;]{0,40}(?:\bor\b|\boder\b|\beller\b|\bof\b)[^.;]{0,40}$/u.test(said.slice(one.index, other.index))) return undefined;
  return (
    said.slice(0, one.index) +
    other[1] +
    said.slice(one.index + one[1]!.length, other.index) +
    one[1] +
    said.slice(other.index + other[1]!.length)
  );
}

/** The force comes in front of a clause that denies something; then the force is denied, and the clause is not. */
const movedDenials: Record<ProseLanguage, Replace[]> = {
  en: [
    [
      /(?<!\p{L})(may|shall|must|can) (?!not )([^.;]{3,80}?) (that|who|which|if|where) ((?:\p{L}+ ){0,4})(is|are|has|have|was|were) not (?!only)/u,
      "$1 not $2 $3 $4$5 ",
    ],
  ],
  de: [
    [
      /(?<!\p{L})(darf|dürfen|kann|können|soll|sollen) (?!nicht )([^.;]{3,80}?), (der|die|das|dass|wenn|soweit|sofern) ((?:\p{L}+ ){0,6})nicht (?!nur)/u,
      "$1 nicht $2, $3 $4",
    ],
  ],
  sv: [
    [
      /(?<!\p{L})(får|ska|skall|kan|bör) (?!inte |ej )([^.;]{3,80}?) (som|att|om|när) ((?:\p{L}+ ){0,3})(?:inte|ej|icke) (?!endast|bara|annat|något annat)/u,
      "$1 inte $2 $3 $4",
    ],
  ],
  nl: [
    [
      /(?<!\p{L})(mag|mogen|kan|kunnen) (?!niet )([^.;]{3,80}?) (die|dat|als|indien) ((?:\p{L}+ ){0,5})niet (?!alleen)/u,
      "$1 niet $2 $3 $4",
    ],
  ],
};
