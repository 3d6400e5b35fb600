import { expect, test } from "vitest";
import { isAboutParties, namesAnswered, partiesIn } from "./find-parties.ts";

test.each([
  [
    "on a cover and again, the second of which names them",
    `SUPPLY AGREEMENT\n\nbetween\n\nALDER AB\n\nand\n\nBIRCH LTD\n\nThis Agreement is made between Alder AB, a Swedish company\nwith its seat in Lund (the “Supplier”), and Birch Ltd, registered in England (the "Customer" and together the “Parties”).\n\nWHEREAS the Supplier (the “Seller”) sells boats.`,
    ["Alder AB", "Birch Ltd"],
  ],
  [
    "three, with numbers, and what they are together",
    "BETWEEN: (1) Alder, Inc. (“A”); (2) the Birch Corporation, a Delaware corporation (“B”); and (3) Ceder & Co. LLC (“C”) (collectively, the “Parties”).",
    ["Alder, Inc.", "Birch Corporation", "Ceder & Co. LLC"],
  ],
  [
    "a person",
    "is made by and between Dr. Ada Lind (hereinafter Consultant) and iMill Corporation (hereinafter Company).",
    ["Dr. Ada Lind", "iMill Corporation"],
  ],
  [
    "what is said of one behind its short name",
    "between Alder Ltd (“A”) a Beijing company, whose office is in Beijing and Birch Ltd (“B”). The goods (the “Goods”) are boats.",
    ["Alder Ltd", "Birch Ltd"],
  ],
  [
    "in Swedish",
    "Detta avtal har träffats mellan Al AB, org.nr 556000-0001 (”Säljaren”), och Björk AB, org.nr 556000-0002 (”Köparen”).",
    ["Al AB", "Björk AB"],
  ],
  [
    "in German",
    "zwischen der Erle GmbH, Berlin (nachfolgend „Verkäuferin“) und der Birke AG, Bonn (nachfolgend „Käuferin“)",
    ["Erle GmbH", "Birke AG"],
  ],
  [
    "in Dutch",
    "Deze overeenkomst is gesloten tussen Els B.V., gevestigd te Leiden (“Verkoper”), en Berk N.V., gevestigd te Delft (“Koper”).",
    ["Els B.V.", "Berk N.V."],
  ],
])("%s", (_, text, names) => {
  const found = partiesIn(text);
  expect(found?.names).toEqual(names);
  for (const name of names) expect(text.slice(found!.place.start, found!.place.end)).toContain(name.split(" ")[0]!);
});

test("nothing is said where one has no name of its own, or nothing is between two parties", () => {
  expect(partiesIn("A comparison between the old and the new text.")).toBeNull();
  expect(partiesIn("between Alder AB (“Alder”) and those who sign below.")).toBeNull();
  expect(partiesIn("between this agreement (the “Agreement”) and that dated 1 May (the “Lease”)")).toBeNull();
});

test.each([
  ["Parties", "", true],
  ["Parterna", "", true],
  ["Who", "Who are the parties to this agreement? Give their full names.", true],
  ["Third parties", "Who may rely on it?", false],
])("“%s”, “%s” is about the parties: %s", (label, question, is) => expect(isAboutParties({ label, question })).toBe(is));

test.each([
  ["Harbour Press Ltd; Quist Consulting", ["Harbour Press Ltd", "Quist Consulting"]],
  ["- Alder AB (the “Supplier”)\n- Birch, Inc. [Customer]", ["Alder AB", "Birch, Inc."]],
  ["1. Müller & Söhne GmbH,\n2) Dr. Ada Lind", ["Müller & Söhne GmbH", "Dr. Ada Lind"]],
  ["Alder Ltd; ALDER LIMITED; Alder Ltd; ; Birch Ltd.", ["Alder Ltd", "Birch Ltd."]],
  [`The agreement is made by several companies ${"of the group ".repeat(20)}`, []],
  [Array.from({ length: 20 }, (_, at) => `Company ${at}`).join("; "), Array.from({ length: 12 }, (_, at) => `Company ${at}`)],
  ["", []],
])("the names that an answer lists: %s", (answer, names) => {
  expect(namesAnswered(answer)).toEqual(names);
});
