/* The bounds of a quotation: how much may be left out, inserted or changed before it is another one. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseQuotation } from "../law/quotation.ts";
import { commonSubsequence, matchQuotation } from "./match-quotation.ts";
import { tokenText } from "../signs/tokens.ts";

const filler = (count: number) => Array.from({ length: count }, (_, i) => `filler${i}`).join(" ");

function matched(
  text: string,
  words: string,
  pageStarts: readonly number[] = [],
): [kind: string, found?: string, ...omitted: string[]] {
  const match = matchQuotation(tokenText(text, normaliseQuotation(text)), words, pageStarts);
  if (match.kind === "none") return ["none"];
  const found = text.slice(match.range.start, match.range.end);
  return match.kind === "omissions" ? [match.kind, found, ...match.omitted] : [match.kind, found];
}

const lease = "The tenant shall pay the rent on the first day of each month. The landlord shall repair the roof without delay.";

describe("exact", () => {
  test.each([
    ["pay the rent", "pay the rent"],
    ["pay the rent,", "pay the rent"],
    ["pay the rent;", "pay the rent"],
    // Four words may begin their sentence elsewhere; three may be a defined term.
    ["Shall pay the rent", "shall pay the rent"],
    ["the tenant shall pay", "The tenant shall pay"],
  ])("“%s”", (words, found) => expect(matched(lease, words)).toEqual(["exact", found]));

  test.each(["Pay the rent", "The Rent", "SHALL pay the rent", "Shall pay the Rent"])("“%s” has another case", (words) =>
    expect(matched(lease, words)[0]).not.toBe("exact"),
  );

  test("a letter in brackets says that its case was changed", () => {
    expect(matched(lease, "[T]he rent on the first day")).toEqual(["exact", "the rent on the first day"]);
    expect(matched(lease, "[S]hall repair the roof")).toEqual(["exact", "shall repair the roof"]);
  });

  test("ellipses and brackets of the source itself are quoted with it", () => {
    const text = "The fee [in euros] is due ... at once, without any notice.";
    expect(matched(text, "The fee [in euros] is due ... at once")).toEqual(["exact", "The fee [in euros] is due ... at once"]);
  });

  test("of several places the first", () => {
    const text = "One rent is due. Another rent is due.";
    const match = matchQuotation(tokenText(text, normaliseQuotation(text)), "rent is due");
    expect(match).toEqual({ kind: "exact", range: { start: 4, end: 15 } });
  });
});

describe("with marked omissions", () => {
  test.each([
    ["The tenant … on the first day", "shall pay the rent"],
    ["The tenant [...] on the first day", "shall pay the rent"],
    ["The tenant (…) on the first day", "shall pay the rent"],
    ["The tenant ... on the first day", "shall pay the rent"],
  ])("“%s”", (words, omitted) => {
    expect(matched(lease, words)).toEqual(["omissions", "The tenant shall pay the rent on the first day", omitted]);
  });

  test("several, each with its own words", () => {
    expect(matched(lease, "The tenant … the rent … each month")).toEqual([
      "omissions",
      "The tenant shall pay the rent on the first day of each month",
      "shall pay",
      "on the first day of",
    ]);
  });

  test("words in brackets may stand where none are left out", () => {
    expect(matched(lease, "The tenant [of the flat] shall pay")).toEqual(["exact", "The tenant shall pay"]);
  });

  test.each([
    [400, "omissions"],
    [401, "altered"],
  ])("%i words left out at an ellipsis: %s", (count, kind) => {
    expect(
      matched(
        `the tenant pays promptly ${filler(count)} the landlord repairs quickly`,
        "the tenant pays promptly … the landlord repairs quickly",
      )[0],
    ).toBe(kind);
  });

  test.each([
    [30, "omissions"],
    [31, "altered"],
  ])("%i before a single word: %s", (count, kind) => {
    expect(matched(`the tenant pays promptly ${filler(count)} always`, "the tenant pays promptly … always")[0]).toBe(kind);
  });

  test.each([
    [10, "omissions"],
    [11, "altered"],
  ])("%i words that a bracket replaces: %s", (count, kind) => {
    expect(
      matched(
        `the tenant pays promptly ${filler(count)} on each first day`,
        "the tenant pays promptly [the sum] on each first day",
      )[0],
    ).toBe(kind);
  });

  test("fewer than three words in all are too few", () => {
    expect(matched("rent one two three due", "rent … due")[0]).toBe("altered");
    expect(matched("the rent one two three due", "the rent … due")).toEqual([
      "omissions",
      "the rent one two three due",
      "one two three",
    ]);
  });

  test("the pieces stand in their order", () => {
    expect(matched(lease, "on the first day … The tenant shall pay")[0]).not.toBe("omissions");
  });

  test("of several places the tightest is meant", () => {
    const text = "the rent is high and low. the rent is fair and due today";
    expect(matched(text, "the rent … due today")).toEqual(["omissions", "the rent is fair and due today", "is fair and"]);
  });
});

describe("an omission that drops a denial", () => {
  test.each([
    [5, "altered"],
    [6, "altered"],
  ])("among %i words: %s", (count, kind) => {
    const text = `the tenant shall not ${filler(count - 1)} sublet the whole house`;
    expect(matched(text, "the tenant shall … sublet the whole house")[0]).toBe(kind);
  });

  test("in any place of the gap, and in any of several gaps", () => {
    const text = "the tenant shall under no circumstances sublet the house or any of it";
    expect(matched(text, "the tenant shall … sublet the house")[0]).toBe("altered");
    expect(matched(text, "the tenant … under no circumstances sublet … or any of it")[0]).toBe("omissions");
    expect(matched("the tenant and guests shall not sublet the house", "the tenant … shall … sublet the house")[0]).toBe("altered");
  });

  test("“No 3” denies nothing", () => {
    expect(matched("the list in Annex No 3 binds all the parties", "the list in Annex … binds all the parties")[0]).toBe(
      "omissions",
    );
  });
});

describe("over a page break", () => {
  const pages = (furniture: string) => {
    const head = "The buyer shall not assign this agreement without ";
    return { text: `${head}${furniture} the prior written consent of the seller.`, starts: [0, head.length + 1] };
  };
  const words = "assign this agreement without the prior written consent";

  test.each([
    [1, "exact"],
    [40, "exact"],
    [41, "altered"],
  ])("with %i words of foot and head: %s", (count, kind) => {
    const { text, starts } = pages(filler(count));
    expect(matched(text, words, starts)[0]).toBe(kind);
  });

  test("only where a page begins", () => {
    const { text } = pages(filler(3));
    expect(matched(text, words, [0, 10])[0]).toBe("altered");
    expect(matched(text, words, [0, text.indexOf("consent")])[0]).toBe("altered");
    expect(matched(text, words, [0])[0]).toBe("altered");
    expect(matched(text, words, [0, text.indexOf("the prior")])[0]).toBe("exact");
  });

  test("not of three words", () => {
    const text = "we agree fully filler herewith";
    expect(matched(text, "agree fully herewith", [0, text.indexOf("filler")])[0]).not.toBe("exact");
    expect(matched(text, "we agree fully herewith", [0, text.indexOf("filler")])[0]).toBe("exact");
  });
});

describe("altered: shown with the passage it was made from", () => {
  test.each<[text: string, words: string, ...result: string[]]>([
    ["the notice period is three weeks here", "the notice period is two weeks", "altered", "the notice period is three weeks"],
    ["the fee is 500 euros", "600 euros", "altered", "euros"],
    ["the fee is 500 euros", "600 pounds", "none"],
    ["the seller delivers within ten days", "within nine days", "altered", "within ten days"],
    ["the seller delivers goods", "the buyer collects", "none"],
    ["the seller delivers goods", "seller", "exact", "seller"],
    ["the seller delivers goods", "purchaser", "none"],
    // Three of five words, and three of six.
    ["alpha bravo charlie delta echoes", "alpha bravo charlie xxxx yyyy", "altered", "alpha bravo charlie"],
    ["alpha bravo charlie delta echoes foxtrot", "alpha bravo charlie xxxx yyyy zzzz", "none"],
    // Small words weigh little.
    ["it is so as we do it", "it is so as to us", "none"],
  ])("of “%s”: “%s”", (text, words, ...result) => expect(matched(text, words)).toEqual(result));

  test("a word far from the others is another word", () => {
    const text = `alpha one two three four five bravo charlie delta`;
    expect(matched(text, "alpha bravo charlie delta")).toEqual(["altered", "bravo charlie delta"]);
    const near = `alpha one two three four bravo charlie delta`;
    expect(matched(near, "alpha bravo charlie delta")).toEqual(["altered", near]);
  });

  test("two passages joined, of three words each", () => {
    const text = `the tenant pays rent ${filler(60)} the landlord keeps keys`;
    expect(matched(text, "the tenant pays the landlord keeps")).toEqual(["altered", "the tenant pays"]);
    expect(matched(text, "the tenant pays landlord keeps")[0]).toBe("none");
  });
});

test("a longest common subsequence is in order, of equal words, and as long as can be", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 9 });
  const longest = (a: readonly string[], b: readonly string[]): number => {
    if (a.length === 0 || b.length === 0) return 0;
    if (a[0] === b[0]) return 1 + longest(a.slice(1), b.slice(1));
    return Math.max(longest(a.slice(1), b), longest(a, b.slice(1)));
  };
  fc.assert(
    fc.property(words, words, (a, b) => {
      const pairs = commonSubsequence(a, b);
      expect(pairs).toHaveLength(longest(a, b));
      for (const [i, j] of pairs) expect(a[i]).toBe(b[j]);
      for (const [at, [i, j]] of pairs.entries()) if (at > 0) expect(i > pairs[at - 1]![0] && j > pairs[at - 1]![1]).toBe(true);
    }),
  );
});
