/*
 * The citations of a draft as its footnotes, for where there are no chips: each
 * names its source and says what the check found, in a Word file, in a PDF and
 * in the draft that is made of it.
 */
import { authoritiesOf, citationLine, type Authority } from "../law/authorities.ts";
import { findCitations } from "../law/citations.ts";
import type { Source } from "../sources/source.ts";
import { claimsOf } from "./claim-text.ts";
import { verdictSentences, verdictWords } from "./verdicts.ts";

/** In Markdown. Verdicts belong to words: a claim edited since it was checked is named without one. */
export function withCitationNotes(draft: string, sources: readonly Source[]): string {
  const citations = sources.length === 0 ? [] : findCitations(draft);
  if (citations.length === 0) return draft;
  const authorities = authoritiesOf(sources);
  const claims = claimsOf(draft);
  let text = "";
  let at = 0;
  const notes = citations.map(({ start, end, numbers }, i) => {
    text += `${draft.slice(at, start).trimEnd()}[^${label(i)}]`;
    at = end;
    const said = numbers.map((number) => noteOn(claims[i]?.text ?? "", sources, authorities, number));
    return `[^${label(i)}]: ${said.join("; ")}`;
  });
  return `${text}${draft.slice(at).trimEnd()}\n\n${notes.join("\n\n")}\n`;
}

/** Unlike those of notes that the draft already has. */
const label = (at: number) => `source-${at + 1}`;

function noteOn(claim: string, sources: readonly Source[], authorities: readonly Authority[], number: number): string {
  const authority = authorities.find((one) => one.number === number);
  if (authority === undefined) return escaped(`${number}: ${verdictSentences["no-source"]}`);
  const cited = sources.find((one) => one.number === number && one.unknown === undefined)?.cited ?? [];
  const said = letters(claim);
  // The first claim of a draft may have been read with what stands before the draft.
  const found = cited.findIndex((one) => letters(one.claim) === said || (said !== "" && letters(one.claim).endsWith(said)));
  const citation = authority.citations[found];
  const { name, details, url } = authority;
  const named = [name, ...details, ...(url === undefined ? [] : [url])].join(", ");
  const isChecked = citation !== undefined && citation.verdict !== verdictWords["not-checked"];
  return escaped(isChecked ? `${named}. ${capitalized(citationLine(citation))}` : named);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
const escaped = (text: string) => text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>|~$^]/g, "\\$&");
