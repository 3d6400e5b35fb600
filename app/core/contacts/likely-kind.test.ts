import { expect, test } from "vitest";
import { likelyKind } from "./likely-kind.ts";

test.each([
  "Kanalbolaget AB",
  "Kanalbolaget AB (publ)",
  "AB Volvo",
  "Müller & Söhne GmbH",
  "Müller GmbH & Co. KG",
  "Acme, Inc.",
  "Smith Ltd",
  "Jansen B.V.",
  "Société Générale S.A.",
  "Novo A/S",
  "Deutsche Bank",
  "Malmö Kommun",
  "Alder",
  "3M",
  "Baker & McKenzie",
  "CORIO LIGHTING",
  "Yale University",
])("%s is a company", (name) => expect(likelyKind(name)).toBe("company"));

test.each([
  "Anna Berg",
  "Åsa Löfgren",
  "Ludwig van der Rohe",
  "John Q. Public",
  "Jean-Luc O’Neill",
  "Dr. Weber",
  "Se Jung Lee",
  "Ms ALICE LIND",
])("%s is a person", (name) => expect(likelyKind(name)).toBe("person"));
