/* The facts a model is given about the open document, or a draft of the chat, besides its text. */
import type { Node } from "prosemirror-model";
import { looksLegal } from "#core/law/legal-text.ts";
import { reportDefinedTerms } from "#core/clauses/defined-terms.ts";
import { clauseNumbers } from "#core/clauses/clause-numbers.ts";
import { plainTextOf } from "#core/document/document-text.ts";
import { dialectOf } from "#core/prose/prose-language.ts";
import { countWords } from "#core/text/words.ts";
import { kindOfWriting } from "../models/builtin/intent.ts";
import { detectLanguage } from "../prose/language.ts";
import type { DocumentFacts, TextFacts } from "./turn-facts.ts";

/** Longer texts would delay the question too much. */
const longestForTerms = 120_000;
const mostTerms = 15;

const languages = { en: "English", sv: "Swedish", nl: "Dutch", de: "German" } as const;

export function documentFacts(name: string, document: Node): DocumentFacts {
  const text = plainTextOf(document);
  const terms = text.length > longestForTerms ? [] : reportDefinedTerms(text).terms.map(({ term }) => term);
  return {
    name,
    ...textFacts(text, [titleOf(document), name]),
    numbers: numbersOf(document, text),
    terms: terms.slice(0, mostTerms),
    hasTables: hasTables(document),
  };
}

/** A draft is Markdown; its title is its first heading. */
export function draftFacts(text: string): TextFacts {
  return textFacts(text, [/^#{1,2} (.+)$/m.exec(text)?.[1] ?? ""]);
}

function textFacts(text: string, titles: readonly string[]): TextFacts {
  return { kind: kindOf(text, titles), language: languageWords(text), words: countWords(text) };
}

/** Longer ones are sentences, which mention kinds of text in passing. */
const longestTitle = 8;

function kindOf(text: string, titles: readonly string[]): string | null {
  const language = detectLanguage(text) ?? "en";
  const named = titles.filter((title) => countWords(title) <= longestTitle);
  for (const title of named) {
    const kind = kindOfWriting(title, language);
    if (kind !== null) return kind;
  }
  return looksLegal(text) ? "legal text" : null;
}

function titleOf(document: Node): string {
  let title: string | null = null;
  document.descendants((node) => {
    if (title === null && node.type.name === "heading") title = node.textContent;
    return title === null && !node.isTextblock;
  });
  return title ?? "";
}

/** Placed inside the fence with the text: what a document says about itself is data. */
export function documentHead(name: string, facts: Pick<DocumentFacts, "terms"> | undefined): string {
  const terms = facts?.terms ?? [];
  return `Name: ${name}${terms.length === 0 ? "" : `\nDefined terms: ${terms.join(", ")}`}`;
}

function languageWords(text: string): string | null {
  const language = detectLanguage(text);
  if (language === null) return null;
  return language === "en" ? `${dialectOf(text)} English` : languages[language];
}

/** Requires several numbered blocks: a single number may be a date or a count. */
function numbersOf(document: Node, text: string): DocumentFacts["numbers"] {
  if (clauseNumbers(document).length > 0) return "automatic";
  const typed = text.match(/^(?:§\s?)?\d{1,3}(?:\.\d{1,3})*[.)]?\s+\p{Lu}/gmu)?.length ?? 0;
  return typed >= 2 ? "typed" : "none";
}

function hasTables(document: Node): boolean {
  let found = false;
  document.descendants((node) => {
    found ||= node.type.name === "table";
    return !found && !node.isTextblock;
  });
  return found;
}
