/*
 * The sources of an answer for export: each with its identifier, dates and
 * address, and for each citation whether its words occur in the source. Without
 * this, an export would look more certain than the answer was.
 */
import { unknownSentence, verdictWords } from "../claims/verdicts.ts";
import { amendedSentence, lawDates, sourceMetadata, sourceName, webDate, type CitedWords, type Source } from "../sources/source.ts";

export type Authority = {
  number: number;
  name: string;
  /** Identifier, dates and license, if known. */
  details: string[];
  /** For a web page or an act. */
  url: string | undefined;
  /** One per citation, in order. */
  citations: { verdict: string; claim: string; words: string | undefined; difference: string | undefined }[];
};

const longestWords = 300;

export function authoritiesOf(sources: readonly Source[]): Authority[] {
  return sources
    .filter((source) => source.hidden !== true && source.unknown === undefined)
    .map((source, at) => {
      const { ref, licence } = sourceMetadata(source);
      const name = sourceName(source);
      const details = [ref === name ? undefined : ref, source.type === "edgar" ? lawDates(source) : webDate(source), licence];
      return {
        number: source.number ?? at + 1,
        name,
        details: [...details, amendedSentence(source)].flatMap((one) => one || []),
        url: [source.description, source.name].find((one) => one !== undefined && /^https?:\/\//.test(one)),
        citations: (source.cited ?? []).map((cited) => ({
          verdict: verdictWords[cited.verdict],
          claim: shortened(cited.claim) ?? "",
          words: shortened(cited.words),
          difference: differenceOf(cited),
        })),
      };
    });
}

/** The same as a Markdown list to append to an answer; empty if it cites nothing. */
export function authoritiesList(sources: readonly Source[]): string {
  const lines = authoritiesOf(sources).map(({ number, name, details, url, citations }) => {
    const said = [name, ...details, ...(url === undefined ? [] : [url])].join(", ");
    return `[${number}] ${said}${citations.map((one) => `\n    - ${citationLine(one)}`).join("")}`;
  });
  lines.push(...unknownLines(sources));
  return lines.length === 0 ? "" : `Sources\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** "Unknown authority: § 9999 BGB. The stored act has no such provision." */
export function unknownLines(sources: readonly Source[]): string[] {
  return sources
    .filter(({ unknown }) => unknown !== undefined)
    .map((source) => `Unknown authority: ${sourceName(source)}. ${unknownSentence(source)}`);
}

/** "verified: “Late payment bears interest.”"; if it doesn't hold, what the answer says and what the source says. */
export function citationLine({ verdict, claim, words, difference }: Authority["citations"][number]): string {
  if (verdict === verdictWords.verified) return words === undefined ? verdict : `${verdict}: “${words}”`;
  const said = [`${verdict}: the answer says “${claim}”`];
  if (difference !== undefined) said.push(difference);
  if (words !== undefined) said.push(`the source says “${words}”`);
  return said.join("; ");
}

function differenceOf({ difference, omitted, missing }: CitedWords): string | undefined {
  if (missing !== undefined) return `not in this passage: “${missing.join("”, “")}”`;
  if (omitted !== undefined) return `left out: “${omitted.join("” … “")}”`;
  if (difference === undefined) return undefined;
  return difference.source === undefined
    ? `“${difference.said}” is not in this passage`
    : `“${difference.said}” against “${difference.source}”`;
}

function shortened(words: string | undefined): string | undefined {
  const line = words?.replace(/\s+/g, " ").trim();
  return line !== undefined && line.length > longestWords ? `${line.slice(0, longestWords - 1).trimEnd()}…` : line;
}

export type CitationFigures = {
  citations: number;
  verified: number;
  quotationOnly: number;
  supported: number;
  unconfirmed: number;
  altered: number;
  differs: number;
  notFound: number;
  share: number;
};

/** How many citations match their sources word for word; null if there are none. */
export function citationFigures(sources: readonly Source[]): CitationFigures | null {
  const verdicts = sources.flatMap(({ cited = [] }) => cited.map(({ verdict }) => verdict));
  if (verdicts.length === 0) return null;
  const count = (...wanted: CitedWords["verdict"][]) => verdicts.filter((one) => wanted.includes(one)).length;
  const verified = count("verified", "verified-omissions");
  const share = Math.round((verified / verdicts.length) * 100) / 100;
  return {
    citations: verdicts.length,
    verified,
    quotationOnly: count("quotation-only"),
    supported: count("supported"),
    unconfirmed: count("unconfirmed"),
    altered: count("altered"),
    differs: count("differs"),
    notFound: count("not-found"),
    share,
  };
}
