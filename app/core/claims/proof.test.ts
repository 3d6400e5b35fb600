/* No verdict of trust without a ground for each word: what comparing signs alone has overlooked. */
import { expect, test } from "vitest";
import { Proof } from "./proof.ts";
import { verifyCitations } from "./verify-citations.ts";

function verdictOf(said: string, content: string): string | undefined {
  const [source] = verifyCitations(`${said} [[1]]`, [{ id: "s", type: "file", name: "a.pdf", number: 1, content }]);
  return source!.cited![0]!.verdict;
}

const title = "Title to an engine passes to the customer on payment in full; risk passes on delivery.";
const release = "Nach einer Abberufung kann die Gesellschaft unter Fortzahlung der Bezüge die Geschäftsführerin freistellen.";
const pledge =
  "(3) This section and sections 117 to 122 do not apply to—\n(a)a pledge of documents of title, or\n(b)a non-commercial agreement.";
const document =
  "The document must be provided before the agreement is made unless—\n(a) the debtor has the information, in which case it may be provided after the agreement is made, or\n(b) the agreement is an overdraft, in which case it must be provided immediately after the agreement is made.";

const lapse =
  "Die Ansprüche verjähren 1. in 30 Jahren, wenn der Mangel in einem Recht besteht, 2. in fünf Jahren a) bei einem Bauwerk und b) bei Baustoffen, und 3. im Übrigen in zwei Jahren.";
const begin = "Die Verjährung beginnt bei Grundstücken mit der Übergabe, im Übrigen mit der Ablieferung der Sache.";

test.each([
  ["a figure of another item of a list", "Bei einem Bauwerk verjähren die Ansprüche in zwei Jahren.", lapse],
  [
    "things of two clauses exchanged",
    "Die Verjährung beginnt bei Grundstücken mit der Ablieferung, im Übrigen mit der Übergabe.",
    begin,
  ],
  ["words of one clause from two statements", "Title to an engine passes to the customer on delivery.", title],
  ["“and” for “or”", "The supplier repairs and replaces defective engines.", "The supplier repairs or replaces defective engines."],
  [
    "“or” for “and”, in Dutch",
    "De voorzitter of de penningmeester vertegenwoordigt de vereniging.",
    "De voorzitter en de penningmeester vertegenwoordigen de vereniging.",
  ],
  ["two words exchanged beside a verb", "Nach einer Abberufung kann die Geschäftsführerin die Gesellschaft freistellen.", release],
  ["an item of a list without what begins it", "The section applies to a pledge of documents of title.", pledge],
  ["a word of another item", "In which case it may be provided immediately after the agreement is made.", document],
  [
    "“must be entitled” for “may be entitled”",
    "The party must be entitled to another remedy.",
    "The party may be entitled to another remedy.",
  ],
  [
    "a form that the source does not ask for",
    "Notice of termination must be given in writing.",
    "Notice of termination must be given.",
  ],
])("%s is not trusted", (_, said, content) =>
  expect(["verified", "verified-omissions", "supported"]).not.toContain(verdictOf(said, content)),
);

test.each([
  ["Risk passes on delivery.", title],
  ["Die Verjährung beginnt bei Grundstücken mit der Übergabe.", begin],
  ["Each tranche must be at least EUR 250,000.", "The borrower may draw up to four tranches, each of at least EUR 250,000."],
  ["Neither the seller nor the buyer is liable.", "Neither the seller nor the buyer is liable for anything."],
  ["The supplier must repair or replace defective engines.", "The supplier shall repair or replace defective engines."],
  ["Nach einer Abberufung darf die Gesellschaft die Geschäftsführerin freistellen.", release],
  ["The section does not apply to a pledge of documents of title.", pledge],
])("each word of “%s” has its ground", (said, content) => expect(["verified", "supported"]).toContain(verdictOf(said, content)));

test("a number without its unit, and a duty and “only”, contradict nothing", () => {
  expect(
    verdictOf("The child may consent from the age of 16.", "A child may consent where the child is at least 16 years old."),
  ).not.toBe("differs");
  expect(verdictOf("Workers have leave every year.", "Workers have leave. Workers who begin late have only some leave.")).not.toBe(
    "differs",
  );
});

test("a proof of a quotation has each of its words, in its order, at its place", () => {
  const content = "The rent is due on the first day of each month.";
  const range = { start: 0, end: content.length };
  expect(Proof.ofQuotation("the rent is due […] each month", range, content, true)).toBeInstanceOf(Proof);
  expect(Proof.ofQuotation("the rent is due on the second day", range, content)).toBeUndefined();
  expect(Proof.ofQuotation("each month the rent is due", range, content)).toBeUndefined();
  expect(Proof.ofQuotation("the rent is [not] due", range, content)).toBeUndefined();
});
