/*
 * English subjects and verbs that cannot go together: "the parties has", "it are", "must to pay". Only where the words
 * before show that the subject is whole ("one of the parties has" is right), and only with nouns that are never both
 * singular and plural.
 */
import type { Finding } from "./finding.ts";
import { outsideProtected } from "./mechanical-rules.ts";

const many =
  "agreements agents amendments articles authorities banks borrowers buyers children claims clauses clients companies conditions contractors contracts costs customers debtors deliveries directors documents employees employers fees goods guarantors invoices judges landlords lenders letters licensees licensors members men notices obligations orders owners parties payments people persons policies products provisions readers reports rights rules sellers services shareholders suppliers tenants users vendors women workers";
const one =
  "agreement agent amendment article authority borrower buyer claim clause client condition contract contractor customer debtor delivery director document employee employer fee guarantor invoice judge landlord lender letter licensee licensor notice obligation order owner payment person policy product provision reader report right rule seller service shareholder supplier tenant user vendor worker";

/** What a subject follows when nothing before it belongs to it. */
const start = "(?<=^|[.!?:;][ \\u00a0]|\\n|\\b(?:that|if|because|when|whether|although|unless|agrees|agreed)[ \\u00a0])";
const either = (words: string) => `(?:${words.replaceAll(" ", "|")})`;

type Rule = { rule: string; pattern: RegExp; replacements: Record<string, string>; reason: string };

const rules: Rule[] = [
  {
    rule: "plural-with-singular-verb",
    // "That parties has" may be the end of another clause.
    pattern: new RegExp(`${start}(?:the|these|those|both|all|our|their) ${either(many)} (has|is|was|does)(?= \\p{L})`, "giu"),
    replacements: { has: "have", is: "are", was: "were", does: "do" },
    reason: "The subject is plural.",
  },
  {
    rule: "singular-with-plural-verb",
    pattern: new RegExp(`${start}(?:the|this|each|every|an?|our|their) ${either(one)} (have|are|do not)(?= \\p{L})`, "giu"),
    replacements: { have: "has", are: "is", "do not": "does not" },
    reason: "The subject is singular.",
  },
  {
    rule: "pronoun-with-plural-verb",
    pattern: new RegExp(`${start}(?:it|he|she) (are|have|do not|don['’]t)(?= \\p{L})`, "giu"),
    replacements: { are: "is", have: "has", "do not": "does not", "don't": "doesn't", "don’t": "doesn’t" },
    reason: "The subject is singular.",
  },
  {
    rule: "plural-pronoun-with-singular-verb",
    pattern: new RegExp(`${start}(?:they|we) (is|was|has)(?= \\p{L})`, "giu"),
    replacements: { is: "are", was: "were", has: "have" },
    reason: "The subject is plural.",
  },
  {
    rule: "modal-with-to",
    // Not "a must to see", nor "shall to the extent possible".
    pattern:
      /(?<=\b(?<!\b(?:a|an|the|no) )(?:must|shall) )(to )(?=\p{Ll}{2,})(?!(?:the|this|that|any|an|all|such|some|each|its|their)\b)/gu,
    replacements: { "to ": "" },
    reason: "No “to” after this verb.",
  },
];

export function agreementFindings(text: string): Finding[] {
  const findings = rules.flatMap(({ rule, pattern, replacements, reason }) =>
    [...text.matchAll(pattern)].flatMap((hit): Finding[] => {
      const said = hit[1]!;
      const replacement = replacements[said.toLowerCase()];
      if (replacement === undefined) return [];
      const end = hit.index + hit[0].length;
      return [{ start: end - said.length, end, original: said, replacement, reason, kind: "agreement", rule, sure: true }];
    }),
  );
  return outsideProtected(findings, text);
}
