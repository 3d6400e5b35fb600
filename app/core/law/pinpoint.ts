/*
 * The paragraph that contains a passage, cited in the style of its
 * jurisdiction: "§ 1 Abs. 2 KSchG", "3 kap. 2 § andra stycket", "section
 * 45(2)", "Article 6(1)", "artikel 4.4, lid 2". If paragraphs are neither
 * numbered nor counted, only the section is cited.
 */

import type { ProseLanguage } from "../text/sentences.ts";

type Section = {
  label: string;
  text: string;
  jurisdiction: string;
  /** The act's name in a citation. */
  act: string;
  /** The text's language; EU law is cited differently in each. */
  language?: ProseLanguage;
};

export function pinpoint({ label, text, jurisdiction, act, language = "en" }: Section, at: number): string {
  const written = writtenNumber(text, at, jurisdiction);
  if (jurisdiction === "EU") return `${label}${written === null ? "" : europeanParagraph[language](written)} ${act}`;
  if (jurisdiction === "DE") return `${label}${written === null ? "" : ` Abs. ${written}`} ${act}`;
  if (jurisdiction === "SE") return `${label}${stycke(text, at)} ${act}`;
  if (jurisdiction === "NL") return `${label.toLowerCase()}${written === null ? "" : `, lid ${written}`} ${act}`;
  if (jurisdiction === "GB") return `${act}, ${label}${written === null ? "" : `(${written})`}`;
  return `${label}${written === null ? "" : `(${written})`} ${act}`;
}

const europeanParagraph: Record<ProseLanguage, (number: string) => string> = {
  en: (number) => `(${number})`,
  sv: (number) => `.${number}`,
  de: (number) => ` Abs. ${number}`,
  nl: (number) => `, lid ${number}`,
};

/** How a paragraph begins, as opposed to a list within it. */
const heads: Record<string, RegExp> = {
  DE: /(?:^|\n)[^\S\n]*\((\d{1,3}[a-z]?)\)/g,
  GB: /(?:^|\n)[^\S\n]*\((\d{1,3}[A-Z]{0,2})\)/g,
  NL: /(?:^|\n)[^\S\n]*(\d{1,2}[a-z]?)\.?(?=\s+\S)/g,
  EU: /(?:^|\n)[^\S\n]*(?:(\d{1,2}[a-z]?)\.(?=\s+\S)|\((\d{1,2})\))/g,
};

export type Paragraph = {
  start: number;
  end: number;
  /** As cited: "2", "3a". Null before the first number, and where paragraphs aren't counted. */ number: string | null;
};

/** Splits a section into paragraphs that cover all of its text. */
export function paragraphsOf(text: string, jurisdiction: string): Paragraph[] {
  const form = heads[jurisdiction];
  const begun: Omit<Paragraph, "end">[] =
    form === undefined
      ? stycken(text).map((start, at) => ({ start, number: jurisdiction === "SE" ? String(at + 1) : null }))
      : [...text.matchAll(form)].map(({ index, 0: head, 1: number, 2: other }) => {
          return { start: index + head.length - head.trimStart().length, number: number ?? other ?? null };
        });
  if (begun[0] === undefined || text.slice(0, begun[0].start).trim() !== "") begun.unshift({ start: 0, number: null });
  return begun.map((one, at) => {
    const end = begun[at + 1]?.start ?? text.length;
    return Object.assign(one, { end: one.start + text.slice(one.start, end).trimEnd().length });
  });
}

/** The number at the start of the paragraph that contains the position. */
function writtenNumber(text: string, at: number, jurisdiction: string): string | null {
  const form = heads[jurisdiction];
  if (form === undefined) return null;
  // A position on the number itself belongs to its paragraph.
  const last = [...text.matchAll(form)].findLast(({ index, 0: head }) => index + head.length - head.trimStart().length <= at);
  return last?.[1] ?? last?.[2] ?? null;
}

const ordinals = ["första", "andra", "tredje", "fjärde", "femte", "sjätte", "sjunde", "åttonde", "nionde", "tionde"];

/** Swedish paragraphs are unnumbered: they are counted, without list items. A section with only one cites none. */
function stycke(text: string, at: number): string {
  const starts = stycken(text);
  if (starts.length < 2) return "";
  const ordinal = ordinals[starts.findLastIndex((start) => start <= at)];
  return ordinal === undefined ? "" : ` ${ordinal} stycket`;
}

function stycken(text: string): number[] {
  const begun = [...text.matchAll(/(?:^|\n\n)(?!\d{1,2}[.)]|[a-zåäö]\)|[-–•])(?=\S)/g)];
  return begun.map(({ index, 0: gap }) => index + gap.length);
}
