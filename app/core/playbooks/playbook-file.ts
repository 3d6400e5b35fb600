/*
 * A playbook's file: front matter with `kind: playbook`, and below it a heading for each rule. Whatever is wrong with one
 * is said in a sentence.
 *
 *   ## Duration
 *   Why: Longer duties bind us …
 *   Look for: period, years, survive
 *   ### Standard
 *   The duties continue for three years …
 *   ### Fallback
 *   ### Never
 */
import { oneOf, Refusal, refuseUnknown, textOf } from "../templates/front-fields.ts";
import { FrontMatterError, readFrontMatter } from "../templates/front-matter.ts";
import { jurisdictions, templateLimits } from "../templates/template.ts";
import { proseLanguages } from "../text/sentences.ts";
import { playbookLimits, type Playbook, type PlaybookRule } from "./playbook.ts";

export type ReadPlaybook = { playbook: Playbook } | { refusal: string };

const known = ["name", "kind", "jurisdiction", "language", "summary"];

export function readPlaybook(source: string): ReadPlaybook {
  try {
    if (source.length > templateLimits.source) throw new Refusal("The file is too long for a playbook.");
    const { front, body } = readFrontMatter(source);
    if (front["kind"] !== "playbook") throw new Refusal("The head of a playbook has a line “kind: playbook”.");
    refuseUnknown(front, known, "the head of a playbook");
    const name = textOf(front, "name", templateLimits.name);
    if (name === "") throw new Refusal("The playbook has no name. Add a line “name: …” to its head.");
    const rules = rulesOf(body);
    if (rules.length === 0)
      throw new Refusal("The playbook has no rules. Begin each with a line “## Title” and a part “### Standard”.");
    if (rules.length > playbookLimits.rules) throw new Refusal(`A playbook can have at most ${playbookLimits.rules} rules.`);
    const language = oneOf(front, "language", proseLanguages, "en");
    const jurisdiction = oneOf(front, "jurisdiction", jurisdictions, "any");
    return { playbook: { name, jurisdiction, language, summary: textOf(front, "summary"), rules } };
  } catch (error) {
    if (error instanceof Refusal || error instanceof FrontMatterError) return { refusal: error.message };
    throw error;
  }
}

function rulesOf(body: string): PlaybookRule[] {
  const [before = "", ...parts] = body.split(/^## +/mu);
  if (before.trim() !== "") throw new Refusal("Words above the first rule belong to none. Put them below a line “## Title”.");
  return parts.map(ruleOf);
}

function ruleOf(text: string): PlaybookRule {
  const [title = "", ...lines] = text.split("\n");
  const named = title.trim();
  if (named === "" || named.length > 120) throw new Refusal("A rule needs a title of at most 120 characters behind “##”.");
  const refuse = (sentence: string) => new Refusal(`Rule “${named}”: ${sentence}`);
  const [head = "", ...parts] = lines.join("\n").split(/^### +/mu);
  const rule = { ...headOf(head, refuse), standard: "", fallbacks: [] as string[], never: [] as string[] };
  for (const part of parts) {
    const at = part.indexOf("\n");
    const heading = (at === -1 ? part : part.slice(0, at))
      .trim()
      .toLowerCase()
      .replace(/(?<!\d)\d{1,3}$/u, "")
      .trimEnd();
    const words = at === -1 ? "" : part.slice(at + 1).trim();
    if (words === "") throw refuse(`There are no words below “### ${heading}”.`);
    if (words.length > playbookLimits.position)
      throw refuse(`A position can have at most ${playbookLimits.position.toLocaleString("en")} characters.`);
    if (heading === "fallback") rule.fallbacks.push(words);
    else if (heading === "never") rule.never.push(words);
    else if (heading !== "standard") throw refuse(`“### ${heading}” is unknown. A rule has Standard, Fallback and Never.`);
    else if (rule.standard !== "") throw refuse("There are two standards.");
    else rule.standard = words;
  }
  if (rule.standard === "") throw refuse("It has no part “### Standard”.");
  if (rule.fallbacks.length > playbookLimits.fallbacks)
    throw refuse(`A rule can have at most ${playbookLimits.fallbacks} fallbacks.`);
  return { title: named, ...rule };
}

function headOf(head: string, refuse: (sentence: string) => Refusal): { why: string; lookFor: string[] } {
  let [why, lookFor]: [string, string[]] = ["", []];
  for (const line of head
    .split("\n")
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, key = "", value = ""] = /^(why|look for):\s*(.*)$/iu.exec(line) ?? [];
    if (key.toLowerCase() === "why") why = value.slice(0, templateLimits.sentence);
    else if (key !== "")
      lookFor = value
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
        .slice(0, playbookLimits.lookFor);
    else throw refuse("Between its title and “### Standard” it can have the lines “Why: …” and “Look for: …”.");
  }
  return { why, lookFor };
}

/** What a new playbook begins as. */
export const newPlaybookSource = `---
kind: playbook
name: Untitled playbook
jurisdiction: any
language: en
summary: What documents it is for, and whose side it takes.
---

## Payment
Why: Our cash plan rests on it.
Look for: payment, invoice, due, days

### Standard
The customer shall pay each invoice within thirty days of receiving it.

### Fallback
The customer shall pay each invoice within forty-five days of receiving it.

### Never
Payment only when the customer has been paid by someone else.
`;
