/*
 * Court decisions as lawyers cite them: "VIII ZR 123/20", "1 BvR 16/13",
 * "C-131/12", "NJA 2015 s. 233", "[2021] UKSC 5", "ECLI:NL:HR:2019:1278".
 * Inventing one is the mistake that courts sanction.
 */
import type { Range } from "./quotation.ts";

export type CaseNumber = Range & { text: string };

const forms = [
  /(?<![\p{L}\d])ECLI:[A-Z]{2}:[A-Z0-9]{1,7}:\d{4}:[A-Z0-9.]{1,25}(?![\p{L}\d])/gu,
  /(?<![\p{L}\d])(?:[IVX]{1,5}|\d{1,2})[ \u00a0](?:ZR|ZB|AZR|ABR|StR|BvR|BvL|BvE|BvF|BvQ|SR|KR|AR|BR)[ \u00a0]\d{1,4}\/\d{2}(?!\d)/gu,
  /(?<![\p{L}\d])[CT][-\u2011]\d{1,4}\/\d{2}(?:[ \u00a0]P)?(?![\p{L}\d])/gu,
  /(?<![\p{L}\d])(?:NJA|RÅ|HFD|AD|MD|MÖD|RH)[ \u00a0]\d{4}(?:[ \u00a0](?:s\.|nr|ref\.|not\.)[ \u00a0]?\d{1,4})(?!\d)/gu,
  /\[\d{4}\][ \u00a0](?:UKSC|UKHL|UKPC|EWCA[ \u00a0](?:Civ|Crim)|EWHC|CSIH|CSOH|AC|QB|KB|WLR|All[ \u00a0]ER)[ \u00a0]\d{1,5}(?!\d)/gu,
];

/** In text order, without duplicates. */
export function caseNumbersIn(text: string): CaseNumber[] {
  const all = forms.flatMap((form) =>
    [...text.matchAll(form)].map(({ 0: found, index }) => ({ text: found, start: index, end: index + found.length })),
  );
  const seen = new Set<string>();
  return all
    .toSorted((a, b) => a.start - b.start)
    .filter(({ text: found }) => {
      const key = found.replace(/\s/gu, " ");
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
}
