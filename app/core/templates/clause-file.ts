/*
 * A clause of the library: front matter with `kind: clause`, words on when to use it, and below a heading each of its
 * variants.
 */
import type { ProseLanguage } from "../text/sentences.ts";
import { proseLanguages } from "../text/sentences.ts";
import { oneOf, Refusal, refuseUnknown, textOf } from "./front-fields.ts";
import { FrontMatterError, readFrontMatter, writeFront } from "./front-matter.ts";
import { jurisdictions, templateLimits, type TemplateJurisdiction } from "./template.ts";

export type ClauseVariant = { name: string; text: string };
export type LibraryClause = {
  name: string;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  summary: string;
  guidance: string;
  variants: readonly ClauseVariant[];
};

const known = ["name", "kind", "jurisdiction", "language", "summary"];
const mostVariants = 20;

export function readClause(source: string): { clause: LibraryClause } | { refusal: string } {
  try {
    if (source.length > templateLimits.source) throw new Refusal("The file is too long for a clause.");
    const { front, body } = readFrontMatter(source);
    if (front["kind"] !== "clause") throw new Refusal("The head of a clause has a line “kind: clause”.");
    refuseUnknown(front, known, "the head of a clause");
    const name = textOf(front, "name", templateLimits.name);
    if (name === "") throw new Refusal("The clause has no name. Add a line “name: …” to its head.");
    const [guidance = "", ...parts] = body.split(/^## +/mu);
    if (parts.length === 0) throw new Refusal("The clause has no words. Put each variant below a line “## Name of the variant”.");
    if (parts.length > mostVariants) throw new Refusal(`A clause can have at most ${mostVariants} variants.`);
    const variants = parts.map(variantOf);
    const jurisdiction = oneOf(front, "jurisdiction", jurisdictions, "any");
    const language = oneOf(front, "language", proseLanguages, "en");
    return { clause: { name, jurisdiction, language, summary: textOf(front, "summary"), guidance: guidance.trim(), variants } };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FrontMatterError) return { refusal: error.message };
    throw error;
  }
}

function variantOf(part: string): ClauseVariant {
  const at = part.indexOf("\n");
  const [name, text] = at === -1 ? [part.trim(), ""] : [part.slice(0, at).trim(), part.slice(at).trim()];
  if (name === "" || name.length > templateLimits.name) throw new Refusal("A variant needs a short name behind “##”.");
  if (text === "") throw new Refusal(`The variant “${name}” has no words.`);
  return { name, text };
}

/** The file of a clause; read again, it is the same clause, except that a line “## ” of its text is escaped. */
export function writeClause(clause: LibraryClause): string {
  const head = (["name", "jurisdiction", "language", "summary"] as const)
    .filter((key) => clause[key] !== "")
    .map((key) => `${key}: ${writeFront(clause[key])}`);
  const parts = clause.variants.map(({ name, text }) => `## ${name}\n\n${withoutHeadings(text)}`);
  const body = [...(clause.guidance === "" ? [] : [withoutHeadings(clause.guidance)]), ...parts];
  return `---\nkind: clause\n${head.join("\n")}\n---\n\n${body.join("\n\n")}\n`;
}

/** What would begin another variant stays the words it is: an escaped # is one in Markdown. */
export function withoutHeadings(text: string): string {
  return text.replaceAll(/^## /gmu, "\\## ");
}

/** What a new clause begins as. */
export const newClauseSource = `---
kind: clause
name: Untitled clause
jurisdiction: any
language: en
summary: What it settles, in one sentence.
---

Say here when to use which variant.

## Short

This agreement is governed by the law of [governing law].

## With courts

This agreement is governed by the law of [governing law]. The courts of [place] have exclusive jurisdiction.
`;
