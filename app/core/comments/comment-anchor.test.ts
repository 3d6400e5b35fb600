/* A comment follows its words through edits around, within and of them. */
import { describe, expect, test } from "vitest";
import { anchorAt, findAnchor, moveAnchors, moveRange, type CommentAnchor, type RangeChange } from "./comment-anchor.ts";

const lease =
  "The tenant pays the rent of 1,450 euros on the third day.\n\nThe landlord keeps the house in repair.\n\nThe rent is due.";

/** The comment is about the text between brackets. */
function marked(text: string): { text: string; anchor: CommentAnchor } {
  const start = text.indexOf("[");
  const end = text.indexOf("]") - 1;
  const plain = text.replace(/[[\]]/g, "");
  return { text: plain, anchor: anchorAt(plain, { start, end }) };
}
function shown(text: string, { place }: CommentAnchor): string | null {
  return place && `${text.slice(0, place.start)}[${text.slice(place.start, place.end)}]${text.slice(place.end)}`;
}
const about = (words: string) => marked(lease.replace(words, `[${words}]`)).anchor;

describe("from one text to the next", () => {
  test.each([
    ["typing before it", "A [b c] d", "New A [b c] d"],
    ["typing after it", "A [b c] d", "A [b c] d new"],
    ["typing within it", "A [bold claim] d", "A [bold new claim] d"],
    ["typing at its beginning stays outside", "A [b c] d", "A x [b c] d"],
    ["typing at its end stays outside", "A [b c] d", "A [b c] x d"],
    ["a word of it replaced", "pays [1,450 euros] now", "pays [1,500 euros] now"],
    ["all of it replaced", "pays [1,450 euros] now", "pays [2,000 pounds] now"],
    ["a word round it replaced", "the tenant [pays] late", "the lessee [pays] late"],
    ["the words before it deleted", "one two [three] four", "[three] four"],
    ["a part of it deleted", "one [two three] four", "one [three] four"],
    ["the same words before it", "rent is [rent]", "rent rent is [rent]"],
    ["a paragraph before it", "[Words] here", "A heading\n\n[Words] here"],
  ])("%s", (_what, before, after) => {
    const { text, anchor } = marked(before);
    const [moved] = moveAnchors(text, after.replace(/[[\]]/g, ""), [anchor]);
    expect(shown(after.replace(/[[\]]/g, ""), moved!)).toBe(after);
  });

  test("what is deleted is lost, says what it was about, and comes back with its words", () => {
    const anchor = about("keeps the house in repair");
    const without = lease.replace(" keeps the house in repair", "");
    const [lost] = moveAnchors(lease, without, [anchor]);
    expect(lost).toMatchObject({ place: null, about: "keeps the house in repair" });
    const [back] = moveAnchors(without, lease, [lost!]);
    expect(back!.place).toEqual(anchor.place);
  });

  test("what was deleted letter by letter, saved in between, is whole again when it is back", () => {
    let anchor = about("1,450 euros");
    let text = lease;
    for (const left of ["1,450 eu", "1,4", ""]) {
      const next = lease.replace("1,450 euros", left);
      [anchor] = moveAnchors(text, next, [anchor]) as [CommentAnchor];
      text = next;
    }
    expect(anchor.place).toBeNull();
    expect(moveAnchors(text, lease, [anchor])[0]!.place).toEqual(about("1,450 euros").place);
    // And from half of it.
    const half = lease.replace("1,450 euros", "1,450 eu");
    const [shorter] = moveAnchors(lease, half, [about("1,450 euros")]);
    expect(moveAnchors(half, lease, [shorter!])[0]!.place).toEqual(about("1,450 euros").place);
  });

  test("what was moved is followed, in one save or in two", () => {
    const anchor = about("The landlord keeps the house in repair.");
    const gone = lease.replace("The landlord keeps the house in repair.\n\n", "");
    const moved = `${gone}\n\nThe landlord keeps the house in repair.`;
    const at = moved.length - "The landlord keeps the house in repair.".length;
    expect(moveAnchors(lease, moved, [anchor])[0]!.place?.start).toBe(at);
    const [lost] = moveAnchors(lease, gone, [anchor]);
    expect(moveAnchors(gone, moved, [lost!])[0]!.place?.start).toBe(at);
  });

  test.each([
    [88, true],
    [89, false],
  ])("two letters that became %i are a rewording: %o", (length, isKept) => {
    const after = `qw ${"z".repeat(length)} er`;
    const [moved] = moveAnchors("qw ab er", after, [anchorAt("qw ab er", { start: 3, end: 5 })]);
    expect(moved!.place).toEqual(isKept ? { start: 3, end: 3 + length } : null);
  });

  test("another text altogether keeps no comment on it", () => {
    const other = "Something else entirely, of some length, and nothing of what was there. ".repeat(8);
    expect(moveAnchors(lease, other, [about("third day")])[0]).toMatchObject({ place: null, about: "third day" });
  });
});

describe("in a text of unknown past", () => {
  test("is where it says, if its words are there", () => {
    expect(findAnchor(lease, about("third day")).place).toEqual(about("third day").place);
  });
  test("is found by what is beside it, of several the right one", () => {
    const { anchor } = marked(lease.replace("The rent is due", "[The rent] is due"));
    const found = findAnchor(`Preamble.\n\n${lease}`, anchor);
    expect(found.place!.start).toBe(anchor.place!.start + "Preamble.\n\n".length);
  });
  test.each([
    ["twelve letters beside it are enough", "A subtenant pays rent", true],
    ["eleven are not", "A covenant pays rent", false],
  ])("%s", (_what, text, isFound) => {
    const anchor = { about: "rent", quote: "rent", before: "The tenant pays ", after: " in April.", place: null };
    expect(findAnchor(text, anchor).place).toEqual(isFound ? { start: text.length - 4, end: text.length } : null);
  });
  test.each([
    ["of 24 letters is found without anything beside it", "the landlord’s insurance", true],
    ["of 23 letters is not", "a landlord’s insurances", false],
    ["of 24 letters that is there twice is not", "the landlord’s insurance and the landlord’s insurance", false],
  ])("a passage %s", (_what, text, isFound) => {
    const words = text.slice(0, 24);
    const anchor = { about: words, quote: words, before: "In March ", after: " is renewed.", place: null };
    expect(findAnchor(`Of it, ${text}!`, anchor).place).toEqual(isFound ? { start: 7, end: 7 + words.length } : null);
  });
  test("is the nearest of several that have the same beside them", () => {
    const text = "Pay the rent now. Pay the rent now. Pay the rent now.";
    const places = [8, 26, 44].map((start) => ({ start, end: start + 4 }));
    const anchor = { about: "rent", quote: "rent", before: "Pay the ", after: " now." };
    for (const place of places) {
      // The words moved by two letters since.
      const near = { start: place.start + 2, end: place.end + 2 };
      expect(findAnchor(text, { ...anchor, place: near }).place).toEqual(place);
    }
  });
  test("of a short text needs what there is beside it, and no more", () => {
    const anchor = { about: "rent", quote: "rent", before: "My ", after: " is", place: null };
    expect(findAnchor("So: My rent is.", anchor).place).toEqual({ start: 7, end: 11 });
    expect(findAnchor("So: Our rent is.", anchor).place).toBeNull();
  });
  test("is not put on just any words that read the same", () => {
    expect(findAnchor("Nothing of that text but rent.", about("rent")).place).toBeNull();
  });
});

test("moving there and back again is nothing, whatever was edited elsewhere", () => {
  const words = lease.split(" ");
  for (let i = 0; i < words.length; i++) {
    const edited = words.toSpliced(i, 1, "other", "words").join(" ");
    for (const phrase of ["1,450 euros", "keeps the house", "is due"]) {
      const anchor = about(phrase);
      const [there] = moveAnchors(lease, edited, [anchor]);
      const [back] = moveAnchors(edited, lease, [there!]);
      expect([i, phrase, back!.place]).toEqual([i, phrase, anchor.place]);
    }
  }
});

describe("a range beside a change", () => {
  const range = { start: 10, end: 20 };
  const change = (from: number, to: number, length: number): RangeChange => ({ from, to, newFrom: from, newTo: from + length });
  test.each<[string, RangeChange, [number, number] | null]>([
    ["inserted before it", change(9, 9, 3), [13, 23]],
    ["inserted at its beginning, outside", change(10, 10, 3), [13, 23]],
    ["inserted just within its beginning", change(11, 11, 3), [10, 23]],
    ["inserted just within its end", change(19, 19, 3), [10, 23]],
    ["inserted at its end, outside", change(20, 20, 3), [10, 20]],
    ["inserted behind it", change(21, 21, 3), [10, 20]],
    ["deleted up to its beginning", change(5, 10, 0), [5, 15]],
    ["deleted over its beginning", change(5, 12, 0), [5, 13]],
    ["deleted from its beginning", change(10, 12, 0), [10, 18]],
    ["deleted up to its end", change(18, 20, 0), [10, 18]],
    ["deleted over its end", change(18, 22, 0), [10, 18]],
    ["deleted from its end on", change(20, 25, 0), [10, 20]],
    ["replaced from its end on", change(20, 25, 2), [10, 20]],
    ["replaced up to its beginning", change(5, 10, 2), [7, 17]],
    ["replaced over its end", change(18, 22, 6), [10, 24]],
    ["all of it deleted", change(10, 20, 0), null],
    ["all of it and more deleted", change(5, 25, 0), null],
    ["all of it replaced", change(10, 20, 4), [10, 14]],
  ])("%s", (_what, one, moved) => {
    expect(moveRange(range, [one])).toEqual(moved && { start: moved[0], end: moved[1] });
  });

  test("several changes add up", () => {
    const changes: RangeChange[] = [
      { from: 0, to: 2, newFrom: 0, newTo: 0 },
      { from: 12, to: 12, newFrom: 10, newTo: 13 },
      { from: 30, to: 40, newFrom: 31, newTo: 31 },
    ];
    expect(moveRange(range, changes)).toEqual({ start: 8, end: 21 });
  });
});
