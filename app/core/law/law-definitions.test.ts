/* Definitions as acts of five legislators write them. */
import { expect, test } from "vitest";
import { definedTerms, usedTerms } from "./law-definitions.ts";

test.each([
  ["", "In this Act “debtor” means the individual receiving credit, and “hirer” includes a bailee.", ["debtor", "hirer"]],
  [
    "Definitions",
    "For the purposes of this Regulation:\n(1) ‘personal data’ means any information;\n(2) ‘processing’ means any operation;",
    ["personal data", "processing"],
  ],
  [
    "Begriffsbestimmungen",
    "Im Sinne dieser Verordnung bezeichnet der Ausdruck:\n1. „personenbezogene Daten“ alle Informationen;\n2. „Verarbeitung“ jeden Vorgang;",
    ["personenbezogene Daten", "Verarbeitung"],
  ],
  ["", "Med konsument avses en fysisk person. Med näringsidkare avses en juridisk person.", ["konsument", "näringsidkare"]],
  ["", "I denna lag avses med\npersonuppgifter: varje upplysning\nbehandling: en åtgärd", ["personuppgifter", "behandling"]],
  [
    "Begripsbepalingen",
    "In deze wet en de daarop berustende bepalingen wordt verstaan onder:\na. betrokkene: degene op wie een gegeven betrekking heeft;\nb. verwerking: elke handeling;",
    ["betrokkene", "verwerking"],
  ],
  ["", "The tenant said “at any time” and left. Fee: the tenant pays.", []],
])("%s %s", (heading, text, terms) => {
  expect(definedTerms({ heading, text })).toEqual(terms);
});

test("a term is used where it is a word of its own", () => {
  const terms = ["personal data", "processing", "data"];
  expect(usedTerms(terms, "The Processing of personal\n data is lawful.")).toEqual(["personal data", "processing", "data"]);
  expect(usedTerms(terms, "Reprocessing of a database.")).toEqual([]);
});
