import { describe, expect, test } from "vitest";
import { claimsOf } from "./claim-text.ts";
import { verifyCitations } from "./verify-citations.ts";

const sources = {
  en: "4. The tenant shall pay the rent on the first day of each month.\n\n5. The tenant shall not sublet the rooms.",
  de: "§ 4 Der Mieter muss die Miete am ersten Tag des Monats zahlen.\n\n§ 5 Der Mieter darf die Räume nicht untervermieten.",
  sv: "4 § Hyresgästen ska betala hyran den första dagen i varje månad.\n\n5 § Hyresgästen får inte hyra ut rummen i andra hand.",
  nl: "4. De huurder moet de huur op de eerste dag van de maand betalen.\n\n5. De huurder mag de kamers niet onderverhuren.",
};

function verdicts(text: string, content: string): (string | undefined)[] {
  const source = { id: "s", type: "file" as const, name: "a.pdf", number: 1, content };
  return verifyCitations(text, [source])[0]!.cited?.map(({ verdict }) => verdict) ?? [];
}

describe.each([
  ["en", "In two ways", "The tenant shall pay the rent on the first day of each month.", "“The tenant shall sublet the rooms.”"],
  [
    "de",
    "Auf zwei Arten",
    "Der Mieter muss die Miete am ersten Tag des Monats zahlen.",
    "„Der Mieter darf die Räume untervermieten.“",
  ],
  [
    "sv",
    "På två sätt",
    "Hyresgästen ska betala hyran den första dagen i varje månad.",
    "”Hyresgästen får hyra ut rummen i andra hand.”",
  ],
  [
    "nl",
    "Op twee manieren",
    "De huurder moet de huur op de eerste dag van de maand betalen.",
    "„De huurder mag de kamers onderverhuren.”",
  ],
] as const)("%s: a lead-in that claims nothing", (language, lead, said, altered) => {
  const content = sources[language];

  test("is judged by the items that follow, if these have no markers", () => {
    expect(verdicts(`${lead} [[1]]:\n\n- ${said}\n- ${said}\n\nMore.`, content)).toEqual(["verified"]);
    expect(verdicts(`${lead}: [[1]]\n1. ${said}\n2. ${said}`, content)).toEqual(["verified"]);
    expect(verdicts(`**${lead}** [[1]]:\n\n> ${said}`, content)).toEqual(["verified"]);
    expect(verdicts(`${lead} [[1]]: ${said}`, content)).toEqual(["verified"]);
  });

  test("has the strictest verdict of these", () => {
    expect(verdicts(`${lead} [[1]]:\n\n- ${said}\n- ${altered}`, content)).toEqual(["altered"]);
  });

  test("has none where each item has its marker", () => {
    expect(verdicts(`${lead} [[1]]:\n\n- ${said} [[1]]\n- ${altered} [[1]]`, content)).toEqual([
      "not-checked",
      "verified",
      "altered",
    ]);
  });
});

test("a lead-in that says something is held to it", () => {
  expect(
    verdicts("The rent is EUR 900 in two parts [[1]]:\n\n- The tenant shall not sublet the rooms.", "1. The rent is EUR 800."),
  ).toEqual(["differs"]);
});

describe("an item says what its sentence began with", () => {
  test.each([
    [
      "The tenant shall:\n\n- pay the rent on the first day of each month [[1]]\n- not sublet the rooms [[1]]",
      ["verified", "verified"],
    ],
    ["The tenant need not:\n\n- pay the rent on the first day of each month [[1]]", ["differs"]],
    ["The tenant may:\n\n1. sublet the rooms [[1]]", ["differs"]],
    ["The lease says:\n\n- The tenant shall not sublet the rooms. [[1]]", ["verified"]],
  ])("%s", (text, expected) => expect(verdicts(text, sources.en)).toEqual(expected));
});

describe("a marker stands for its own words", () => {
  const texts = (answer: string) => claimsOf(answer).map(({ text, numbers }) => `${text} ${numbers.join(" ")}`);
  test.each([
    [
      "several after one sentence",
      "The rent is due [[1]][[2]] [[3]].",
      [
        ["The rent is due", 1],
        ["The rent is due", 2],
        ["The rent is due", 3],
      ],
    ],
    ["two numbers in one", "The rent is due [[1, 2]].", [["The rent is due", 1, 2]]],
    [
      "two in one sentence",
      "The rent is due [[1]], but not the fee [[2]].",
      [
        ["The rent is due", 1],
        ["but not the fee", 2],
      ],
    ],
    [
      "within quotation marks",
      "It says “the rent is due [[1]]”. So pay [[2]].",
      [
        ["It says “the rent is due”", 1],
        ["So pay", 2],
      ],
    ],
    [
      "in a heading",
      "The fee is paid.\n\n## Rent is due [[1]]\n\nPay it [[2]].",
      [
        ["Rent is due", 1],
        ["Pay it", 2],
      ],
    ],
    [
      "in a cell",
      "| Rent | EUR 900 [[1]] |\n| Fee | EUR 90 [[2]] |",
      [
        ["Rent, EUR 900", 1],
        ["Fee, EUR 90", 2],
      ],
    ],
    ["after a name with a sign", "In short, Acme! Inc. may not end it [[1]].", [["In short, Acme! Inc. may not end it", 1]]],
    [
      "after a joined abbreviation",
      "It may not list Exhibit/No. Site and more [[1]].",
      [["It may not list Exhibit/No. Site and more", 1]],
    ],
    [
      "at an item",
      "First:\n- The rent is due [[1]]\n- The fee is not [[2]]",
      [
        ["The rent is due", 1],
        ["The fee is not", 2],
      ],
    ],
    [
      "in front of the full stop, and behind it",
      "Rent is due [[1]]. A fee is due. [[2]]",
      [
        ["Rent is due", 1],
        ["A fee is due.", 2],
      ],
    ],
  ])("%s", (_, answer, expected) => expect(texts(answer)).toEqual(expected.map((one) => one.join(" "))));
});

test("words in marks are judged although their marker stands within the marks", () => {
  expect(verdicts("It says “the tenant shall not sublet the rooms [[1]]”.", sources.en)).toEqual(["verified"]);
  expect(verdicts("It says “the tenant shall sublet the rooms [[1]]”.", sources.en)).toEqual(["altered"]);
});

describe("an item under a lead-in that decides something", () => {
  const lease =
    "4. The tenant shall pay the rent on the first day of each month.\n\n5. The tenant shall not sublet the rooms. The landlord may enter the rooms after notice.";
  const items = (lead: string, ...said: string[]) =>
    verdicts(`${lead}\n\n${said.map((one) => `- ${one} [[1]]`).join("\n")}`, lease);

  test("is judged with its lead-in, whatever it would be alone", () => {
    expect(
      items(
        "The tenant must not:",
        "sublet the rooms",
        "pay the rent on the first day of each month",
        "paint the walls in a dark colour",
        "enter the rooms after notice",
      ),
    ).toEqual(["supported", "differs", "not-found", "differs"]);
  });

  test("keeps its own verdict only if that is stricter: words that are there may say otherwise under the lead-in", () => {
    expect(
      items(
        "The landlord must not:",
        "“The tenant shall sublet the rooms.”",
        "“The tenant shall pay the rent on the first day of each month.”",
      ),
    ).toEqual(["altered", "quotation-only"]);
  });

  test("does not reach a block quote, which has its own sentence", () => {
    const text =
      "The lessor in Berlin shall not:\n\n- “pay the rent on the first day of each month” [[1]]\n\n> The landlord may enter the rooms after notice. [[1]]";
    expect(verdicts(text, lease)).toEqual(["quotation-only", "verified"]);
  });
});
