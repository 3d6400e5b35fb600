import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdits,
  applyPatch,
  applyPatches,
  findApplied,
  locatePatch,
  locatePatches,
  patchAt,
  revertPatch,
  revertPatches,
  type Patch,
} from "./patch.ts";

const patch = (original: string, replacement: string, more: Partial<Patch> = {}): Patch => ({
  original,
  replacement,
  summary: "",
  ...more,
});

describe("one place is changed, and undone byte for byte", () => {
  test.each<[text: string, original: string, replacement: string, out: string]>([
    // English
    ["The Seller shall deliver.", "shall", "must", "The Seller must deliver."],
    ["The “Seller” shall deliver.", '"Seller" shall', '"Seller" must', "The “Seller” must deliver."],
    ["the buyer’s duty", "buyer's duty", "buyer’s obligation", "the buyer’s obligation"],
    ["1999–2004 — a time", "1999-2004 -- a time", "long ago", "long ago"],
    ["pay $5.00 now", "$5.00", "$& or $1", "pay $& or $1 now"],
    ["one\r\ntwo\r\nthree", "one two", "1", "1\r\nthree"],
    ["a shallow rental; the rent", "rent", "fee", "a shallow rental; the fee"],
    ["It is is so.", "is is", "is", "It is so."],
    ["Wait… what", "Wait... what", "What", "What"],
    ["“I’d stay,” she said", '"I\'d stay," she said', "She said she would stay", "She said she would stay"],
    ["**bold** word", "bold", "strong", "**strong** word"],
    // Swedish
    [
      "Enligt 12\u00a0§ första stycket gäller detta.",
      "12 § första stycket",
      "13 § andra stycket",
      "Enligt 13\u00a0§ andra stycket gäller detta.",
    ],
    ["Köparen ska betala 3\u202f000\u00a0kr.", "3 000 kr", "4 000 kr", "Köparen ska betala 4\u202f000\u00a0kr."],
    ["Fo\u0308rsäljaren a\u030ar skyldig", "Försäljaren år", "Säljaren är", "Säljaren är skyldig"],
    ["”Varan” levereras", '"Varan"', "Godset", "Godset levereras"],
    ["arbetsgivaren och arbetstagaren", "arbetstagaren", "den anställde", "arbetsgivaren och den anställde"],
    // German
    [
      "Der „Verkäufer“ haftet für Mängel.",
      '"Verkäufer" haftet',
      "„Verkäufer“ haftet nicht",
      "Der „Verkäufer“ haftet nicht für Mängel.",
    ],
    ["Rechts\u00adschutz\u00adversicherung zahlt", "Rechtsschutzversicherung", "Versicherung", "Versicherung zahlt"],
    ["Der Vertragspartner kündigt den Vertrag.", "Vertrag", "Bund", "Der Vertragspartner kündigt den Bund."],
    ["gemäß §\u00a0433 Abs.\u00a02 BGB", "§ 433 Abs. 2", "§ 434 Abs. 1", "gemäß §\u00a0434 Abs.\u00a01 BGB"],
    ["die Straße in Muenchen", "Straße", "Gasse", "die Gasse in Muenchen"],
    // Dutch
    ["de ‘huurder’ betaalt zo\u2019n bedrag", "'huurder' betaalt zo'n", "huurder betaalt het", "de huurder betaalt het bedrag"],
    ["artikel 7:271 lid 1 BW", "artikel 7:271 lid 1", "artikel 7:272 lid 2", "artikel 7:272 lid 2 BW"],
    // French
    ["Il dit «\u00a0Bonjour\u00a0» à lui.", 'dit "Bonjour" à', 'crie "Bonjour" à', "Il crie «\u00a0Bonjour\u00a0» à lui."],
    ["Il dit « Bonjour », puis part.", '"Bonjour"', "rien", "Il dit rien, puis part."],
    ['Il dit "Bonjour" à lui.', "dit « Bonjour » à", "crie « Bonjour » à", 'Il crie "Bonjour" à lui.'],
    ["Er sagte »Hallo« zu ihm »und« ging.", '"Hallo" zu ihm "und"', "nichts und", "Er sagte nichts und ging."],
    ["het geïnde bedrag", "geïnde", "betaalde", "het betaalde bedrag"],
    ["de co\u00f6peratie", "coo\u0308peratie", "vereniging", "de vereniging"],
    // White space at the ends of the quotation
    ["shall deliver", "shall ", "must ", "must deliver"],
    ["shall\n\ndeliver", "shall ", "must ", "must\n\ndeliver"],
    ["a very big house", "very ", "", "a big house"],
    ["a very big house", " very ", "", "a big house"],
    ["so , it is", " ,", ",", "so, it is"],
    ["one\n\ntwo", "one\n\n", "one\n", "one\ntwo"],
    ["the end", "\nthe end\n", "\nfin\n", "fin"],
    // Deletion, and replacing the whole text
    ["a, b and c", ", b", "", "a and c"],
    ["all of it", "all of it", "", ""],
    ["契約書を作成する", "作成", "締結", "契約書を締結する"],
    ["a 𝄞 b", "𝄞", "𝄢", "a 𝄢 b"],
  ])("%j: %j to %j", (text, original, replacement, out) => {
    const result = applyPatch(text, patch(original, replacement));
    expect(result.outcome.kind).toBe("located");
    expect(result.text).toBe(out);
    expect(revertPatch(result.text, result.applied!)).toEqual({ kind: "reverted", text });
  });
});

describe("what is not certain is not changed", () => {
  test.each<[text: string, patch: Patch, kind: string]>([
    ["The Seller delivers.", patch("", "x"), "empty-original"],
    ["The Seller delivers.", patch(" \u00ad\n", "x"), "empty-original"],
    ["The Seller delivers.", patch("The Buyer pays.", "x"), "not-found"],
    ["The Seller delivers.", patch("the seller", "x"), "not-found"],
    ["Vertragspartner", patch("Vertrag", "x"), "not-found"],
    ["Der Verkäufer haftet nicht.", patch("Der Verkäufer haftet.", "x"), "not-found"],
    ["", patch("a", "b"), "not-found"],
    ["shall and shall", patch("shall", "must"), "several"],
    ['“A” and "A"', patch('"A"', "B"), "several"],
    ["The Seller must deliver.", patch("shall", "must"), "already-applied"],
    ["The Seller shall not deliver.", patch("shall", "shall not"), "already-applied"],
    ["The “Seller”", patch('"Seller"', "“Seller”"), "already-applied"],
    ["same", patch("same", "same"), "already-applied"],
    ["so, it is", patch(" ,", ","), "already-applied"],
  ])("%j %j", (text, patch, kind) => {
    const result = applyPatch(text, patch);
    expect(result.outcome.kind).toBe(kind);
    expect(result.text).toBe(text);
    expect(result.applied).toBeUndefined();
  });

  test.each<[name: string, text: string, more: Partial<Patch>]>([
    ["before", "As to the tenant: the notice period is three months.", { before: "As to the landlord: " }],
    ["after", "The notice period is three months for the tenant.", { after: " for the landlord" }],
    [
      "one side of two",
      "As to the tenant: notice is three months. End.",
      { before: "As to the landlord:", after: "is three months. End." },
    ],
    ["an occurrence besides", "As to the tenant: the notice period is short.", { before: "As to the landlord: ", occurrence: 1 }],
  ])("the only place left beside other words: %s", (_name, text, more) => {
    const one = patch("notice", "warning", more);
    const result = applyPatch(text, one);
    expect(result).toMatchObject({ text, outcome: { kind: "context-differs", places: [{ occurrence: 1 }] } });
    expect(applyPatch(text, patchAt(one, 1)).text).toBe(text.replace("notice", "warning"));
  });

  test.each<[text: string, more: Partial<Patch>]>([
    ["2.1 Term\n\nThe notice is short.", { before: "## 2.1 **Term**\n\nThe " }],
    ["Term. The notice is short and sweet.", { before: "…The", after: "is short ..." }],
    ["“The notice”, it says", { before: '"The', after: '", it' }],
  ])("context is quoted with signs and dots, and still fits: %j", (text, more) => {
    expect(locatePatch(text, patch("notice", "warning", more)).kind).toBe("located");
  });

  test.each<[text: string, original: string, replacement: string, out: string]>([
    ["a text with  insertions", "text with ", "text with two exciting", "a text with two exciting insertions"],
    ["a text with insertions", "text with ", "text with two", "a text with two insertions"],
    ["Followed by it", " Followed", "An insertion followed", "An insertion followed by it"],
    ["one  two", " two", "three", "one three"],
    ["end of it\n\nNext one", "it ", "them", "end of them\n\nNext one"],
    ["a very  big house", "very ", "", "a  big house"],
    ["a web site", "web site", "website", "a website"],
    ["a web site", "web ", "web", "a website"],
  ])(
    "%j: of %j to %j no more white space goes than was quoted, and no words are run together",
    (text, original, replacement, out) => {
      const result = applyPatch(text, patch(original, replacement));
      expect(result.text).toBe(out);
      expect(revertPatch(result.text, result.applied!)).toEqual({ kind: "reverted", text });
    },
  );

  test("the nearest passage is shown", () => {
    const text = "Intro. Die Frist beträgt vierzehn (14) Tage. Ende.";
    const outcome = locatePatch(text, patch("Die Frist beträgt dreißig (30) Tage.", "x"));
    expect(outcome.kind === "not-found" && outcome.nearest && text.slice(outcome.nearest.start, outcome.nearest.end)).toBe(
      "Die Frist beträgt vierzehn (14) Tage.",
    );
  });
});

describe("several places", () => {
  const text = "The Seller shall pay.\nThe Buyer shall pay.\nThe Agent shall pay.";
  const changed = (more: Partial<Patch>) => applyPatch(text, patch("shall", "must", more));

  test("are all named, with their numbers", () => {
    const outcome = locatePatch(text, patch("shall", "must"));
    expect(outcome.kind === "several" && outcome.places.map((p) => [p.occurrence, text.slice(p.start, p.end)])).toEqual([
      [1, "shall"],
      [2, "shall"],
      [3, "shall"],
    ]);
  });

  test.each<[more: Partial<Patch>, out: string]>([
    [{ occurrence: 2 }, "Buyer must"],
    [{ before: "The Buyer " }, "Buyer must"],
    [{ before: "The  Buyer\u00a0" }, "Buyer must"],
    [{ after: " pay.\nThe Buyer" }, "Seller must"],
    [{ before: "Buyer", occurrence: 1 }, "Buyer must"],
    [{ after: "pay", occurrence: 3 }, "Agent must"],
  ])("%j decides", (more, out) => expect(changed(more).text).toContain(out));

  test.each<Partial<Patch>>([
    { after: "pay" },
    { before: "Nobody" },
    { before: "Nobody", occurrence: 1 },
    // The match is further on, after other words.
    { after: "Agent", occurrence: 1 },
    // An occurrence that contradicts the context is ignored.
    { after: " pay.\nThe", occurrence: 3 },
    { occurrence: 4 },
    { before: "The" },
  ])("%j does not decide", (more) => {
    expect(changed(more)).toMatchObject({ text, outcome: { kind: "several" } });
  });

  test("a choice that is done is not made again elsewhere", () => {
    const more = patch("shall", "shall not", { occurrence: 2 });
    const once = applyPatch(text, more);
    expect(once.text).toContain("Buyer shall not");
    expect(applyPatch(once.text, more)).toMatchObject({ text: once.text, outcome: { kind: "already-applied" } });
    const byContext = patch("shall", "shall not", { before: "The Buyer " });
    expect(locatePatch(once.text, byContext).kind).toBe("already-applied");
  });

  test("a place that was changed before does not count", () => {
    expect(applyPatch("shall not a, shall b", patch("shall", "shall not")).text).toBe("shall not a, shall not b");
  });
});

describe("several patches", () => {
  const text = "The Seller shall deliver the goods, and the Buyer pays within 30 days.";
  const list = [
    patch("shall deliver", "delivers"),
    patch("pays within 30 days", "pays at once"),
    patch("The Seller", "A"),
    patch("the Buyer", "B"),
  ];
  const out = "A delivers the goods, and B pays at once.";

  test("in any order, and back", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(list, { minLength: 1 }), (patches) => {
        const result = applyPatches(text, patches);
        expect(result.ok).toBe(true);
        if (patches.length === list.length) expect(result.text).toBe(out);
        expect(revertPatches(result.text, result.applied)).toEqual({ kind: "reverted", text });
        expect(revertPatches(result.text, result.applied.toReversed())).toEqual({ kind: "reverted", text });
      }),
    );
  });

  test("are undone one by one in any order", () => {
    const { text: changed, applied } = applyPatches(text, list);
    fc.assert(
      fc.property(fc.shuffledSubarray(applied, { minLength: applied.length }), (order) => {
        let now = changed;
        for (const one of order) {
          const outcome = revertPatch(now, one);
          now = outcome.kind === "reverted" ? outcome.text : "";
        }
        expect(now).toBe(text);
      }),
    );
  });

  test("all or none", () => {
    const result = applyPatches(text, [...list, patch("nowhere to be seen", "x")]);
    expect(result).toMatchObject({ ok: false, text, applied: [] });
    expect(result.outcomes.map((o) => o.kind)).toEqual(["located", "located", "located", "located", "not-found"]);
  });

  test("what is applied already does not stand in the way", () => {
    expect(applyPatches(text, [patch("must send", "shall deliver"), list[1]!])).toMatchObject({
      ok: true,
      applied: [{ replacement: "pays at once" }],
    });
  });

  test("of two that overlap the first is located; neighbours do not overlap", () => {
    expect(
      locatePatches(text, [patch("shall deliver", "x"), patch("deliver the goods", "y"), patch("the goods", "z")]),
    ).toMatchObject([{ kind: "located" }, { kind: "overlaps", other: 0 }, { kind: "located" }]);
    expect(applyPatches("ab,cd", [patch("ab", "1"), patch(",", ";"), patch("cd", "2")]).text).toBe("1;2");
  });
});

describe("taking back after other edits", () => {
  const text = "First paragraph stands here.\n\nThe Seller shall deliver the goods.\n\nLast paragraph stands here.";
  const { text: changed, applied } = applyPatch(text, patch("shall deliver", "must send"));
  const { text: shorter, applied: removed } = applyPatch(text, patch("shall deliver ", ""));

  test("elsewhere", () => {
    expect(revertPatch(changed.replace("First", "A new first"), applied!)).toEqual({
      kind: "reverted",
      text: text.replace("First", "A new first"),
    });
    expect(revertPatch(`We must send it.\n\n${changed}`, applied!)).toEqual({
      kind: "reverted",
      text: `We must send it.\n\n${text}`,
    });
    expect(revertPatch(`Intro. ${shorter}`, removed!)).toEqual({ kind: "reverted", text: `Intro. ${text}` });
  });

  test("in the replacement itself: it is the writer's now", () => {
    expect(revertPatch(changed.replace("must send", "must soon send"), applied!)).toEqual({ kind: "changed-since" });
    expect(revertPatch("We must send it.", applied!)).toEqual({ kind: "changed-since" });
    expect(revertPatch("", removed!)).toEqual({ kind: "changed-since" });
  });
});

const word = fc.constantFrom(
  "shall",
  "the",
  "Seller",
  "“Buyer”",
  "§\u00a012",
  "o\u0308ver",
  "Rechts\u00adschutz",
  "don’t",
  "1–2",
  "å",
  "𝄞",
);
const gap = fc.constantFrom(" ", "  ", "\n\n", "\r\n", "\u00a0", ", ");
const document = fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 30 });

test("any passage quoted with other typography is found or said to be ambiguous; apply then revert = nothing", () => {
  fc.assert(
    fc.property(document, fc.nat(), fc.nat({ max: 5 }), fc.string({ maxLength: 12 }), (pairs, from, length, replacement) => {
      const text = pairs.flat().join("");
      const first = from % pairs.length;
      const quoted = pairs
        .slice(first, first + 1 + length)
        .flat()
        .slice(0, -1)
        .join("");
      const original = quoted
        .normalize("NFC")
        .replace(/[“”]/g, '"')
        .replace(/’/g, "'")
        .replace(/–/g, "-")
        .replace(/\u00ad/g, "")
        .replace(/[^\S,]+/g, " ");
      const result = applyPatch(text, patch(original, replacement));
      expect(result.outcome.kind).not.toBe("not-found");
      if (result.applied) expect(revertPatch(result.text, result.applied)).toEqual({ kind: "reverted", text });
      else expect(result.text).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

describe("the place of an applied patch, found again by its words and what is beside them", () => {
  const applied = (start: number, before: string, replacement: string, after: string) => {
    return { start, original: "shall", replacement, before, after };
  };
  test.each<[what: string, text: string, one: ReturnType<typeof applied>, at: number | undefined]>([
    ["where it was, though one side changed", "xxxxxxxx must be paid", applied(9, "The rent ", "must", " be paid"), 9],
    ["where it was, though the other side changed", "The rent must xx xxxx", applied(9, "The rent ", "must", " be paid"), 9],
    ["not where both sides changed", "xxxxxxxx must xx xxxx", applied(9, "The rent ", "must", " be paid"), undefined],
    ["elsewhere, by all of a short context", "So: The rent must go", applied(9, "The rent ", "must", " be paid"), 13],
    ["not by a part of a short context", "So: A rent must go", applied(9, "The rent ", "must", " be paid"), undefined],
    // Of a longer one twelve characters are enough, eleven are not.
    ["not by eleven before", "So 3456789abc must go", applied(40, "0123456789abc ", "must", " be paid later"), undefined],
    ["by twelve", "So 23456789abc must go", applied(40, "0123456789abc ", "must", " be paid later"), 15],
    ["by twelve characters behind", "must 0123456789ax", applied(40, "The rent of it ", "must", " 0123456789abc"), 0],
    ["not by eleven behind", "must 0123456789x", applied(40, "The rent of it ", "must", " 0123456789abc"), undefined],
    ["at the beginning, where it began", "must not", applied(0, "", "must", " be paid"), 0],
    ["not elsewhere, where it began", "it must not", applied(0, "", "must", " be paid"), undefined],
    ["at the end, where it ended", "it must", applied(9, "The rent ", "must", ""), 3],
    [
      "of two the one with more beside it",
      "a rent must be, The rent must be paid",
      applied(90, "The rent ", "must", " be paid"),
      25,
    ],
    ["of equals the nearer", "The rent must be paid. The rent must be paid.", applied(30, "The rent ", "must", " be paid"), 32],
    [
      "of equals the nearer, on the other side",
      "The rent must be paid. The rent must be paid.",
      applied(12, "The rent ", "must", " be paid"),
      9,
    ],
    ["of a deletion, between what was around it", "So The rent is paid", applied(9, "The rent", "", " is paid"), 11],
    ["of a deletion of everything", "", applied(0, "", "", ""), 0],
    ["not of one in a text that has other words now", "x", applied(0, "", "", ""), undefined],
  ])("%s", (_what, text, one, at) => expect(findApplied(text, one)).toBe(at));
});

test("edits are applied from the first to the last, and each knows forty characters on both sides", () => {
  const text = `${"a".repeat(50)}XX${"b".repeat(50)}YY${"c".repeat(50)}`;
  const [changed, applied] = applyEdits(text, [
    { start: 102, end: 104, text: "2" },
    { start: 50, end: 52, text: "111" },
  ]);
  expect(changed).toBe(`${"a".repeat(50)}111${"b".repeat(50)}2${"c".repeat(50)}`);
  expect(applied).toEqual([
    { start: 50, original: "XX", replacement: "111", before: "a".repeat(40), after: "b".repeat(40) },
    { start: 103, original: "YY", replacement: "2", before: "b".repeat(40), after: "c".repeat(40) },
  ]);
  expect(applyEdits("ab", [{ start: 0, end: 1, text: "x" }])[1]).toMatchObject([{ start: 0, before: "", after: "b" }]);
});

test.each<[text: string, original: string, replacement: string, out: string]>([
  ["a\n\n\nb", "a\n\n", "a\n", "a\nb"],
  ["a \nb", "a ", "c", "c\nb"],
  ["x  a", " a", "", "x "],
  ["one two", "one ", "", "two"],
  ["one two", " two", "", "one"],
])("of white space %j: %j to %j takes as much as was quoted", (text, original, replacement, out) => {
  expect(applyPatch(text, patch(original, replacement)).text).toBe(out);
});
