/* The figures of a text, as four languages write them. */
import { describe, expect, test } from "vitest";
import { figuresIn, hasFigure, referencesIn, unitNamed, withoutReferences } from "./figures.ts";

const figures = (text: string) => figuresIn(text).map(({ kind, value }) => `${kind} ${value}`);
const texts = (text: string) => figuresIn(text).map((figure) => figure.text);

describe("one figure", () => {
  test.each([
    // Periods, in days, months, hours or minutes.
    ["30 days", "period 30 d"],
    ["thirty days", "period 30 d"],
    ["30 Tage", "period 30 d"],
    ["trettio dagar", "period 30 d"],
    ["dertig dagen", "period 30 d"],
    ["two weeks", "period 14 d"],
    ["zwei Wochen", "period 14 d"],
    ["två veckor", "period 14 d"],
    ["twee weken", "period 14 d"],
    ["three months", "period 3 m"],
    ["drei Monate", "period 3 m"],
    ["tre månader", "period 3 m"],
    ["drie maanden", "period 3 m"],
    ["two quarters", "period 6 m"],
    ["2 years", "period 24 m"],
    ["fünf Jahre", "period 60 m"],
    ["5 jaar", "period 60 m"],
    ["48 hours", "period 48 h"],
    ["48 Stunden", "period 48 h"],
    ["15 minuter", "period 15 min"],
    ["10 business days", "period 10 wd"],
    ["10 working days", "period 10 wd"],
    ["zwei volle Monate", "period 2 m"],
    ["tre hela dagar", "period 3 d"],
    ["thirty (30) days", "period 30 d"],
    ["thirty (60) days", "period 60 d"],
    ["a month", "period 1 m"],
    ["twenty-one days", "period 21 d"],
    ["twenty one days", "period 21 d"],
    ["two hundred fifty days", "period 250 d"],
    ["two hundred and fifty days", "period 250 d"],
    ["one thousand two hundred days", "period 1200 d"],
    ["one thousand one hundred and thirty one days", "period 1131 d"],
    ["two thousand days", "period 2000 d"],
    // Sums.
    ["EUR 5,000", "sum 5000 EUR"],
    ["5,000 euros", "sum 5000 EUR"],
    ["5.000 Euro", "sum 5000 EUR"],
    ["5 000 kronor", "sum 5000 SEK"],
    ["SEK 5 000", "sum 5000 SEK"],
    ["€1,5", "sum 1.5 EUR"],
    ["€ 1.5 million", "sum 1500000 EUR"],
    ["$3m", "sum 3000000 USD"],
    ["US$ 20", "sum 20 USD"],
    ["£2 billion", "sum 2000000000 GBP"],
    ["2 Millionen Euro", "sum 2000000 EUR"],
    ["tre miljoner kronor", "sum 3000000 SEK"],
    ["10 thousand dollars", "sum 10000 USD"],
    ["one thousand two hundred euros", "sum 1200 EUR"],
    ["five thousand twenty euros", "sum 5020 EUR"],
    ["CHF 1’000’000", "sum 1000000 CHF"],
    ["five pounds", "sum 5 GBP"],
    ["100 nok", "sum 100 NOK"],
    // Shares.
    ["10 %", "share 10"],
    ["10%", "share 10"],
    ["ten percent", "share 10"],
    ["zehn Prozent", "share 10"],
    ["tio procent", "share 10"],
    ["2,5 %", "share 2.5"],
    ["five per cent", "share 5"],
    ["fünf vom Hundert", "share 5"],
    ["half of it", "share 50"],
    ["die Hälfte der Miete", "share 50"],
    ["hälften av hyran", "share 50"],
    ["de helft van de huur", "share 50"],
    // Dates.
    ["2025-06-30", "date 2025-06-30"],
    ["30.6.2025", "date 2025-06-30"],
    ["30/06/2025", "date 2025-06-30"],
    ["30 June 2025", "date 2025-06-30"],
    ["June 30, 2025", "date 2025-06-30"],
    ["30. Juni 2025", "date 2025-06-30"],
    ["1 januari 2024", "date 2024-01-01"],
    ["1 maart 2024", "date 2024-03-01"],
    ["30 June", "date --06-30"],
    ["June 5", "date --06-05"],
    ["in December", "date --12"],
    ["in May", "date --05"],
    // Plain numbers.
    ["42 of them", "number 42"],
    ["1,234 of them", "number 1234"],
    ["1.5 of them", "number 1.5"],
    ["twelve of them", "number 12"],
    ["one third of it", "number 1"],
  ])("%s: %s", (text, figure) => expect(figures(`It is ${text}`)).toEqual([figure]));
});

test.each([
  "you may go",
  "one of them",
  "an old house",
  "half a house",
  "section 5",
  "Sections 5 and 6",
  "§ 5 Abs. 2",
  "§§ 5, 6 und 7",
  "5 kap. 3 §",
  "Art. 6(1)(f)",
  "s 1(2)",
  "Regulation 2016/679",
  "lagen (1982:80)",
  "Consumer Rights Act 2015",
  "page 12",
  "Annex 3",
  "no. 7",
])("none in “%s”", (text) => expect(figures(`It is ${text}`)).toEqual([]));

test("“half a year” is no share of something", () => expect(figures("half a year")).toEqual(["period 12 m"]));

describe("several", () => {
  test.each([
    ["EUR 5 or 6 months", ["sum 5 EUR", "period 6 m"]],
    ["between 5 and 10 days", ["period 5 d", "period 10 d"]],
    ["seven a day", ["number 7", "period 1 d"]],
    ["six seven", ["number 6", "number 7"]],
    ["30 days from 1 June 2025, then 10 %", ["period 30 d", "date 2025-06-01", "share 10"]],
    ["on 2025-06-30 and 1.7.2025", ["date 2025-06-30", "date 2025-07-01"]],
    ["two hundred thirty thousand four", ["number 230004"]],
  ])("%s", (text, all) => expect(figures(text)).toEqual(all));
});

test("each with the words it was read from", () => {
  expect(texts("Pay EUR 5,000 within thirty (30) calendar days, by June 30, 2025, or 2 % more; in December half of it.")).toEqual([
    "EUR 5,000",
    "thirty (30) calendar days",
    "June 30, 2025",
    "2 %",
    "December",
    "half",
  ]);
  const text = "Also 10 per cent and 3 million euros.";
  for (const figure of figuresIn(text)) expect(text.slice(figure.start, figure.end)).toBe(figure.text);
  expect(texts(text)).toEqual(["10 per cent", "3 million euros"]);
});

test("an article may mean one or each, a number may not", () => {
  expect(figuresIn("a month").map(({ isArticle }) => isArticle)).toEqual([true]);
  expect(figuresIn("2 months").map(({ isArticle }) => isArticle)).toEqual([undefined]);
});

test.each([
  ["day", "1 d"],
  ["weekly", "7 d"],
  ["monatlich", "1 m"],
  ["kvartalsvis", "3 m"],
  ["jährlich", "12 m"],
  ["dagligen", "1 d"],
  ["hours", "1 h"],
  ["minutes", "1 min"],
  // Too short to be more than an abbreviation.
  ["h", undefined],
  ["tenant", undefined],
])("the unit of %s is %s", (word, unit) => expect(unitNamed(word)).toBe(unit));

describe("references", () => {
  test.each([
    ["see Sections 5, 6 and 7.", ["5", "6", "7"]],
    ["§ 622 Abs. 6 BGB", ["622", "6"]],
    ["3 kap. 2 § BrB", ["3", "2"]],
    ["Art. 6(1) GDPR", ["6", "1"]],
    ["clause 11.2a applies", ["11.2a"]],
    ["under s 1(2) and reg 4", ["1", "2", "4"]],
    ["within 30 days", []],
    ["the tenant’s 30 days", []],
  ])("in “%s”: %j", (text, numbers) => {
    const found = referencesIn(text);
    expect(found.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
    for (const { number, start, end } of found) expect(text.slice(start, end)).toBe(number);
  });

  test("without them the other places stay where they are", () => {
    expect(withoutReferences("in clause 5 within 30 days")).toBe("in          within 30 days");
  });
});

describe("a figure of a claim is in a passage", () => {
  const has = (passage: string, claim: string) => hasFigure(figuresIn(passage), figuresIn(claim)[0]!);
  test.each([
    ["30 days", "thirty days", true],
    ["two weeks", "14 days", true],
    ["one year and 12 months", "12 months", true],
    ["30 days", "30 months", false],
    ["EUR 30", "USD 30", false],
    ["30 %", "30 days", false],
    // Without its unit a number may be any of them.
    ["30 %", "30 of them", true],
    ["30 of them", "EUR 30", true],
    ["31 of them", "EUR 30", false],
    ["3 kg and 30 kg", "30 of them", true],
    ["nothing", "30 days", false],
  ])("%s has %s: %s", (passage, claim, is) => expect(has(passage, claim)).toBe(is));
});
