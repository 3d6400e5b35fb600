import { expect, test } from "vitest";
import { noContact } from "./contact.ts";
import { contactFacts, contactFactsText, isPrivateFact } from "./contact-facts.ts";

const contact = {
  ...noContact,
  name: "Kanalbolaget AB",
  roles: ["client" as const],
  identifiers: [{ kind: "se-organisation" as const, value: "556016-0680" }],
  address: "Storgatan 1\n211 42 Malmö",
  country: "SE",
  languages: ["sv", "en"],
  notes: "Pays late.\nCall first.",
  updatedAt: "2026-11-28T10:00:00.000Z",
  relations: [{ id: "1", kind: "director" as const, isFrom: false, other: { id: "2", name: "Anna Berg" } }],
};

test("what is entered is stated with its day, and what is left out is not", () => {
  const left = new Set(
    contactFacts(contact)
      .filter(isPrivateFact)
      .map(({ label }) => label),
  );
  expect(contactFactsText(contact, left)).toBe(`Facts from the contact “Kanalbolaget AB”, as it was last changed on 2026-11-28:

Name: Kanalbolaget AB
Kind: Company
Roles: Client
Organisation number (SE): 556016-0680
Address: Storgatan 1, 211 42 Malmö
Country: SE
Languages: Swedish, English
Relations: Has as director Anna Berg
`);
  expect(contactFactsText(contact)).toContain("Notes: Pays late. / Call first.");
});
