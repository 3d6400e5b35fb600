import { describe, expect, test } from "vitest";
import { verifyCitations } from "./verify-citations.ts";

const verdictOf = (claim: string, content: string) =>
  verifyCitations(`${claim} [[1]]`, [{ id: "s", type: "file", name: "a.pdf", number: 1, content }])[0]!.cited?.[0]?.verdict;

const sources = {
  en: "7.1 The supplier shall deliver the goods to the customer within 30 working days after the order, and may not charge interest before 1 March.",
  de: "(2) Der Vermieter muss dem Mieter die Kaution spätestens sechs Monate nach der Rückgabe der Wohnung zahlen, sofern nicht alle Räume beschädigt sind.",
  sv: "4 § Hyresgästen ska betala hyran till hyresvärden senast den tredje dagen före varje månad och får inte hyra ut lägenheten utan tillstånd.",
  nl: "3. De huurder moet de huurprijs ten hoogste veertien dagen na ontvangst aan de verhuurder betalen, tenzij de woning niet bewoonbaar is.",
};

describe("a claim that agrees in every deciding word is supported", () => {
  test.each([
    ["en", "The supplier must deliver the goods to the customer within thirty working days after the order."],
    [
      "de",
      "Der Vermieter hat dem Mieter die Kaution höchstens sechs Monate nach der Rückgabe der Wohnung zu zahlen, wenn nicht alle Räume beschädigt sind.",
    ],
    ["sv", "Hyresgästen måste betala hyran till hyresvärden senast den tredje dagen före varje månad."],
    [
      "nl",
      "De huurder moet de huurprijs uiterlijk 14 dagen na ontvangst aan de verhuurder betalen, behalve als de woning niet bewoonbaar is.",
    ],
  ] as const)("%s: %s", (language, claim) => expect(verdictOf(claim, sources[language])).toBe("supported"));
});

test.each([
  ["The customer pays EUR 1,200 per month, within thirty days of the invoice.", "supported"],
  ["The customer pays EUR 1,200 per year, within thirty days of the invoice.", "differs"],
  ["The monthly fee is EUR 1,200.", "supported"],
  ["The monthly fee is EUR 1,300.", "differs"],
  ["The weekly fee is EUR 1,200.", "not-found"],
  ["The deposit is EUR 1,200.", "not-found"],
])("a rate in other words: %s", (claim, verdict) => {
  expect(verdictOf(claim, "8. Fees. The Customer pays EUR 1,200 a month, within thirty days of the invoice.")).toBe(verdict);
});

test.each([
  ["The debtor has 14 days to withdraw and does not have to give a reason", "not-checked"],
  ["The debtor has 30 days to withdraw and does not have to give a reason", "differs"],
  ["The debtor must withdraw before the end of 30 days", "differs"],
])("a figure of the next sentence is no difference from this one: %s", (claim, verdict) => {
  const source =
    "(1) The debtor under a regulated agreement may withdraw from the agreement, without giving any reason, in accordance with this section.\n" +
    "(2) To withdraw from an agreement under this section the debtor must give notice of the withdrawal before the end of the period of 14 days beginning with the relevant day.";
  expect(verdictOf(claim, source)).toBe(verdict);
});

test("a period is not a rate", () => {
  const source = "8. Fees. The Customer pays EUR 1,200 within a month of the invoice.";
  expect(verdictOf("The customer pays EUR 1,200 per month of the invoice.", source)).not.toBe("supported");
});

test.each([
  ["On early termination it also owes 50% of the fees for the remaining term.", "supported"],
  ["On early termination it also owes 30% of the fees for the remaining term.", "differs"],
  ["On early termination it also owes half of the fees for the remaining term.", "supported"],
  ["Kunden betalar dessutom hälften av avgifterna för den återstående avtalstiden.", "supported"],
  ["Kunden betalar dessutom 30 procent av avgifterna för den återstående avtalstiden.", "differs"],
])("a half is fifty per cent: %s", (claim, verdict) => {
  const source = "11. Early termination. The Customer may end this agreement and pays half of the fees for the remaining term.";
  expect(verdictOf(claim, source)).toBe(verdict);
});

describe("the items of a list belong to the sentence that leads to them", () => {
  const act =
    "En längre uppsägningstid får avtalas. Den får vara högst\n\n1. en månad för arbetstagaren, och\n\n2. två månader för arbetsgivaren.";
  test.each([
    [
      "En längre tid får avtalas, men högst en månad för arbetstagaren och två månader för arbetsgivaren (andra stycket)",
      "supported",
    ],
    ["En längre tid får avtalas, men högst två månader för arbetstagaren och en månad för arbetsgivaren", "not"],
    ["En längre tid får avtalas, men minst en månad för arbetstagaren och två månader för arbetsgivaren", "not"],
    ["En längre tid får avtalas, men högst en månad för arbetstagaren och tre månader för arbetsgivaren", "not"],
  ])("%s", (claim, verdict) => expect(verdictOf(claim, act) === "supported").toBe(verdict === "supported"));
});

describe("put together from two places, each with its own figure, party or denial, it never is", () => {
  test.each([
    [
      "States of more than two million inhabitants have six votes.",
      "States of more than two million inhabitants have four, states of more than six million inhabitants five, states of more than seven million inhabitants six votes.",
      "States of more than two million inhabitants have four.",
    ],
    [
      "Der Verkäufer trägt die Kosten der Abnahme und der Versendung der Sache.",
      "Der Verkäufer trägt die Kosten der Übergabe der Sache, der Käufer die Kosten der Abnahme und der Versendung der Sache.",
      "Der Verkäufer trägt die Kosten der Übergabe der Sache.",
    ],
    [
      "The agreement is not entered into by the debtor for the purposes of a business.",
      "A linked agreement has conditions. This section does not apply where the value is £30,000 or less, or the agreement is entered into by the debtor for the purposes of a business.",
      "The agreement is entered into by the debtor for the purposes of a business.",
    ],
    [
      "Skadeståndet bestäms till 16 månadslöner vid mindre än tio års anställning.",
      "Skadeståndet bestäms till 16 månadslöner vid mindre än fem års anställning, 24 månadslöner vid minst fem men mindre än tio års anställning.",
      "Skadeståndet bestäms till 16 månadslöner vid mindre än fem års anställning.",
    ],
    [
      "De vergoeding is 500 euro per jaar.",
      "De vergoeding is 500 euro per maand en stijgt met twee procent per jaar.",
      "De vergoeding is 500 euro per maand.",
    ],
  ])("%s", (spliced, source, whole) => {
    expect(["differs", "not-checked"]).toContain(verdictOf(spliced, source));
    expect(["supported", "verified"]).toContain(verdictOf(whole, source));
  });
});

describe("ranks, parts and long number words are figures too", () => {
  const lease = {
    en: "The rent is due on the third working day of each month, one hundred and fifty euros and one third of the costs.",
    de: "Der Mieter hat die Miete bis zum dritten Werktag zu zahlen, zweihundertfünfzig Euro und ein Drittel der Kosten.",
    sv: "Hyresgästen ska betala hyran senast den tredje vardagen, tvåhundrafemtio kronor och en tredjedel av kostnaden.",
    nl: "De huurder betaalt de huurprijs uiterlijk op de derde werkdag, tweehonderdvijftig euro en een derde van de kosten.",
  };
  test.each([
    ["en", "third", "fifth"],
    ["en", "third", "5th"],
    ["en", "one hundred", "two hundred"],
    ["en", "one third", "two thirds"],
    ["de", "dritten", "fünften"],
    ["de", "zweihundertfünfzig", "dreihundertfünfzig"],
    ["de", "Drittel", "Viertel"],
    ["sv", "tredje", "femte"],
    ["sv", "tvåhundrafemtio", "trehundrafemtio"],
    ["sv", "tredjedel", "fjärdedel"],
    ["nl", "derde", "vijfde"],
    ["nl", "tweehonderdvijftig", "driehonderdvijftig"],
    ["nl", "een derde", "een kwart"],
  ] as const)("%s: %s is not %s", (language, from, to) => {
    const source = lease[language];
    expect(["supported", "verified"]).toContain(verdictOf(`Kurz: ${source}`, source));
    expect(["differs", "not-checked"]).toContain(verdictOf(`Kurz: ${source.replace(from, to)}`, source));
  });

  test("a number before an article is one number", () => {
    const source = "Reichen die Eltern drei ein Verzeichnis umfassende Listen nicht ein, so kann das Gericht es anordnen.";
    expect(verdictOf(source.replace("drei", "sieben"), source)).toBe("differs");
  });
});

test.each([
  ["The tenant is prohibited from letting the rooms to others.", "The tenant may let the rooms to others."],
  ["The supplier inspects late parcels on arrival.", "The supplier fails to inspect late parcels on arrival."],
  ["Das Geschäft ist bei Irrtum des Käufers wirksam.", "Das Geschäft ist bei Irrtum des Käufers nichtig."],
  ["Hyresgästen är förbjuden att hyra ut lägenheten i andra hand.", "Hyresgästen får hyra ut lägenheten i andra hand."],
  ["Het is de huurder verboden de woning te verhuren.", "Het is de huurder toegestaan de woning te verhuren."],
])("a verb or an adjective can deny: %s", (claim, source) => {
  expect(["differs", "not-checked", "not-found"]).toContain(verdictOf(claim, source));
});

test("a claim most of whose words are in the source is no translation of it", () => {
  const source =
    "d. het aantal aansluitingen waarvoor de afname, verminderd met de invoeding, of het verbruik gelijk aan of lager is dan 2.900 kWh; maar waarvoor nog geen verbruik is opgenomen.";
  expect(verdictOf("of het verbruik gelijk aan of lager is niet dan 2.900 kWh", source)).not.toBe("supported");
});

describe("with one deciding word changed it never is", () => {
  test.each([
    ["en", "The supplier must deliver the goods to the customer within 30 months after the order."],
    ["en", "The supplier must deliver the goods to the customer within forty working days after the order."],
    ["en", "The customer must deliver the goods to the supplier within 30 working days after the order."],
    ["en", "The supplier may deliver the goods to the customer within 30 working days after the order."],
    ["en", "The supplier must deliver the goods to the customer within 30 working days before the order."],
    ["en", "The supplier need not deliver the goods to the customer within 30 working days after the order."],
    ["en", "The supplier may charge interest before 1 March."],
    ["en", "The supplier may not charge interest before 1 May."],
    ["de", "Der Vermieter kann dem Mieter die Kaution spätestens sechs Monate nach der Rückgabe der Wohnung zahlen."],
    ["de", "Der Vermieter muss dem Mieter die Kaution frühestens sechs Monate nach der Rückgabe der Wohnung zahlen."],
    [
      "de",
      "Der Vermieter muss dem Mieter die Kaution spätestens sechs Monate nach der Rückgabe der Wohnung zahlen, sofern alle Räume beschädigt sind.",
    ],
    ["de", "Der Mieter muss dem Vermieter die Kaution spätestens sechs Monate nach der Rückgabe der Wohnung zahlen."],
    ["de", "Der Vermieter muss dem Mieter die Kaution spätestens sechs Wochen nach der Rückgabe der Wohnung zahlen."],
    ["sv", "Hyresgästen får betala hyran till hyresvärden senast den tredje dagen före varje månad."],
    ["sv", "Hyresgästen ska betala hyran till hyresvärden tidigast den tredje dagen före varje månad."],
    ["sv", "Hyresgästen ska betala hyran till hyresvärden senast den tredje dagen efter varje månad."],
    ["sv", "Hyresgästen får hyra ut lägenheten utan tillstånd."],
    ["sv", "Hyresgästen får inte hyra ut lägenheten med tillstånd."],
    ["nl", "De verhuurder moet de huurprijs ten hoogste veertien dagen na ontvangst aan de huurder betalen."],
    ["nl", "De huurder moet de huurprijs ten minste veertien dagen na ontvangst aan de verhuurder betalen."],
    ["nl", "De huurder mag de huurprijs ten hoogste veertien dagen na ontvangst aan de verhuurder betalen."],
    [
      "nl",
      "De huurder moet de huurprijs ten hoogste veertien dagen na ontvangst aan de verhuurder betalen, tenzij de woning bewoonbaar is.",
    ],
  ] as const)("%s: %s", (language, claim) =>
    expect(["differs", "not-checked", "not-found"]).toContain(verdictOf(claim, sources[language])),
  );
});

test("a translation is held to negation, force and parties too", () => {
  const said = "The tenant must pay the rent to the landlord at most 14 days after receipt, unless the house cannot be lived in";
  expect(verdictOf(`${said}.`, sources.nl)).toBe("supported");
  expect(verdictOf(`${said.replace("tenant must", "tenant need not")}.`, sources.nl)).toBe("not-checked");
  expect(verdictOf(`${said.replace("tenant must", "tenant may")}.`, sources.nl)).toBe("not-checked");
  expect(verdictOf(`${said.replace("at most", "at least")}.`, sources.nl)).toBe("not-checked");
  expect(verdictOf(`${said.replace("tenant", "guarantor")}.`, sources.nl)).toBe("not-checked");
});

test.each([
  ["The landlord is liable for the loss of keys.", { said: "—", source: "not" }],
  ["The tenant may inform the landlord of defects.", { said: "may", source: "must" }],
  ["The tenant must not inform the landlord of defects.", { said: "must not", source: "must" }],
  ["The tenant shall not pay the deposit within 30 days.", { said: "shall not", source: "shall" }],
])("what differs is named: %s", (claim, difference) => {
  const content =
    "6. The tenant shall pay the deposit within 30 days.\n\n7. The landlord is not liable for the loss of keys.\n\n8. The tenant must inform the landlord of defects.";
  const source = { id: "s", type: "file" as const, name: "a.pdf", number: 1, content };
  const [words] = verifyCitations(`${claim} [[1]]`, [source])[0]!.cited ?? [];
  expect(words).toMatchObject({ verdict: "differs", difference });
});

const duties = {
  en: "The tenant shall pay the service charge on the first day of each month.",
  de: "Der Mieter ist verpflichtet, die Nebenkosten am ersten Tag jedes Monats zu zahlen.",
  sv: "Hyresgästen är skyldig att betala avgiften den första dagen i varje månad.",
  nl: "De huurder is verplicht de servicekosten op de eerste dag van elke maand te betalen.",
};

test.each([
  ["en", "The tenant is exempt from paying the service charge on the first day of each month."],
  ["en", "The tenant is not required to pay the service charge on the first day of each month."],
  ["en", "The tenant is relieved of the duty to pay the service charge on the first day of each month."],
  ["de", "Der Mieter ist davon befreit, die Nebenkosten am ersten Tag jedes Monats zu zahlen."],
  ["de", "Der Mieter ist nicht verpflichtet, die Nebenkosten am ersten Tag jedes Monats zu zahlen."],
  ["sv", "Hyresgästen är befriad från att betala avgiften den första dagen i varje månad."],
  ["sv", "Hyresgästen är inte skyldig att betala avgiften den första dagen i varje månad."],
  ["nl", "De huurder is vrijgesteld van de plicht de servicekosten op de eerste dag van elke maand te betalen."],
  ["nl", "De huurder is niet verplicht de servicekosten op de eerste dag van elke maand te betalen."],
] as const)("who is exempt does not have to (%s): %s", (language, claim) => {
  const verdict = verdictOf(claim, duties[language]);
  expect(["supported", "verified", "verified-omissions"]).not.toContain(verdict);
  expect(verdictOf(duties[language], duties[language])).toBe("verified");
});
