/* A person's or an organization's writing decisions: spelling, terms, forms of address, citations, other rules. */
import { z } from "zod";
import type { EnglishSpelling } from "./english-spelling.ts";

export type Term = { avoid: string; use: string };
export type HouseStyle = {
  spelling: EnglishSpelling | null;
  terms: Term[];
  address: "formal" | "informal" | null;
  citations: string;
  rules: string;
};

export const emptyHouseStyle: HouseStyle = { spelling: null, terms: [], address: null, citations: "", rules: "" };

export const mostTerms = 200;
export const citationsMax = 200;
export const rulesMax = 400;
const termMax = 80;

/** One per line, "avoid → use". Without an arrow, the term is only to be avoided. */
export function readTerms(lines: string): Term[] {
  return lines
    .split("\n")
    .map((line) => line.split(/→|->|=>/u, 2).map((side) => side.replaceAll(/\s+/gu, " ").trim()))
    .filter(([avoid]) => avoid !== "")
    .map(([avoid, use = ""]) => ({ avoid: avoid!, use }));
}

export function writeTerms(terms: readonly Term[]): string {
  return terms.map(({ avoid, use }) => (use === "" ? avoid : `${avoid} → ${use}`)).join("\n");
}

const term = z.object({ avoid: z.string().trim().min(1).max(termMax), use: z.string().trim().max(termMax) });
export const houseStyleSchema = z.object({
  spelling: z.enum(["British", "American"]).nullable(),
  terms: z.array(term).max(mostTerms),
  address: z.enum(["formal", "informal"]).nullable(),
  citations: z.string().trim().max(citationsMax),
  rules: z.string().trim().max(rulesMax),
});

/** The organization's decisions take precedence; the person's fill the gaps. */
export function joinedHouseStyle(organization: HouseStyle, person: HouseStyle): HouseStyle {
  const decided = new Set(organization.terms.map(({ avoid }) => avoid.toLowerCase()));
  return {
    spelling: organization.spelling ?? person.spelling,
    terms: [...organization.terms, ...person.terms.filter(({ avoid }) => !decided.has(avoid.toLowerCase()))],
    address: organization.address ?? person.address,
    citations: organization.citations || person.citations,
    rules: [organization.rules, person.rules].filter((one) => one !== "").join(" "),
  };
}

/** Instructions for a model, one sentence each, with those enforced by code last: they are checked afterward anyway. */
export function houseStyleSentences({ spelling, terms, address, citations, rules }: HouseStyle): string[] {
  const pairs = terms.map(({ avoid, use }) => (use === "" ? `Never “${avoid}”.` : `Not “${avoid}” but “${use}”.`));
  return [
    ...(spelling === null ? [] : [`${spelling} spelling in English.`]),
    ...(address === null
      ? []
      : [`Address the reader ${address === "formal" ? "formally (Sie, u, vous, ni)" : "informally (du, je, tu)"}.`]),
    ...(citations === "" ? [] : [`Cite like this: ${withStop(citations)}`]),
    ...(rules === "" ? [] : [withStop(rules)]),
    ...pairs,
  ];
}

function withStop(text: string): string {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}
