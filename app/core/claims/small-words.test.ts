/* What a sentence says by its small words, and by where its denial stands. Each was supported once. */
import { describe, expect, test } from "vitest";
import { verifyCitations } from "./verify-citations.ts";

function verdictOf(said: string, content: string): string {
  const [source] = verifyCitations(`${said} [[1]]`, [{ id: "s", type: "file", name: "a.pdf", number: 1, content }]);
  return source!.cited![0]!.verdict;
}

const trusted = ["verified", "verified-omissions", "supported"];

describe("differs", () => {
  test.each([
    [
      "the denial of a relative clause is none of the permission",
      "Hyresvärden får inte säga upp en hyresgäst som betalar hyran.",
      "Hyresvärden får säga upp en hyresgäst som inte betalar hyran.",
    ],
    [
      "nor is that of an object clause",
      "Hyresvärden får inte kräva att hyresgästen röker i lägenheten.",
      "Hyresvärden får kräva att hyresgästen inte röker i lägenheten.",
    ],
    [
      "a company is none of its members",
      "Die Gesellschaft haftet nicht für die Verbindlichkeiten.",
      "Die Gesellschafter haften nicht für die Verbindlichkeiten.",
    ],
    [
      "days are no working days",
      "Köparen ska reklamera inom 10 dagar efter leveransen.",
      "Köparen ska reklamera inom 10 arbetsdagar efter leveransen.",
    ],
    [
      "in English",
      "The buyer must give notice within 10 business days after delivery.",
      "The buyer must give notice within 10 days after delivery.",
    ],
    [
      "over and under",
      "Personen unter 18 Jahren dürfen den Vertrag kündigen.",
      "Personen über 18 Jahre dürfen den Vertrag kündigen.",
    ],
    ["not over and not under", "The penalty is not over 100 euros.", "The penalty is not under 100 euros."],
    [
      "free of charge is not charged",
      "The first year is charged to the customer.",
      "The first year is free of charge to the customer.",
    ],
    [
      "“whether or” is not “whether or not”",
      "The landlord may enter the flat whether or the tenant agrees.",
      "The landlord may enter the flat whether or not the tenant agrees.",
    ],
    [
      "“noch” is “still”",
      "Ist eine Verbindlichkeit noch fällig, so ist das Erforderliche zurückzubehalten.",
      "Ist eine Verbindlichkeit noch nicht fällig, so ist das Erforderliche zurückzubehalten.",
    ],
    [
      "a denial between the quotation and the end of its sentence",
      "„Kündigt der Mieter, so tritt die Mieterhöhung“ ein.",
      "Kündigt der Mieter, so tritt die Mieterhöhung nicht ein.",
    ],
    [
      "“may” within a time is no limit of its own",
      "The hirer may, within seven days after the request, tell the owner where the goods are.",
      "The hirer shall, within seven days after the request, tell the owner where the goods are.",
    ],
  ])("%s", (_, said, content) => expect(verdictOf(said, content)).toBe("differs"));
});

describe("is not trusted", () => {
  test.each([
    [
      "the denial of a relative clause, moved out of it",
      "De verhuurder mag de huurder die betaalt niet uit de woning zetten.",
      "De verhuurder mag de huurder die niet betaalt uit de woning zetten.",
    ],
    ["by whom for to whom", "The deposit is paid by the landlord.", "The deposit is paid to the landlord."],
    ["in German", "Die Kaution wird von dem Vermieter gezahlt.", "Die Kaution wird an den Vermieter gezahlt."],
    ["in Swedish", "Depositionen betalas av hyresvärden.", "Depositionen betalas till hyresvärden."],
    ["in Dutch", "De waarborgsom wordt door de verhuurder betaald.", "De waarborgsom wordt aan de verhuurder betaald."],
    ["for and against", "The claim is brought for the company.", "The claim is brought against the company."],
    [
      "from there to here",
      "The seller delivers the goods from the shop to the warehouse.",
      "The seller delivers the goods from the warehouse to the shop.",
    ],
    ["until for since", "Avgiften betalas till den 1 maj.", "Avgiften betalas från den 1 maj."],
    ["above and below", "Räntan är tre procent under basräntan.", "Räntan är tre procent över basräntan."],
    ["even if", "Köparen får häva köpet även om dröjsmålet är väsentligt.", "Köparen får häva köpet om dröjsmålet är väsentligt."],
    ["a bound left out", "Die Frist beträgt drei Monate.", "Die Frist beträgt mindestens drei Monate."],
    [
      "the first of two bounds left out",
      "Each State shall designate one notifying authority and at least one market surveillance authority.",
      "Each State shall designate at least one notifying authority and at least one market surveillance authority.",
    ],
    [
      "what is denied and what is not, exchanged",
      "The tenant may use the pool but not the garden.",
      "The tenant may use the garden but not the pool.",
    ],
    [
      "a word that is only denied",
      "Der Mieter darf das Schwimmbad nutzen.",
      "Der Mieter darf den Garten nutzen, aber nicht das Schwimmbad.",
    ],
    ["names exchanged", "Bolt sells the shares to Acme for EUR 5 million.", "Acme sells the shares to Bolt for EUR 5 million."],
    [
      "opposites exchanged",
      "The price excludes packaging but includes freight.",
      "The price includes packaging but excludes freight.",
    ],
    [
      "one of both parties",
      "Verträge können von einer Partei gekündigt werden.",
      "Verträge können von beiden Parteien gekündigt werden.",
    ],
    [
      "the upper limit as the lower",
      "För grovt brott döms till fängelse i lägst åtta år.",
      "För grovt brott döms till fängelse i lägst två och högst åtta år.",
    ],
  ])("%s", (_, said, content) => expect(trusted).not.toContain(verdictOf(said, content)));
});

describe("is still supported", () => {
  test.each([
    ["The buyer must pay the seller within ten working days.", "The buyer shall pay the seller within 10 business days."],
    ["Personen über 18 Jahre können den Vertrag kündigen.", "Personen über 18 Jahre dürfen den Vertrag kündigen."],
    [
      "Hyresvärden får säga upp en hyresgäst som inte har betalat hyran.",
      "Hyresvärden får säga upp en hyresgäst som inte har betalat hyran i tid.",
    ],
    ["De huurder mag die woning niet verhuren.", "De huurder mag die woning niet verhuren aan derden."],
    ["The deposit must be paid to the landlord.", "The deposit shall be paid to the landlord before the lease begins."],
  ])("%s", (said, content) => expect(trusted).toContain(verdictOf(said, content)));
});

describe("ranges", () => {
  test.each([
    ["The notice period is between 10 and 20 days.", "The notice period is 10–20 days.", "supported"],
    ["Das Bußgeld beträgt zwischen 100 und 500 Euro.", "Das Bußgeld beträgt 100 bis 500 Euro.", "supported"],
    ["De boete bedraagt tussen 100 en 500 euro.", "De boete bedraagt 100 tot 500 euro.", "supported"],
    ["Das Bußgeld beträgt zwischen 100 und 900 Euro.", "Das Bußgeld beträgt 100 bis 500 Euro.", "differs"],
    ["Sections 5–7 do not apply to the tenant.", "Sections 5 to 7 do not apply to the tenant.", "supported"],
    ["Section 6 does not apply to the tenant.", "Sections 5 to 7 do not apply to the tenant.", "supported"],
    ["Section 8 does not apply to the tenant.", "Sections 5 to 7 do not apply to the tenant.", "differs"],
    ["Section 6 applies to the tenant.", "Sections 5 to 7 do not apply to the tenant.", "differs"],
    ["Sections 5 to 9 do not apply to the tenant.", "Sections 5 to 7 do not apply to the tenant.", "differs"],
  ])("%s", (said, content, verdict) => expect(verdictOf(said, content)).toBe(verdict));
});

test("an exception left out of a sentence that is not repeated is in doubt", () => {
  const rule =
    "The controller shall, where feasible, not later than 72 hours after having become aware of it, notify the breach to the supervisory authority, unless the breach is unlikely to result in a risk.";
  expect(verdictOf("The breach has to be reported to the supervisory authority within 72 hours, where feasible.", rule)).not.toBe(
    "differs",
  );
  expect(
    verdictOf(
      "The landlord may enter the flat after notice.",
      "The landlord may enter the flat after notice, unless the rent is paid.",
    ),
  ).toBe("differs");
});

describe("a figure of another clause", () => {
  const exchanged = [
    [
      "Der Bundesrat ist berechtigt, innerhalb von drei Wochen, bei Änderungsvorlagen innerhalb von sechs Wochen, zu den Vorlagen Stellung zu nehmen.",
      "Der Bundesrat ist berechtigt, innerhalb von sechs Wochen, bei Änderungsvorlagen innerhalb von drei Wochen, zu den Vorlagen Stellung zu nehmen.",
    ],
    [
      "Der Bundesrat kann innerhalb von drei Wochen, bei Änderungsvorlagen innerhalb von sechs Wochen, Stellung nehmen.",
      "Der Bundesrat kann innerhalb von sechs Wochen, bei Änderungsvorlagen innerhalb von drei Wochen, Stellung nehmen.",
    ],
    [
      "The buyer must pay within 10 days, for spare parts within 30 days, of the invoice.",
      "The buyer must pay within 30 days, for spare parts within 10 days, of the invoice.",
    ],
    [
      "Köparen ska betala inom 10 dagar, för reservdelar inom 30 dagar, från fakturan.",
      "Köparen ska betala inom 30 dagar, för reservdelar inom 10 dagar, från fakturan.",
    ],
    [
      "De koper betaalt binnen 10 dagen, voor onderdelen binnen 30 dagen, na de factuur.",
      "De koper betaalt binnen 30 dagen, voor onderdelen binnen 10 dagen, na de factuur.",
    ],
  ] as const;
  test.each(exchanged)("%s", (said, content) => {
    expect(trusted).not.toContain(verdictOf(said, content));
    const [first, ...rest] = said.split(" ");
    const [second, third, ...others] = rest;
    expect(trusted).not.toContain(verdictOf(`${first} “${second} ${third}” ${others.join(" ")}`, content));
  });
  test.each(exchanged)("as it is there: %s", (_, content) => expect(trusted).toContain(verdictOf(content, content)));
});
