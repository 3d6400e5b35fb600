import { expect, test } from "vitest";
import { authoritiesList, citationFigures } from "./authorities.ts";
import type { Source } from "../sources/source.ts";

const law: Source = {
  id: "SFS 1982:80:7",
  type: "edgar",
  name: "SFS 1982:80:7",
  displayName: "7 § Lag (1982:80) om anställningsskydd",
  description: "https://www.riksdagen.se/las#7",
  number: 1,
  metadata: { ref: "SFS 1982:80:7", version: "2024-01-01", inForce: "2022-10-01", licence: "public domain" },
  cited: [
    { claim: "a", verdict: "verified", words: "Uppsägning ska\n vara grundad på sakliga skäl." },
    { claim: "b", verdict: "not-found" },
  ],
};
const file: Source = {
  id: "f",
  type: "file",
  name: "Lease.pdf",
  number: 2,
  cited: [{ claim: "The rent is 950", verdict: "differs", words: "The rent is 900", difference: { said: "950", source: "900" } }],
};

test("each source is listed with its identifier, dates and address, and what its citations are worth", () => {
  expect(authoritiesList([law, file, { ...file, name: "secret", number: 3, hidden: true }])).toBe(`Sources

- [1] 7 § Lag (1982:80) om anställningsskydd, SFS 1982:80:7, in force since 2022-10-01, text in force on 2024-01-01, public domain, https://www.riksdagen.se/las#7
    - verified: “Uppsägning ska vara grundad på sakliga skäl.”
    - not found in the source: the answer says “b”
- [2] Lease.pdf
    - differs: the answer says “The rent is 950”; “950” against “900”; the source says “The rent is 900”`);
  expect(authoritiesList([])).toBe("");
});

test("the share of verified citations is of all that were cited", () => {
  expect(citationFigures([law, file])).toEqual({
    citations: 3,
    verified: 1,
    supported: 0,
    quotationOnly: 0,
    unconfirmed: 0,
    altered: 0,
    differs: 1,
    notFound: 1,
    share: 0.33,
  });
  expect(citationFigures([{ ...file, cited: [] }])).toBeNull();
});
