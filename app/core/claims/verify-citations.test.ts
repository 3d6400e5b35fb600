import { describe, expect, test } from "vitest";
import type { CitedWords, Source } from "../sources/source.ts";
import { verifyCitations } from "./verify-citations.ts";

const contract =
  "1. The fee is SEK 5,000 a month, payable within thirty (30) days from the invoice.\n\n" +
  "2. Either party may terminate this Agreement by giving three months’ written notice.\n\n" +
  "3. Neither party is liable for indirect loss – in any case.\n\n" +
  "4. The Supplier shall insure the goods until delivery. The insurance must cover fire and theft.\n\n" +
  "5. The Supplier’s liability shall not exceed EUR 5,000,000 in any calendar year.";
const bgb =
  "(1) Das Arbeitsverhältnis eines Arbeiters oder eines Angestellten (Arbeitnehmers) kann mit einer Frist von vier Wochen zum Fünfzehnten oder zum Ende eines Kalendermonats gekündigt werden.\n\n" +
  "(3) Während einer vereinbarten Probezeit, längstens für die Dauer von sechs Monaten, kann das Arbeitsverhältnis mit einer Frist von zwei Wochen gekündigt werden.\n\n" +
  "(6) Für die Kündigung des Arbeitsverhältnisses durch den Arbeitnehmer darf keine längere Frist vereinbart werden als für die Kündigung durch den Arbeitgeber.";

function citedIn(text: string, content = contract): CitedWords[] {
  const source: Source = { id: "s", type: "file", name: "a.pdf", number: 1, content };
  return verifyCitations(text, [source])[0]!.cited ?? [];
}
const verdicts = (text: string, content?: string) => citedIn(text, content).map(({ verdict }) => verdict);

describe("verified: the words stand there, in the forms in which lawyers quote", () => {
  test.each([
    ["The Supplier shall insure the goods until delivery. [[1]]", contract],
    ["**The Supplier shall insure the goods until delivery.** [[1]]", contract],
    ["> Neither party is liable for indirect loss - in any case. [[1]]", contract],
    ["> 4\\. The Supplier shall insure the goods until delivery.\\\n> The insurance must cover fire and theft. [[1]]", contract],
    ["> Neither party is liable for indirect loss – in any case.\n>\n> — Clause 3\n\n[[1]]", contract],
    ["It says “three months’ written notice” [[1]].", contract],
    ["‘Neither party is liable for indirect loss’ (cl. 3) [[1]]", contract],
    ["“Neither party is liable for indirect loss,” it says [[1]].", contract],
    ["It refers to “clause 5” [[1]]", "See clause 5 for details."],
    [
      'It refers to "clause 11" [[1]].',
      "11.1 The Customer may claim damages for delay.\n\nThe Customer may claim further damages as provided in clause 11.",
    ],
    [
      "“The Supplier shall insure the goods until delivery. The insurance must cover fire and theft.” (Art. 6(1) GDPR) [[1]]",
      contract,
    ],
    ["„darf keine längere Frist vereinbart werden“ (vgl. § 622 Abs. 6 BGB) [[1]]", bgb],
    ["Die Frist beträgt „vier Wochen zum Fünfzehnten“ (vgl. § 12 Nr. 4 BGB) [[1]].", bgb],
    ["Die Frist beträgt »vier Wochen zum Fünfzehnten« [[1]].", bgb],
    ["”vier Wochen zum Fünfzehnten” (3 kap. 2 § BrB) (prop. 2017/18:105 s. 45) [[1]]", bgb],
  ])("%s", (text, content) => {
    const [words] = citedIn(text, content);
    expect(words).toMatchObject({ verdict: "verified" });
    expect(content.slice(words!.start, words!.end)).toBe(words!.words);
  });

  test("over the join of two pages, with what is at its foot and head between", () => {
    const pages =
      "The Buyer shall not assign this Agreement without\n12\nSALE AGREEMENT\n the prior written consent of the Seller.";
    const source: Source = {
      id: "s",
      type: "file",
      name: "a.pdf",
      number: 1,
      content: pages,
      metadata: { pageStarts: [0, pages.indexOf("SALE")] },
    };
    const text = "“The Buyer shall not assign this Agreement without the prior written consent of the Seller” [[1]]";
    expect(verifyCitations(text, [source])[0]!.cited).toMatchObject([{ verdict: "verified" }]);
    expect(verifyCitations(text, [{ ...source, metadata: {} }])[0]!.cited).toMatchObject([{ verdict: "altered" }]);
  });
});

describe("verified with omissions: what is left out is marked", () => {
  test.each([
    ["“Either party may terminate … by giving three months’ written notice” [[1]]", ["this Agreement"]],
    ["“The Supplier shall insure the goods […]. The insurance must cover fire” [[1]]", ["until delivery"]],
    ["“[T]he Supplier shall insure … until delivery” [[1]]", ["the goods"]],
  ])("%s", (text, omitted) => expect(citedIn(text)).toMatchObject([{ verdict: "verified-omissions", omitted }]));

  test("words added in brackets leave nothing out", () => {
    expect(verdicts("“The Supplier shall insure the goods [sold] until delivery” [[1]]")).toEqual(["verified"]);
  });

  test("an omission that drops the “not” is an alteration", () => {
    expect(verdicts("“The Supplier’s liability shall … exceed EUR 5,000,000” [[1]]")).toEqual(["altered"]);
  });
});

describe("altered: in quotation marks, and not so in the source", () => {
  test.each([
    "“Neither party is liable for direct loss.” [[1]]",
    "“Either party may terminate this Agreement by giving six months’ written notice” [[1]]",
    "“Either party may not terminate this Agreement by giving three months’ written notice” [[1]]",
    "“The Supplier shall insure the goods until delivery. Neither party is liable for indirect loss” [[1]]",
    "“Neither party is liable for indirect loss” and “the fee is SEK 50,000 a month” [[1]]",
  ])("%s", (text) => {
    const [words] = citedIn(text);
    expect(words!.verdict).toBe("altered");
    expect(words!.quoted).toBeTruthy();
    expect(contract.slice(words!.start, words!.end)).toBe(words!.words);
  });
});

describe("supported: other words, the same figures, negation and force", () => {
  test.each([
    ["The fee of SEK 5,000 is due 30 days after the invoice [[1]].", contract],
    ["The file says pay within 30 days of the invoice. [[1]]", contract],
    ["Both sides can end the agreement with three months' notice in writing. [[1]]", contract],
    ["Liability of the supplier is capped at 5 million euro a year. [[1]]", contract],
    ["In der Probezeit kann das Arbeitsverhältnis mit zwei Wochen Frist gekündigt werden. [[1]]", bgb],
    ["In der Probezeit kann mit einer Frist von 14 Tagen gekündigt werden. [[1]]", bgb],
  ])("%s", (text, content) => expect(verdicts(text, content)).toEqual(["supported"]));

  test("a translation is held to its figures, and says so", () => {
    const text = "During the probation period, of at most six months, the notice that has to be given is two weeks. [[1]]";
    expect(citedIn(text, bgb)).toMatchObject([{ verdict: "supported", isTranslation: true }]);
    expect(verdicts("During the probation period the notice that has to be given is three weeks. [[1]]", bgb)).toEqual(["differs"]);
    expect(verdicts("The notice that an employee has to give may not be longer than that of the employer. [[1]]", bgb)).toEqual([
      "not-checked",
    ]);
  });
});

describe("differs: a figure, a negation, a duty or a side is another", () => {
  test.each([
    ["The customer pays a fee of SEK 50,000 a month [[1]].", "SEK 50,000", "SEK 5,000"],
    ["Either party may terminate the agreement with six months written notice [[1]].", "six months", "three months"],
    ["The invoice is payable sixty days after it is received [[1]].", "sixty days", "thirty (30) days"],
    ["Neither party may terminate this agreement by written notice [[1]].", "neither", "either"],
    ["The supplier may insure the goods until delivery [[1]].", "may", "shall"],
    ["The supplier shall not insure the goods until delivery [[1]].", "shall not", "shall"],
    ["The supplier's liability cap is EUR 50,000,000 a year [[1]].", "EUR 50,000,000", "EUR 5,000,000"],
  ])("%s", (text, said, source) => {
    const [words] = citedIn(text);
    expect(words).toMatchObject({ verdict: "differs", difference: { said } });
    expect(words!.difference!.source).toBe(source);
  });

  test.each([
    // Both negate something, but not the same thing.
    [
      "The court may not grant leave although the proceedings have ended. [[1]]",
      "Where the matter may not be heard unless leave is asked for, the court may grant leave although the proceedings have ended.",
    ],
    [
      "Eine Nachbesserung gilt als fehlgeschlagen, wenn sich vor allem aus der Art der Sache etwas anderes ergibt. [[1]]",
      "Es bedarf der Frist nicht, wenn der Verkäufer sie verweigert. Eine Nachbesserung gilt als fehlgeschlagen, wenn sich nicht insbesondere aus der Art der Sache etwas anderes ergibt.",
    ],
    // "No longer", not "at most".
    [
      "Die Frist endet, wenn der Verbraucher mehr an der Klage teilnimmt. [[1]]",
      "Die Frist endet, wenn der Verbraucher nicht mehr an der Klage teilnimmt.",
    ],
    [
      "Additional periods, which must exceed 12 months in total, may be granted by the authority. [[1]]",
      "The authority may grant additional periods, which shall not exceed 12 months in total.",
    ],
    [
      "De subsidie wordt niet alleen verleend als de minister het gebruik noodzakelijk acht. [[1]]",
      "De subsidie wordt alleen verleend als de minister het gebruik noodzakelijk acht.",
    ],
  ])("%s", (text, content) => expect(verdicts(text, content)).toEqual(["differs"]));

  test("a negation of something else in the passage does not count, nor does a bound said in other words", () => {
    expect(
      verdicts(
        "The landlord must return the deposit when the lease ends. [[1]]",
        "The landlord shall return the deposit when the lease ends; interest is not owed.",
      ),
    ).toEqual(["supported"]);
    expect(
      verdicts("The total liability is at most EUR 500 a year. [[1]]", "The total liability shall not exceed EUR 500 a year."),
    ).toEqual(["supported"]);
  });

  test("a true quotation beside a figure that its paragraph does not have is not verified", () => {
    expect(verdicts("Since 2018 “Neither party is liable for indirect loss” [[1]]")).toEqual(["differs"]);
  });
});

test("what a claim says is not in its source cannot be found there, and is not held against it", () => {
  for (const text of [
    "None of the clauses in the file (1, 2, 3, 4 and 5) names a governing law [[1]].",
    "The agreement has clauses on fees, liability and insurance, but no service level [[1]].",
    "It holds only clauses 1, 2, 3, 4 and 5 [[1]]; the others may be missing.",
    "The agreement does not say which court has jurisdiction [[1]].",
    "Avtalet säger inget om vilken domstol som är behörig [[1]].",
    "Der Vertrag enthält keine Regelung zum Gerichtsstand [[1]].",
    "De overeenkomst bevat geen bepaling over de rechter [[1]].",
    "Le contrat ne contient aucune clause sur le tribunal compétent [[1]].",
  ])
    expect([text, ...verdicts(text)]).toEqual([text, "not-checked"]);
  // What a third party lacks isn't an absence from the text.
  expect(verdicts("The provider of the model has no legal personality under the statutes [[1]].")).toEqual(["not-found"]);
  expect(verdicts("There are no overriding legitimate grounds for the processing of portraits [[1]].")).toEqual(["not-found"]);
  // A claimed absence is wrong if the source does have it.
  expect(verdicts("The agreement has no cap on the Supplier's liability of EUR 6,000,000 in a calendar year [[1]].")).toEqual([
    "differs",
  ]);
});

test("a bracket that limits what the sentence says is no pinpoint", () => {
  const [limited, placed] = ["(except in July)", "(cl. 4, p. 1)"].map((bracket) =>
    verdicts(`The Supplier shall insure the goods until delivery ${bracket} [[1]].`),
  );
  expect([limited, placed]).toEqual([["differs"], ["verified"]]);
});

test("what another act denies is not an absence from the text", () => {
  for (const text of [
    "Diese Vorschrift findet keine Anwendung, wenn das Nachbargrundstück dem öffentlichen Gebrauch dient. [[1]]",
    "Der Klage steht nicht entgegen, dass nach der Ausschließung nur ein Gesellschafter verbleibt. [[1]]",
    "Ist ein Barzahlungspreis nicht genannt, so gilt im Zweifel der Marktpreis. [[1]]",
  ])
    expect(verdicts(text, bgb)).toEqual(["not-found"]);
  const order = "En gärning som någon begår på order av den under vars lydnad han står skall inte medföra ansvar för honom. [[1]]";
  expect(verdicts(order, "Den som är sjuk har rätt till ledighet under den tid som behövs för vård.")).toEqual(["not-found"]);
});

describe("of “A, but not B” A is checked, where the source does not mention B", () => {
  const fees = "7. Fees. The customer pays a monthly fee of EUR 1,200 within 30 days of the invoice.";
  const hyra = "4 § Hyresgästen ska betala hyran senast den sista vardagen före varje månad.";
  const miete = "§ 4 Der Mieter muss die Miete spätestens am dritten Werktag des Monats entrichten.";
  const huur = "4. De huurder moet de huurprijs voor de eerste dag van de maand betalen.";
  test.each([
    ["The customer pays a monthly fee within 30 days, but not by direct debit [[1]].", fees, "not-checked"],
    ["Hyresgästen ska betala hyran före varje månad, men inte parkeringen [[1]].", hyra, "not-checked"],
    ["Der Mieter muss die Miete am dritten Werktag entrichten, aber keine Kaution [[1]].", miete, "not-checked"],
    ["De huurder moet de huurprijs voor de eerste dag betalen, maar geen waarborgsom [[1]].", huur, "not-checked"],
    // B is present, or A is wrong, or negated by "aber nicht" itself.
    ["Das gilt aber nicht für den Wohnungsbau [[1]].", miete, "not-found"],
    ["Detta gäller dock inte vid synnerliga skäl [[1]].", hyra, "not-found"],
    ["The customer pays a monthly fee, but not within 30 days of the invoice [[1]].", fees, "differs"],
    ["The customer pays a monthly fee, but not EUR 900 [[1]].", fees, "differs"],
    ["The customer pays a monthly fee within 60 days, but not by direct debit [[1]].", fees, "differs"],
  ])("%s", (text, content, verdict) => expect(verdicts(text, content)).toEqual([verdict]));
});

test("a long translation with few of its language's small words is one all the same", () => {
  const clause =
    "11. Early termination. The Customer may end this agreement on sixty days' written notice and pays half of the fees for the remaining term.";
  const claim = (days: string) =>
    `Kunden får säga upp avtalet med skriftlig uppsägning ${days} dagar i förväg, men betalar då hälften av avgifterna för återstående avtalstid [[1]].`;
  expect(verdicts(claim("sextio"), clause)).toEqual(["supported"]);
  expect(verdicts(claim("nittio"), clause)).toEqual(["differs"]);
});

test("the passage that a claim is held against is the one with its figure, of two that share as many words", () => {
  const text = "1. This agreement runs for twenty-four months.\n\n2. The customer pays EUR 1,200 a month.";
  expect(verdicts("At EUR 1,200 a month [[1]], a year costs EUR 14,400.", text)).toEqual(["supported"]);
});

test("a row of a table is read as its cells", () => {
  const rows = "| What | How much |\n|---|---|\n| Monthly fee | SEK 5,000 [[1]] | within 30 days of the invoice [[1]] |";
  const cited = citedIn(rows).map(({ claim, verdict }) => [claim, verdict]);
  expect(cited).toEqual([
    ["Monthly fee, SEK 5,000", "supported"],
    ["within 30 days of the invoice", "supported"],
  ]);
});

test("the number of a provision and the year of an act are no figures, as OSCOLA writes them too", () => {
  const act = "(1) A trial may be ended by notice.\n(2) Notice must be given—\n(a) in writing, and\n(b) on a working day.";
  expect(verdicts('Under s 1(2) of the Trial Work Act 1999 it must be given "on a working day" [[1]].', act)).toEqual(["verified"]);
  expect(verdicts('After the tenant\'s 30 days it must be given "on a working day" [[1]].', act)).toEqual(["differs"]);
});

test("a sentence that continues after a marker is quoted without the comma", () => {
  const [, second] = citedIn("The fee is SEK 5,000 a month [[1]], payable within 30 days of the invoice [[1]].");
  expect(second).toMatchObject({ claim: "payable within 30 days of the invoice", verdict: "supported" });
});

describe("not found", () => {
  test.each([
    ["The rent is 900 euros for the flat in Berlin. [[1]]"],
    ["[[1]]"],
    ["Yes. [[1]]"],
    ["It expires “within 24 h” [[1]]"],
  ])("%s", (text) => expect(verdicts(text)).toEqual(["not-found"]));
});

test("of an altered quotation the passage is shown that it was made from, and no more", () => {
  const lease = "3. The landlord keeps it apart from other money. 4. The tenant may end the lease with a notice of three months.";
  const [words] = citedIn("“The tenant may end the lease with a notice of six months” [[1]]", lease);
  expect(words).toMatchObject({ verdict: "altered", words: "tenant may end the lease with a notice of three months" });
});

test("each marker is judged by its own words", () => {
  const text = "Die Frist beträgt „vier Wochen zum Fünfzehnten“ [[1]], in der Probezeit aber „drei Wochen“ [[1]].";
  expect(verdicts(text, bgb)).toEqual(["verified", "altered"]);
  expect(verdicts("Notice is three months [[1]], and the parties agreed on a unicorn [[1]].")).toEqual(["supported", "not-found"]);
});

test("a paragraph's earlier quotation is altered even where its last sentence is true", () => {
  const text = "“Neither party is liable for direct loss.” The Supplier shall insure the goods until delivery. [[1]]";
  expect(verdicts(text)).toEqual(["altered"]);
});

test("each citation of a source has its own verdict, in the order of the text; twice is once", () => {
  const two: Source[] = [1, 2].map((number) => ({ id: `s${number}`, type: "file", name: "a.pdf", number, content: contract }));
  const text = "The Supplier shall insure the goods until delivery. [[1]][[2]]\n\nThe moon is far away tonight. [[1]]";
  const once = verifyCitations(text, two);
  expect(once.map(({ cited }) => cited?.map(({ verdict }) => verdict))).toEqual([["verified", "not-found"], ["verified"]]);
  expect(verifyCitations(text, once)).toEqual(once);
});

test("a source without content is not judged", () => {
  const web: Source = { id: "w", type: "web", name: "Page", number: 1 };
  expect(verifyCitations("So it is. [[1]]", [web])).toEqual([web]);
});

test("a full stop without a space behind it ends no sentence", () => {
  const signed = "The parties must not exchange electronic (.PDF) copies of this Agreement.";
  const [words] = citedIn("The parties must exchange electronic (.PDF) copies of this Agreement. [[1]]", signed);
  expect(words).toMatchObject({ claim: signed.replace("not ", ""), verdict: "differs" });
});

test("a draft's first claim begins behind its marker", () => {
  const [first, second] = citedIn(
    "Here it is:\nBEGIN DRAFT\nThe Supplier shall insure the goods until delivery. [[1]]\nEND DRAFT\nThe fee is SEK 5,000 a month [[1]].",
  );
  expect([first, second]).toMatchObject([
    { claim: "The Supplier shall insure the goods until delivery.", verdict: "verified" },
    { claim: "The fee is SEK 5,000 a month", verdict: "verified" },
  ]);
});

describe("a claim is no better than its weakest quotation", () => {
  test.each([
    ["the second is invented", "It says “three months’ written notice” and “a penalty of ten percent” [[1]]."],
    ["the first is invented", "It says “a penalty of ten percent” and “three months’ written notice” [[1]]."],
  ])("%s", (_what, text) => {
    expect(citedIn(text)).toEqual([expect.objectContaining({ verdict: "not-found", quoted: "a penalty of ten percent" })]);
  });

  test("one of two is altered", () => {
    const text = "It says “three months’ written notice” and “The Supplier shall insure the goods until payment.” [[1]]";
    expect(citedIn(text)[0]).toMatchObject({ verdict: "altered", quoted: "The Supplier shall insure the goods until payment." });
  });

  test("both are there", () => {
    expect(verdicts("It says “three months’ written notice” and “Either party may terminate this Agreement” [[1]].")).toEqual([
      "verified",
    ]);
  });
});

test("of two sources with one number the first is cited", () => {
  const sources: Source[] = [contract, "Nothing of the kind."].map((content, i) => {
    return { id: `s${i}`, type: "file", name: `${i}.pdf`, number: 1, content };
  });
  const [first] = verifyCitations("The Supplier shall insure the goods until delivery. [[1]]", sources);
  expect(first!.cited).toMatchObject([{ verdict: "verified" }]);
});

test("one word in common is chance", () => {
  expect(verdicts("Goods. Delivery happens. [[1]]")).toEqual(["not-found"]);
  expect(verdicts("The goods arrived. [[1]]")).toEqual(["not-found"]);
});

test.each([
  ["The lease ends on 30/06/2025 at noon. [[1]]", "supported"],
  ["The lease ends on 30/07/2025 at noon. [[1]]", "differs"],
  ["The lease ends on 30 June 2025 at noon. [[1]]", "supported"],
])("a date with slashes is a date: %s", (text, verdict) => {
  expect(verdicts(text, "2. The lease of the flat ends on 30/06/2025 at noon.")).toEqual([verdict]);
});

test("a number in several words is one", () => {
  const source = "3. The deposit for the flat is one thousand two hundred euros.";
  expect(verdicts("The deposit is 100 euros for the flat. [[1]]", source)).toEqual(["differs"]);
});

test.each([
  ["The penalty is 500 pounds. [[1]]", "not-found"],
  ["The deposit is 500 pounds. [[1]]", "not-found"],
  ["The licence costs 500 pounds. [[1]]", "verified"],
  ["The licence will cost 500 pounds. [[1]]", "supported"],
  ["The licence costs 600 pounds. [[1]]", "differs"],
])("the name of a currency is no word in common: %s", (text, verdict) => {
  expect(verdicts(text, "4. The licence costs 500 pounds.")).toEqual([verdict]);
});
