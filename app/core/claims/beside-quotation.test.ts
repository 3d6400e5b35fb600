import { describe, expect, test } from "vitest";
import { verifyCitations } from "./verify-citations.ts";

const lease =
  "4. The tenant shall give the landlord one month’s written notice.\n\n" +
  "5. The landlord may not enter the rooms without an appointment, except in an emergency.\n\n" +
  "6. The tenant pays a deposit of EUR 900 within fourteen days.\n\n" +
  "7. Under Regulation (EU) No 182/2011 the authority keeps a list of landlords.";
const miete =
  "(1) Das einzelne Zwangsgeld darf den Betrag von fünftausend Euro nicht übersteigen.\n\n" +
  "(2) Der Verpächter hat die auf der Sache ruhenden Lasten zu tragen.";

function verdicts(text: string, content = lease): (string | undefined)[] {
  const source = { id: "s", type: "file" as const, name: "a.pdf", number: 1, content };
  return verifyCitations(text, [source])[0]!.cited?.map(({ verdict }) => verdict) ?? [];
}

describe("a sentence around a true quotation that says otherwise is not verified", () => {
  test.each([
    ["The tenant need not give “one month’s written notice” to the landlord. [[1]]", lease],
    ["The tenant may give the landlord “one month’s written notice”. [[1]]", lease],
    ["The landlord may “enter the rooms without an appointment”, except in an emergency. [[1]]", lease],
    ["The landlord may not “enter the rooms without an appointment”. [[1]]", lease],
    ["The landlord “shall give the landlord one month’s written notice”. [[1]]", lease],
    ["The landlord pays “a deposit of EUR 900 within fourteen days”. [[1]]", lease],
    ["“The tenant pays a deposit of EUR 900” within forty days. [[1]]", lease],
    ["„Das einzelne Zwangsgeld darf den Betrag“ von fünftausend Euro übersteigen. [[1]]", miete],
    ["Der Pächter hat „die auf der Sache ruhenden Lasten zu tragen“. [[1]]", miete],
    ["It is not irrevocable; “the consent takes effect at once”. [[1]]", "It is irrevocable; the consent takes effect at once."],
    ["Hyresgästen behöver inte ge ”one month’s written notice” [[1]].", lease],
    ["De huurder hoeft geen „one month’s written notice” te geven [[1]].", lease],
    // The sentence and its quotation read as one, without the denial that the source has between them.
    ["We will “send your records without your request”. [[1]]", "We will not send your records without your request."],
    ["Everything “is owed before the keys are handed over”. [[1]]", "Nothing is owed before the keys are handed over."],
    ["Wir werden „die Daten ohne Zustimmung weitergeben“. [[1]]", "Wir werden nicht die Daten ohne Zustimmung weitergeben."],
    // A bracket that names a provision, and says something of it.
    [
      "“Any provision” (excluding one amended by Schedule 5) applies to trainees. [[1]]",
      "Any provision (including one amended by Schedule 5) applies to trainees.",
    ],
    // A label of another item, and one that lost its denial.
    [
      "Supervisors in training: “EUR 7.50 an hour”. [[1]]",
      "Supervisors in employment: EUR 7.50 an hour.\n\nSupervisors in training: EUR 5 an hour.",
    ],
    ["If the supervisor is „in employment: EUR 7.50” an hour. [[1]]", "If the supervisor is not in employment: EUR 7.50 an hour."],
    // The unit behind the marks is the writer's own.
    ["“The mean age at diagnosis was 43” months. [[1]]", "The mean age at diagnosis was 43 years.\n\nIt was reported for months."],
  ])("%s", (text, content) => expect(["differs", "quotation-only"]).toContain(verdicts(text, content)[0]));
});

describe("one that says what the source says, or only introduces it, is", () => {
  test.each([
    ["The tenant shall give the landlord “one month’s written notice”. [[1]]", lease],
    ["The landlord may not “enter the rooms without an appointment, except in an emergency”. [[1]]", lease],
    ["No. The lease says: “The landlord may not enter the rooms without an appointment” (cl. 5, p. 1) [[1]].", lease],
    ["No. The landlord must not “enter the rooms without an appointment, except in an emergency” [[1]].", lease],
    ["Under clause 6, the tenant pays “a deposit of EUR 900” [[1]].", lease],
    ["The court held that “the tenant pays a deposit of EUR 900” [[1]].", lease],
    ["„… ruhenden Lasten zu tragen“ (vgl. § 12 Nr. 4 BGB) [[1]]", miete],
    ["> The landlord may not enter the rooms without an appointment, except in an emergency. [[1]]", lease],
  ])("%s", (text, content) => expect([text, ...verdicts(text, content)]).toEqual([text, "verified"]));
});

describe("of a sentence that says more than the passage, only the quotation is verified, and the rest is named", () => {
  test.each([
    ["It refers to “fourteen days” and nothing else [[1]].", ["nothing", "else"]],
    ["The parties celebrated, and “the tenant pays a deposit of EUR 900” [[1]].", ["parties", "celebrated"]],
    ["The tenant “pays a deposit of EUR 900” after the keys are handed over [[1]].", ["after", "keys", "handed"]],
    ["It is not free, though: the tenant “pays a deposit of EUR 900” [[1]].", ["not", "free", "though"]],
    ["The tenant must not: “give the landlord one month’s written notice” [[1]].", undefined],
    ["Hyresgästen ska lämna ”one month’s written notice” till hyresvärden [[1]].", undefined],
    ["Katten är svart, ”the tenant pays a deposit of EUR 900” [[1]].", ["Katten är svart"]],
  ])("%s", (text, missing) => {
    const [source] = verifyCitations(text, [{ id: "s", type: "file", name: "a.pdf", number: 1, content: lease }]);
    const [cited] = source!.cited!;
    expect(cited).toMatchObject({ verdict: "quotation-only", ...(missing && { missing }) });
    expect(lease.slice(cited!.start, cited!.end)).toBe(cited!.words);
  });

  test("what is left out of the quotation is named, too", () => {
    const text = "“The tenant pays a deposit […] within fourteen days”, which the parties regretted [[1]].";
    const [source] = verifyCitations(text, [{ id: "s", type: "file", name: "a.pdf", number: 1, content: lease }]);
    expect(source!.cited).toMatchObject([{ verdict: "quotation-only", omitted: ["of EUR 900"] }]);
  });
});

describe("brackets put nothing else in the place of the source's words", () => {
  test.each([
    ["“The tenant pays a deposit of EUR […] within [forty (40)] days.” [[1]]", "altered"],
    ["“The tenant shall [not] give the landlord one month’s written notice.” [[1]]", "altered"],
    ["“The tenant[2] pays a deposit of EUR 900” [[1]]", "verified"],
  ])("%s", (text, verdict) => expect(verdicts(text)).toEqual([verdict]));
});

describe("“No” before a number denies nothing", () => {
  test.each([
    ["“Under Regulation (EU) […] the authority keeps a list” [[1]]", "verified-omissions"],
    ["The authority keeps a list of landlords under Regulation (EU) No 182/2011. [[1]]", "supported"],
    ["The authority keeps no list of landlords under Regulation (EU) No 182/2011. [[1]]", "differs"],
  ])("%s", (text, verdict) => expect(verdicts(text)).toEqual([verdict]));
});

test("of the places where a shortened quotation begins, the nearest one counts", () => {
  const act = "Regulation 45 applies. No other rule is touched. Regulation 45 and other acts shall be adapted.";
  expect(verdicts("“Regulation 45 [sic] and other acts shall be adapted.” [[1]]", act)).toEqual(["verified"]);
});

test("another act with some of the same words neither contradicts a sentence nor leaves it unchecked", () => {
  const other =
    "Those national authorities shall exercise their powers independently, impartially and without bias so as to " +
    "safeguard the objectivity of their activities and tasks, and to ensure the application of this Regulation.";
  const said =
    "Each supervisory authority shall act with complete independence in performing its tasks and exercising its powers in accordance with this Regulation. [[1]]";
  expect(verdicts(said, other)).toEqual(["not-found"]);
});
