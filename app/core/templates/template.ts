/*
 * A template: Markdown as drafts have it (document-to-markdown.ts), with {{fields}}, {{#if …}} conditions and
 * {{#each …}} lists, below front matter that names and types the fields (template-file.ts). Values are strings in one
 * flat record: a party's address is `partyA.address`, a sum's currency `fee.currency`, the second row's fee in a list
 * `fee:2`, and the value of a list is how many rows it has.
 */
import type { ProseLanguage } from "../text/sentences.ts";

export const fieldTypes = ["text", "date", "money", "number", "party", "choice", "yes/no", "list"] as const;
export type FieldType = (typeof fieldTypes)[number];

/** "any" is wording that is neutral as to law. */
export const jurisdictions = ["any", "EU", "SE", "GB", "NL", "DE"] as const;
export type TemplateJurisdiction = (typeof jurisdictions)[number];

export const templateKinds = ["agreement", "employment", "letter", "notice", "corporate", "other"] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** What a party has besides its name. */
export const partyParts = ["number", "address", "signatory"] as const;
export type PartyPart = (typeof partyParts)[number];

export const currencies = ["EUR", "GBP", "SEK", "USD", "CHF", "NOK", "DKK"] as const;

export type TemplateField = {
  name: string;
  type: FieldType;
  /** Above the field in the form, and in [brackets] in the text while it is empty. */
  label: string;
  help: string;
  /** Of a choice. */
  options: readonly string[];
  /** "" for none. Of money: the amount. Of a list: the rows that it begins with. */
  initial: string;
  /** Of money. */
  currency: string;
  /** The list in whose rows it is asked, once in each; "" if it is asked once in all. */
  of: string;
};

export type Template = {
  name: string;
  kind: TemplateKind;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  /** One sentence on what it is for. */
  summary: string;
  /** What the wording was written for, and what to check. */
  written: string;
  aliases: readonly string[];
  fields: readonly TemplateField[];
  body: string;
};

export type TemplateValues = Readonly<Record<string, string>>;

export const templateLimits = {
  source: 400_000,
  name: 120,
  sentence: 400,
  fields: 100,
  options: 30,
  value: 4_000,
  rows: 50,
} as const;
