/* How much of a claim a passage must have before it supports or contradicts it. */
import { describe, expect, test } from "vitest";
import { isSilentOn, supportFor } from "./support.ts";
import { tokenText } from "../signs/tokens.ts";

const filler = (count: number) => Array.from({ length: count }, (_, i) => `filler${i}`).join(" ");
const verdict = (claim: string, source: string) => supportFor(claim, tokenText(source)).verdict;
function passage(claim: string, source: string): string | null {
  const support = supportFor(claim, tokenText(source));
  return "range" in support ? source.slice(support.range.start, support.range.end) : null;
}

describe("of a claim's longer words the passage has", () => {
  const source = "The insurance covers burglary, flooding, lightning, earthquakes, explosions and subsidence.";
  test.each([
    ["Burglary is there.", "not-found"],
    ["Burglary and flooding.", "supported"],
    // Two of three, and two of four.
    ["Burglary, flooding, tornadoes.", "unconfirmed"],
    ["Burglary, flooding, tornadoes, volcanoes.", "not-found"],
    // Four of seven, and three of seven: of a longer claim half is enough.
    ["Burglary, flooding, lightning, earthquakes, tornadoes, volcanoes, meteorites.", "not-checked"],
    ["Burglary, flooding, lightning, tornadoes, volcanoes, meteorites, landslides.", "not-found"],
    ["Nothing of the kind.", "not-found"],
    ["", "not-found"],
  ])("“%s”: %s", (claim, is) => expect(verdict(claim, source)).toBe(is));

  test("a quarter is enough where it has the figure, too", () => {
    const rent = "The deposit amounts to 4,500 euros.";
    expect(verdict("The deposit: 4,500 euros securing promises, everything, whatever.", rent)).not.toBe("supported");
    expect(verdict("A deposit of 4,500 euros.", rent)).toBe("supported");
    expect(verdict("A deposit of 4,600 euros.", rent)).toBe("differs");
  });
});

describe("the passage", () => {
  test("is the sentence with most of the words, and a neighbour that adds to it", () => {
    const source = "First sentence. The tenant insures the dwelling. The landlord maintains the elevator. Last sentence.";
    expect(passage("The tenant insures the dwelling.", source)).toBe("The tenant insures the dwelling");
    expect(passage("The landlord maintains the elevator.", source)).toBe("The landlord maintains the elevator");
  });

  test("is not put together over seventy words", () => {
    const apart = (count: number) => `burglary is one thing ${filler(count)} flooding another`;
    expect(verdict("Burglary and flooding.", apart(60))).not.toBe("not-found");
    expect(verdict("Burglary and flooding.", apart(80))).toBe("not-found");
  });

  test("ends with its paragraph, with or without a full stop", () => {
    const source =
      "It has several benefits:\n\nIt has no dependency on Xalan\n\nIt is envisaged that the approach will be retired.";
    expect(passage("It is envisaged that the approach will be retired.", source)).toBe(
      "It is envisaged that the approach will be retired",
    );
    expect(verdict("It is not envisaged that the approach will be retired.", source)).toBe("differs");
  });

  test("does not end at an abbreviation, or before a small letter", () => {
    const source = "Intro here. The tenant pays according to Art. 7 Abs. 2 the heating surcharge. End here.";
    expect(passage("The tenant pays the heating surcharge.", source)).toBe(
      "The tenant pays according to Art. 7 Abs. 2 the heating surcharge",
    );
  });
});

describe("a source is silent on words of which it has none", () => {
  const source = tokenText("The tenant insures the dwelling against burglary.");
  test.each([
    ["flooding and lightning", true],
    ["flooding and burglary", false],
    ["insured", false],
    // What has no longer words, or a figure, is nothing to be silent on.
    ["of it", false],
    ["flooding within 30 days", false],
  ])("“%s”: %s", (words, is) => expect(isSilentOn(source, words)).toBe(is));
});

describe("a duty with a deadline is no permission", () => {
  test.each([
    [
      "The Board may, not later than 6 months after the year, issue a report.",
      "The Board shall, not later than 6 months after the year, issue a report.",
    ],
    ["Der Mieter kann spätestens am dritten Tag kündigen.", "Der Mieter muss spätestens am dritten Tag kündigen."],
    ["Hyresgästen får senast den 3 maj lämna nycklarna.", "Hyresgästen ska senast den 3 maj lämna nycklarna."],
    ["De huurder mag uiterlijk op 3 mei de sleutels inleveren.", "De huurder moet uiterlijk op 3 mei de sleutels inleveren."],
  ])("“%s”", (claim, source) => {
    expect(verdict(claim, source)).toBe("differs");
    expect(verdict(source, source)).toBe("supported");
  });

  test("“may be at most” says no more than “is at most”", () => {
    expect(verdict("The fee may be at most EUR 500.", "The fee is at most EUR 500.")).toBe("supported");
  });
});

describe("what stands before a colon", () => {
  const fees = "For a supervisor who is not in permanent employment with the institution: EUR 7.50 an hour.";
  test("is part of the claim where the source has its words", () => {
    expect(verdict("For a supervisor in permanent employment with the institution: EUR 7.50 an hour.", fees)).not.toBe("supported");
    expect(verdict(fees, fees)).toBe("supported");
  });

  test.each(["In short: ", "The text provides: ", "Under the second schedule the following applies: "])(
    "is none where it only introduces: “%s”",
    (words) => expect(verdict(`${words}${fees}`, fees)).toBe("supported"),
  );
});

test("what is said of one item of a list alone is not said of another", () => {
  const given = "the creditor has provided the debtor with the information referred to in regulation 10(3)";
  const source =
    `document referred to in subsection (1) to the debtor before or at the time the agreement is made unless—\n` +
    `(a)${given} of the Regulations 2010, in which case it may be provided after the agreement is made,\n` +
    `(b)${given}(c) of those Regulations, in which case it must be provided immediately after the agreement is made, or\n` +
    `(c)the agreement is of another description, in which case it must be provided immediately after the agreement is made.`;
  const said = "in which case it may be provided after the agreement is made";
  expect(verdict(`Put simply, ${said}`, source)).toBe("supported");
  expect(verdict(`Put simply, ${said.replace("after", "immediately after")}`, source)).toBe("unconfirmed");
});
