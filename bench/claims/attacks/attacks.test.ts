/*
 * What a hostile reader would try: exchanged parties, other units and
 * currencies, double negation, an exception dropped, "shall" for "may", numbers
 * in words, ranges, a true quotation with a false sentence or under the number
 * of another clause, omitted words that reverse the meaning. No false sentence
 * is trusted, and no true one is called false. Which of the true ones are only
 * doubted was read off the checker: that part holds what it does today, and is
 * no evidence that it is right.
 */
import { describe, expect, test } from "vitest";
import { verifyCitations } from "#core/claims/verify-citations.ts";
import { acrossLanguages } from "./across-languages.ts";
import type { Attacks } from "./attacks.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { swedish } from "./swedish.ts";

const trusted = ["verified", "verified-omissions", "supported"];

function verdictOf(said: string, content: string): string {
  const [source] = verifyCitations(said, [{ id: "s", type: "file", name: "a.pdf", number: 1, content }]);
  return source?.cited?.at(-1)?.verdict ?? "none";
}

describe.each<[string, readonly Attacks[]]>([
  ["English", english],
  ["Swedish", swedish],
  ["German", german],
  ["Dutch", dutch],
  ["French", french],
  ["an answer in another language than its source", acrossLanguages],
])("%s", (_, attacks) => {
  const rows = (kind: keyof Attacks["rows"]) =>
    attacks.flatMap(({ source, rows: all }) => (all[kind] ?? []).map((said): [string, string] => [said, source]));

  test.each(rows("true"))("true: %s", (said, source) => expect(trusted).toContain(verdictOf(said, source)));
  if (rows("doubted").length > 0)
    test.each(rows("doubted"))("in doubt: %s", (said, source) =>
      expect(["not-checked", "unconfirmed", "quotation-only"]).toContain(verdictOf(said, source)),
    );
  test.each(rows("false"))("false: %s", (said, source) => expect(trusted).not.toContain(verdictOf(said, source)));
});
