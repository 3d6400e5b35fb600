/* Who does it to whom, and how many of what: what stands in the place of another is said to differ. */
import { describe, expect, test } from "vitest";
import { verifyCitations } from "./verify-citations.ts";

function judged(said: string, content: string) {
  const [source] = verifyCitations(`${said} [[1]]`, [{ id: "s", type: "file", name: "a.pdf", number: 1, content }]);
  return source!.cited![0]!;
}

describe("differs", () => {
  test.each([
    ["The seller pays the buyer the price within 30 days.", "The buyer pays the seller the price within 30 days."],
    ["The lessee insures the building.", "The lessor insures the building."],
    [
      "Der Käufer hat den Verkäufer unverzüglich zu benachrichtigen.",
      "Der Verkäufer hat den Käufer unverzüglich zu benachrichtigen.",
    ],
    ["Säljaren ska underrätta köparen om felet.", "Köparen ska underrätta säljaren om felet."],
    ["De verkoper moet de koper binnen twee maanden kennis geven.", "De koper moet de verkoper binnen twee maanden kennis geven."],
    ["De verkoper betaalt de koper binnen twee maanden.", "De koper betaalt de verkoper binnen twee maanden."],
    [
      "The tenant repairs the roof and the landlord repairs the windows.",
      "The landlord repairs the roof and the tenant repairs the windows.",
    ],
    ["The maximum load is 30 t.", "The maximum load is 30 kg."],
    ["Das zulässige Gewicht beträgt 30 Tonnen.", "Das zulässige Gewicht beträgt 30 Kilogramm."],
    ["Tomten är 12 hektar stor.", "Tomten är 12 kvadratmeter stor."],
    ["The fee is SEK 500 a month.", "The fee is EUR 500 a month."],
    ["The interest is increased by 2 percentage points.", "The interest is increased by 2 per cent."],
    ["Der Zinssatz liegt fünf Prozent über dem Basiszinssatz.", "Der Zinssatz liegt fünf Prozentpunkte über dem Basiszinssatz."],
    ["Räntan är åtta procent över referensräntan.", "Räntan är åtta procentenheter över referensräntan."],
    ["Payment is due within 30 months of the invoice.", "Payment is due within 30 days of the invoice."],
  ])("%s — from: %s", (said, content) => {
    const { verdict, difference } = judged(said, content);
    expect(verdict).toBe("differs");
    expect(difference?.source).toBeDefined();
  });
});

describe("what is done to a party is not what it does: neither trusted nor called false", () => {
  test.each([
    ["The buyer shall be informed of the defect by the seller.", "The buyer shall inform the seller of the defect."],
    ["The processor shall be notified without undue delay.", "The processor shall notify the controller without undue delay."],
    ["Köparen ska underrättas av säljaren om felet.", "Köparen ska underrätta säljaren om felet."],
    ["Köparen ska underrättas om felet.", "Köparen ska underrätta säljaren om felet."],
    [
      "Der Verkäufer wird vom Käufer über die Lieferung benachrichtigt.",
      "Der Verkäufer benachrichtigt den Käufer über die Lieferung.",
    ],
    ["Den Käufer hat der Verkäufer zu benachrichtigen.", "Der Verkäufer hat den Käufer zu benachrichtigen."],
    ["The seller is paid the price by the buyer.", "The buyer pays the seller the price."],
  ])("%s — from: %s", (said, content) => expect(["not-checked", "unconfirmed"]).toContain(judged(said, content).verdict));
});

describe("supported: the same in another order, in other words, in another unit", () => {
  test.each([
    ["Visible defects must be reported in writing.", "The customer must report visible defects in writing."],
    ["Blir avgiften inte betald får upplåtaren häva avtalet.", "Om avgiften inte blir betald får upplåtaren häva avtalet."],
    ["The maximum load of the crane is 30,000 g.", "The maximum load of the crane is 30 kg."],
    ["The supplier bears the costs of each repair.", "The supplier bears the expenses of each repair."],
    ["The landlord carries out all repairs.", "The landlord carries out every repair."],
  ])("%s — from: %s", (said, content) => expect(judged(said, content).verdict).toBe("supported"));
});
