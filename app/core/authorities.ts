/*
 * What an answer rests on, as it goes out of the house with it: each source
 * with its identifier, its dates and its address, and for each citation whether
 * the words stand in the source. An export that left this out would look surer
 * than the answer was.
 */
import { amendedSentence, lawDates, sourceMetadata, sourceName, webDate, type CitedWords, type Source } from "./source.ts";

export const verdictWords: Record<CitedWords["verdict"], string> = {
  verified: "verified",
  paraphrase: "paraphrase",
  "not-found": "not found in the source",
  "not-checked": "not checked",
};

export type Authority = {
  number: number;
  name: string;
  /** Identifier, dates and licence, as far as they are known. */
  details: string[];
  /** Of a page of the web or of an act. */
  url: string | undefined;
  /** One for each citation, in their order. */
  citations: { verdict: string; words: string | undefined }[];
};

const longestWords = 300;

export function authoritiesOf(sources: readonly Source[]): Authority[] {
  return sources
    .filter((source) => source.hidden !== true)
    .map((source, at) => {
      const { ref, licence } = sourceMetadata(source);
      const name = sourceName(source);
      const details = [ref === name ? undefined : ref, source.type === "edgar" ? lawDates(source) : webDate(source), licence];
      return {
        number: source.number ?? at + 1,
        name,
        details: [...details, amendedSentence(source)].flatMap((one) => one || []),
        url: [source.description, source.name].find((one) => one !== undefined && /^https?:\/\//.test(one)),
        citations: (source.cited ?? []).map(({ verdict, words }) => ({ verdict: verdictWords[verdict], words: shortened(words) })),
      };
    });
}

/** The same as a list in Markdown, to stand below an answer; empty where it cites nothing. */
export function authoritiesList(sources: readonly Source[]): string {
  const lines = authoritiesOf(sources).map(({ number, name, details, url, citations }) => {
    const said = [name, ...details, ...(url === undefined ? [] : [url])].join(", ");
    return `[${number}] ${said}${citations.map((one) => `\n    - ${citationLine(one)}`).join("")}`;
  });
  return lines.length === 0 ? "" : `Sources\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** "verified: “Late payment bears interest.”" */
export function citationLine({ verdict, words }: Authority["citations"][number]): string {
  return words === undefined ? verdict : `${verdict}: “${words}”`;
}

function shortened(words: string | undefined): string | undefined {
  const line = words?.replace(/\s+/g, " ").trim();
  return line !== undefined && line.length > longestWords ? `${line.slice(0, longestWords - 1).trimEnd()}…` : line;
}

export type CitationFigures = { citations: number; verified: number; paraphrase: number; notFound: number; share: number };

/** How many of the citations are word for word in their sources; null where there are none. */
export function citationFigures(sources: readonly Source[]): CitationFigures | null {
  const verdicts = sources.flatMap(({ cited = [] }) => cited.map(({ verdict }) => verdict));
  if (verdicts.length === 0) return null;
  const count = (wanted: CitedWords["verdict"]) => verdicts.filter((one) => one === wanted).length;
  const verified = count("verified");
  const share = Math.round((verified / verdicts.length) * 100) / 100;
  return { citations: verdicts.length, verified, paraphrase: count("paraphrase"), notFound: count("not-found"), share };
}
