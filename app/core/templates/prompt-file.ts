/*
 * A prompt of the library: front matter with `kind: prompt`, and the words that are put into the composer. {{name}} stands for
 * what is asked before that, by its type if the head names it and as text otherwise; any other braces are braces.
 */
import type { ProseLanguage } from "../text/sentences.ts";
import { proseLanguages } from "../text/sentences.ts";
import { placeholderOf, refusalOf, writtenValue } from "./field-values.ts";
import { oneOf, Refusal, refuseUnknown, textOf } from "./front-fields.ts";
import { FrontMatterError, readFrontMatter, writeFront } from "./front-matter.ts";
import { fieldLines, fieldsOf } from "./template-file.ts";
import {
  jurisdictions,
  partyParts,
  templateLimits,
  type TemplateField,
  type TemplateJurisdiction,
  type TemplateValues,
} from "./template.ts";

export type LibraryPrompt = {
  name: string;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  summary: string;
  /** Of every {{name}} in the text. */
  fields: readonly TemplateField[];
  body: string;
};

/** Characters of the text, and of what is entered in one field: often the text that the prompt is about. */
export const promptLimits = { body: 20_000, value: 50_000 } as const;

const known = ["name", "kind", "jurisdiction", "language", "summary", "fields"];
const variable = /\{\{[^\S\n]{0,9}([A-Za-z]\w{0,39})(?:\.([a-z]{1,20}))?[^\S\n]{0,9}\}\}/g;

export function readPrompt(source: string): { prompt: LibraryPrompt } | { refusal: string } {
  try {
    if (source.length > templateLimits.source) throw new Refusal("The file is too long for a prompt.");
    const { front, body } = readFrontMatter(source);
    if (front["kind"] !== "prompt") throw new Refusal("The head of a prompt has a line “kind: prompt”.");
    refuseUnknown(front, known, "the head of a prompt");
    const name = textOf(front, "name", templateLimits.name);
    if (name === "") throw new Refusal("The prompt has no name. Add a line “name: …” to its head.");
    if (body === "") throw new Refusal("The prompt has no words below its head.");
    if (body.length > promptLimits.body)
      throw new Refusal(`A prompt can have at most ${promptLimits.body.toLocaleString("en")} characters.`);
    const jurisdiction = oneOf(front, "jurisdiction", jurisdictions, "any");
    const language = oneOf(front, "language", proseLanguages, "en");
    const fields = fieldsIn(body, fieldsOf(front["fields"] ?? {}));
    return { prompt: { name, jurisdiction, language, summary: textOf(front, "summary"), fields, body } };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FrontMatterError) return { refusal: error.message };
    throw error;
  }
}

/** In the order in which the text asks for them, whatever the order of the head is. */
function fieldsIn(body: string, named: readonly TemplateField[]): TemplateField[] {
  const found = new Map<string, TemplateField>();
  for (const [whole, name = "", part] of body.matchAll(variable)) {
    const field = named.find((one) => one.name === name);
    if (field === undefined && part !== undefined) continue;
    if (part !== undefined && (field?.type !== "party" || !partyParts.some((one) => one === part)))
      throw new Refusal(`“${whole}” is unknown. Only a party has parts: ${partyParts.map((one) => `{{name.${one}}}`).join(", ")}.`);
    // So many that it can't be a form any more are braces, too.
    if (found.size < templateLimits.fields) found.set(name, found.get(name) ?? field ?? textField(name));
  }
  const list = named.find(({ type, of }) => type === "list" || of !== "");
  if (list !== undefined) throw new Refusal(`Field “${list.name}”: A prompt has no lists.`);
  const idle = named.find(({ name }) => !found.has(name));
  if (idle !== undefined)
    throw new Refusal(`The field “${idle.name}” is not used. Put {{${idle.name}}} into the text, or remove it.`);
  return [...found.values()];
}

function textField(name: string): TemplateField {
  const label = name.replaceAll("_", " ").trim();
  return { name, type: "text", label, help: "", options: [], initial: "", currency: "", of: "" };
}

/** The keys of values that the text asks for: of a party, the parts that stand in it. */
export function keysIn({ body, fields }: LibraryPrompt): Set<string> {
  const parties = new Set(fields.filter(({ type }) => type === "party").map(({ name }) => name));
  const keys = new Set(fields.map(({ name }) => name));
  for (const [, name = "", part] of body.matchAll(variable))
    if (part !== undefined && parties.has(name)) keys.add(`${name}.${part}`);
  return keys;
}

/** Sentences by key; empty if everything can be used. */
export function promptRefusals({ fields }: LibraryPrompt, values: TemplateValues): Record<string, string> {
  const refusals: Record<string, string> = {};
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const [key, value] of Object.entries(values)) {
    const field = byName.get(key.split(".")[0]!);
    const refusal = field && refusalOf(field, key, value, field.type === "text" ? promptLimits.value : templateLimits.value);
    if (refusal) refusals[key] = refusal;
  }
  return refusals;
}

/** The words for the composer; what is not entered stays in [brackets]. Entered text keeps its lines and marks. */
export function fillPrompt({ body, fields, language }: LibraryPrompt, values: TemplateValues): string {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return body.replaceAll(variable, (whole, name: string, part: string | undefined) => {
    const field = byName.get(name);
    if (field === undefined || (part !== undefined && field.type !== "party")) return whole;
    const key = part === undefined ? name : `${name}.${part}`;
    const isTyped = ["date", "money", "number"].includes(field.type);
    const written = isTyped ? writtenValue(field, key, values, language) : (values[key] ?? "").trim();
    return written === "" ? `[${placeholderOf(field, key, language)}]` : written;
  });
}

/** The file of a prompt; read again, it is the same prompt. */
export function writePrompt({ fields, body, ...rest }: LibraryPrompt): string {
  const lines = (["name", "jurisdiction", "language", "summary"] as const)
    .filter((key) => rest[key] !== "")
    .map((key) => `${key}: ${writeFront(rest[key])}`);
  return `---\n${["kind: prompt", ...lines, ...fieldLines(fields)].join("\n")}\n---\n\n${body}\n`;
}

/** As the migration of prompts that were saved before has them: also of emoji, a name is then short enough. */
const longest = { name: 60, summary: 160 } as const;

/** A prompt of words that were written in the composer. Its summary is how they begin, unless the name says it already. */
export function promptOfText(text: string, { name = nameOf(text) } = {}): LibraryPrompt {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const summary = plain === name ? "" : shortened(plain, longest.summary);
  return { name: name.slice(0, templateLimits.name), jurisdiction: "any", language: "en", summary, fields: [], body: text.trim() };
}

/** Its first line, shortened. */
export function nameOf(text: string): string {
  const [first = ""] = text.trim().split("\n", 1);
  return (
    shortened(
      first
        .replace(/^#{1,6} /, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
      longest.name,
    ) || "Untitled prompt"
  );
}

function shortened(words: string, most: number): string {
  if (words.length <= most) return words;
  const cut = words.slice(0, most - 1).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end < most / 2 ? undefined : end).trimEnd()}…`;
}

/** What a new prompt begins as. */
export const newPromptSource = `---
kind: prompt
name: Untitled prompt
jurisdiction: any
language: en
summary: What it asks for, in one sentence.
fields:
  reader: { type: text, label: Reader, default: a client without legal training }
---

Explain the text below to {{reader}}. Say first what matters most, in one sentence.

{{text}}
`;
