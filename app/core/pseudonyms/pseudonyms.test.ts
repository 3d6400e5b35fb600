/* Replacing and putting back: what is found, what stays, and that putting back gives the same text in any pieces. */
import { array, assert, constantFrom, integer, nat, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import type { Entry, EntryKind, PseudonymList } from "./entry.ts";
import { asJson, Pseudonyms } from "./pseudonyms.ts";
import { suggestNames } from "./suggest-names.ts";

function seeded(seed = 7): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}
let ids = 0;
const options = { random: seeded(), newId: () => `id-${++ids}` };
const entry = (kind: EntryKind, ...forms: string[]): Entry => ({ id: forms[0]!, kind, forms, isFound: false, isSentAsIs: false });
const listOf = (...entries: Entry[]): PseudonymList => ({ entries, codes: [] });
const opened = (list: PseudonymList) => new Pseudonyms([{ scope: "project", list }], options);

const parties = () =>
  opened(
    listOf(
      entry("person", "Anna Lindqvist", "Annie"),
      entry("person", "Dr. Will Richter"),
      entry("organization", "Nordström & Partner Bygg AB"),
      entry("other", "Projekt Phoenix"),
    ),
  );

test("every form of a name has the same pseudonym, and its parts agree", () => {
  const names = parties();
  const [full, family, title, genitive, german, upper, small, compound] = [
    "Anna Lindqvist",
    "Lindqvist",
    "Ms Lindqvist",
    "Lindqvists",
    "Lindqvist's",
    "LINDQVIST",
    "lindqvist",
    "Lindqvistavtalet",
  ].map((text) => names.replace(text));
  expect(full).toMatch(/^[A-Z][a-z]{6} [A-Z][a-z]{6}$/);
  expect(family).toBe(full!.split(" ")[1]);
  expect(title).toBe(`Ms ${family}`);
  expect(genitive).toBe(`${family}s`);
  expect(german).toBe(`${family}'s`);
  expect(upper).toBe(family!.toUpperCase());
  expect(small).toBe(family!.toLowerCase());
  expect(compound).toBe(`${family}avtalet`);
  expect(names.putBack(`Mit ${family}s Vertrag, **${family}** und ${family!.toLowerCase()}.`)).toBe(
    "Mit Lindqvists Vertrag, **Lindqvist** und lindqvist.",
  );
});

test("everyday words that are also names stay, unless they stand with the rest of the name or a title", () => {
  const names = parties();
  const plain = "The court will ask the Richter and a partner. Bygg something.";
  expect(names.replace(plain)).toBe(plain);
  expect(names.replace("Will Richter")).not.toMatch(/Will|Richter/);
  expect(names.replace("Herr Richter und Frau Dr. Richter")).not.toContain("Richter");
  expect(names.replace("Nordström & Partner Bygg AB")).toMatch(/^[A-Z]\w{6} & [A-Z]\w{6} [A-Z]\w{6} AB$/);
  expect(names.replace("Nordströms bud")).not.toContain("Nordström");
  expect(names.replace("projekt phoenix")).not.toMatch(/phoenix/i);
});

const recognised: [EntryKind, string][] = [
  ["email", "Anna.Lindqvist@firma-ab.co.uk"],
  ["phone", "+46 70 123 45 67"],
  ["phone", "08-123 45 67"],
  ["phone", "030 / 12345678"],
  ["phone", "020 7946 0958"],
  ["phone", "(212) 555-0142"],
  ["phone", "0049 (0)30 1234567"],
  ["account", "SE45 5000 0000 0583 9825 7466"],
  ["account", "DE89370400440532013000"],
  ["account", "GB29 NWBK 6016 1331 9268 19"],
  ["account", "NL91 ABNA 0417 1643 00"],
  ["id", "811218-9876"],
  ["id", "19811218-9876"],
  ["id", "556036-0793"],
  ["id", "86 095 742 719"],
  ["id", "111222333"],
  ["id", "AB 12 34 56 C"],
  ["id", "DE123456789"],
  ["address", "Storgatan 12 B, 111 22 Stockholm"],
  ["address", "Berliner Straße 5, 10115 Berlin"],
  ["address", "Keizersgracht 123, 1015 CJ Amsterdam"],
  ["address", "10 Downing Street, London SW1A 2AA"],
];

test.each(recognised)("%s %s is recognised, added to the list, and keeps its pseudonym", (kind, value) => {
  const names = opened(listOf());
  const sent = names.replace(`Contact: ${value}, and again: ${value}.`);
  expect(sent).not.toContain(value);
  const code = /: (\S+), and again: (\S+)\.$/.exec(sent)!;
  expect(code[1]).toBe(code[2]);
  expect(names.lists[0]!.list.entries).toMatchObject([{ kind, forms: [value], isFound: true }]);
  expect(names.putBack(sent)).toBe(`Contact: ${value}, and again: ${value}.`);
  const later = opened(names.lists[0]!.list);
  expect(later.replace(value)).toBe(code[1]);
  expect([...later.changed]).toEqual([]);
});

test("an account written in another way has the same pseudonym with a mark", () => {
  const names = opened(listOf());
  const sent = names.replace("SE45 5000 0000 0583 9825 7466 or SE4550000000058398257466");
  expect(sent).toMatch(/^account-(\w{7}) or account-\1~02$/);
  expect(names.putBack(sent)).toBe("SE45 5000 0000 0583 9825 7466 or SE4550000000058398257466");
});

test("a name that is all there is of a person or a company is replaced alone, wherever it stands in the name", () => {
  const names = opened(
    listOf(
      entry("organization", "Fastighets AB Norrviken"),
      entry("organization", "Hoffmann Immobilien GmbH & Co. KG"),
      entry("person", "John Smith"),
      entry("person", "Karin Richter", "Richter"),
    ),
  );
  const sent = names.replace(
    "Norrvikens hyra. Hoffmann zahlt, Hoffmanns Konto. Smith pays the smith. Frau Richter, Richter, die richter.",
  );
  expect(sent).not.toMatch(/Norrviken|Hoffmann|Smith|Richter/);
  expect(sent).toContain("the smith");
  expect(sent).toContain("die richter");
  const plain = "Immobilien, Fastighets, das Recht";
  expect(names.replace(plain)).toBe(plain);
});

test("figures, sums, dates and the numbers of sections stay", () => {
  const text = `On 2024-05-01, 01.05.2024 and 01-05-2024 the buyer pays SEK 1 250 000, EUR 2.500.000,50 or 10 000 000 kr under section 12.3.4,
§ 433 Abs. 2 BGB, Art. 6(1)(f), 3 kap. 5 §, NJA 2019 s. 123, prop. 2023/24:45, C-131/12, 12 O 345/23, [2019] UKSC 41, 15 %, 30 days, page 108,
1234567890, 2024:123456, version 1.2.3, ECLI:EU:C:2014:317, 5 000 000-6 000 000, 0.5 %, 10:30, 31 December 2025 and 47 U.S.C. 230.`;
  const names = parties();
  expect(names.replace(text)).toBe(text);
});

test("what is sent as it is stays", () => {
  const list = listOf(
    { ...entry("person", "Anna Lindqvist"), isSentAsIs: true },
    { ...entry("email", "info@stet.example"), isFound: true, isSentAsIs: true },
  );
  const text = "Anna Lindqvist, info@stet.example";
  expect(opened(list).replace(text)).toBe(text);
  expect(opened(list).replace(`${text} other@stet.example`)).not.toContain("other@");
});

test("a text that holds a pseudonym already is not damaged", () => {
  const names = parties();
  const code = names.replace("Lindqvist");
  const text = `A ${code} is not Lindqvist, ${code.toLowerCase()}~02, Lindqvist~02, Lindqvist${code}, phone-${code}, x@example.com.`;
  const sent = names.replace(text);
  expect(names.putBack(sent)).toBe(text);
  expect(sent).not.toContain("Lindqvist");
});

test("two lists are used together, and their codes differ", () => {
  const names = new Pseudonyms(
    [
      { scope: "organization", list: listOf(entry("organization", "Volkmann AB")) },
      { scope: "project", list: listOf(entry("person", "Erik Volkmann")) },
    ],
    options,
  );
  const sent = names.replace("Volkmann AB and Erik Volkmann, erik@volkmann.example");
  expect(sent).not.toMatch(/volkmann|erik/i);
  expect([...names.changed].sort()).toEqual(["organization", "project"]);
  expect(names.lists[0]!.list.codes.every(({ code }) => code.endsWith("n"))).toBe(true);
  expect(names.lists[1]!.list.entries).toHaveLength(2);
});

test("within JSON what is put back is escaped", () => {
  const names = opened(listOf(entry("other", 'Hotel "Anker" Lübeck')));
  const sent = names.replace('At Hotel "Anker" Lübeck');
  expect(JSON.parse(`"${names.putBack(sent, asJson)}"`)).toBe('At Hotel "Anker" Lübeck');
});

const names = "Anna|Lindqvist|LINDQVIST|lindqvists|LindQvist|Nordström|& Partner|Bygg AB|Richter|Will |Herr |Projekt Phoenix";
const marks =
  "~02|~2|phone-|account-|id-|@example.com|yv|Tamyv|an|\n| |, |.|-|'s|ß|é|e\u0301|İ|\u212a|\ud83d\ude00|%|[[1]]|**|1 000 000";
const numbers =
  "08-123 45 67|070-1234567|anna@firma.se|DE89370400440532013000|DE89 3704 0044 0532 0130 00|811218-9876|Storgatan 12, 111 22 Stockholm";
const pieces = constantFrom(...[names, marks, numbers].join("|").split("|"));
const texts = array(oneof({ weight: 5, arbitrary: pieces }, string({ unit: "grapheme", maxLength: 6 })), {
  maxLength: 30,
});

test("putting back what was replaced gives the same text, whole and in any pieces", () => {
  // One list for all texts, so that codes of earlier texts are met in later ones.
  const list = parties();
  assert(
    property(texts, array(integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }), nat(), (parts, sizes, pick) => {
      const codes = list.lists[0]!.list.codes.map(({ code }) => code);
      const code = codes[pick % Math.max(1, codes.length)] ?? "";
      const text = parts.join(pick % 3 === 0 ? code : "");
      if (codes.length > 900) return;
      const sent = list.replace(text);
      expect(list.putBack(sent)).toBe(text);
      expect(inPieces(list, sent, sizes)).toBe(text);
      // And whatever else a model writes comes out the same in pieces as whole.
      expect(inPieces(list, text, sizes)).toBe(list.putBack(text));
    }),
    { numRuns: 1_000 },
  );
});

function inPieces(names: Pseudonyms, text: string, sizes: readonly number[]): string {
  const stream = names.stream();
  let out = "";
  for (let at = 0, nth = 0; at < text.length; nth++) {
    const size = sizes[nth % sizes.length]!;
    out += stream.push(text.slice(at, at + size));
    at += size;
  }
  return out + stream.end();
}

test("only what may become a pseudonym is held back", () => {
  const names = parties();
  const code = names.replace("Lindqvist");
  const stream = names.stream();
  expect(stream.push("The buyer, ")).toBe("The buyer, ");
  expect(stream.push(code.slice(0, 4))).toBe("");
  expect(stream.push(code.slice(4))).toBe("");
  expect(stream.push("’ x, the q")).toBe("Lindqvist’ x, the q");
  expect(stream.end()).toBe("");
});

test("a long text is replaced in time that grows with its length", () => {
  const names = parties();
  const text = "Anna Lindqvist pays 1 000 000 kr to Nordström under section 5. ".repeat(3_000);
  expect(names.putBack(names.replace(text))).toBe(text);
});

test("names to add are suggested from what recurs, and companies from their form", () => {
  const text =
    "Between Svea Bruk AB and Karl Ek. Karl Sundin signs. The seller, Karl Sundin, sells to Müller Bau GmbH & Co. KG. Mr Karl Sundin pays.";
  const suggested = suggestNames([text], (name) => name === "Svea Bruk AB");
  expect(suggested).toContainEqual({ name: "Karl Sundin", kind: "person", times: 3 });
  expect(suggested.map(({ name }) => name)).toContain("Müller Bau GmbH & Co. KG");
  expect(suggested.map(({ name }) => name)).not.toContain("Svea Bruk AB");
});

test.each([
  [
    "SUPPLY AGREEMENT between Nordvik Marine AS (the Supplier) and Clyde Ferries Ltd (the Customer).",
    ["Nordvik Marine AS", "Clyde Ferries Ltd"],
  ],
  ["This Agreement is made between Harrow Bank plc (“Lender”) and Tamar Foods (“Borrower”).", ["Harrow Bank plc", "Tamar Foods"]],
  [
    "zwischen Stadtwerke Oberdorf (nachfolgend „Käuferin“) und Eva Brandt (im Folgenden „Verkäuferin“)",
    ["Stadtwerke Oberdorf", "Eva Brandt"],
  ],
  ["mellan Lindqvist Bygg AB (”Säljaren”) och Anna Berg, 800101-1234, (”Köparen”)", ["Lindqvist Bygg AB", "Anna Berg"]],
  ['tussen Stichting De Linde (hierna: "Huurder") en Van Dijk Vastgoed B.V.', ["Stichting De Linde", "Van Dijk Vastgoed B.V."]],
  ["The Written Notice (the Notice) is sent under Special Terms (see Annex A).", []],
])("a party named once is suggested: %s", (text, names) =>
  expect(suggestNames([text], () => false).map(({ name }) => name)).toEqual(names),
);
