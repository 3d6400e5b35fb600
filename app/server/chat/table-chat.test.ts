/* A chat about a review's table: what a model is given of it, what the tool counts and finds, and what is cited. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { citedCell } from "#core/review/cited-cell.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";
import { newReview, readAgreement, readReview, readRows, uploadTo, type Ask } from "#test/reviews.ts";
import { ask as askChat, choicesOf, question, threadOf } from "#test/turns.ts";

type Says = object | string;
let says: Says[] = [];
let sent: AskedCell[] = [];
let model: ReviewModel;
let app: TestApp;
let me: TestPerson;
let table: { id: string; projectId: string };

const asking =
  (as: TestPerson): Ask =>
  async <T>(path: string, body?: unknown, method?: string) => {
    const response = await app.request(path, { as, ...(body !== undefined && { body }), ...(method !== undefined && { method }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

beforeAll(async () => {
  model = await startReviewModel((cell) => {
    if (cell.column !== "" && cell.document.startsWith("Agreement")) return readAgreement(cell);
    // Titles are asked for behind an answer.
    if (cell.tools.length === 0) return "A title";
    sent.push(cell);
    return (says.length > 1 ? says.shift() : says[0]) ?? "Nothing.";
  });
  app = await startApp({ MODEL_SERVER_URL: model.url });
  me = await app.person();
  const upload = (projectId: string, name: string, text: string) =>
    uploadTo(
      app.stet.env.url,
      me.cookie,
      (request) => app.fetch(request),
      projectId,
      new File([text], name, { type: "text/plain" }),
    );
  table = await newReview(asking(me), upload, 10);
  await asking(me)(`/api/reviews/${table.id}`, { model: "local:reader" }, "PATCH");
  await asking(me)(`/api/reviews/${table.id}/runs`, { all: true });
  await app.stet.jobs.settled();
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const choices = (chosen = "local:reader") => ({
  ...choicesOf(chosen),
  review: { id: table.id, name: "Supply agreements" },
});

async function askTable(content: string, script: Says[], rest: object = {}) {
  says = script;
  sent = [];
  const asked = question(content, { projectId: table.projectId, choices: choices(), ...rest });
  const read = await askChat(app, me, asked);
  return { ...read, asked, given: [...sent] };
}

/** What a call of the tool answers. */
async function result(input: object): Promise<Record<string, unknown>> {
  const { parts } = await askTable("Look.", [{ callTool: "readReview", input }, "Done."]);
  const call = parts.find((part) => part.type === "tool-invocation");
  return call?.type === "tool-invocation" ? (call.toolInvocation.result as Record<string, unknown>) : {};
}

test("the table is given as data with numbers, and a cited cell is a source that opens in the table", async () => {
  // The third row's law: three cells a row.
  const { content, asked, given } = await askTable("Which law governs the first?", [
    "Agreement 01.txt is governed by the law of Germany [[2]].",
  ]);
  const [{ content: first }] = given as [AskedCell];
  expect(first).toContain('<data label="the table">');
  expect(first).toContain("   Governing law: Germany (Found) [[2]]");
  expect(first).toMatch(/5\. Agreement 05\.txt\n.*\n.*\n {3}Notice: \(Not present\) \[\[15\]\]/);
  expect(content).toContain("[[1]]");
  const { messages } = await threadOf(app, me, asked.chatId);
  const { sources } = messages[1]!;
  expect(sources).toHaveLength(1);
  const [row] = await readRows(asking(me), table.id);
  const { columns } = await readReview(asking(me), table.id);
  expect(sources![0]).toMatchObject({ displayName: "Agreement 01.txt, Governing law", documentId: row!.fileId });
  expect(sources![0]!.cited?.[0]?.verdict).toBe("supported");
  expect(citedCell(sources![0]!)).toEqual({ reviewId: table.id, documentId: row!.id, columnId: columns[1]!.id });
});

test("values are counted by Stet, among rows that meet filters", async () => {
  expect(await result({ get: "count", column: "governing law" })).toMatchObject({
    rows: 10,
    values: [
      { value: "England and Wales", count: 3 },
      { value: "Germany", count: 3 },
      { value: "Sweden", count: 2 },
      { value: "the Netherlands", count: 2 },
    ],
    withoutAnswer: 0,
    states: { found: 10 },
  });
  // A count that an answer gets wrong is marked.
  const counted = await askTable("How many?", [
    { callTool: "readReview", input: { get: "count", column: "Governing law" } },
    "Germany governs 4 of the 10 agreements [[31]].",
  ]);
  const { messages } = await threadOf(app, me, counted.asked.chatId);
  expect(messages[1]!.sources).toMatchObject([
    { displayName: "Supply agreements, counted by Governing law", cited: [{ verdict: "differs" }] },
  ]);
  const filters = [{ column: "Begins", from: "2003-01-01", to: "1 January 2009" }];
  expect(await result({ get: "count", column: "Notice", filters })).toMatchObject({
    rows: 6,
    withoutAnswer: 1,
    states: { found: 5, "not-present": 1 },
  });
});

test("rows are found by value, state and words, sorted, and page by page", async () => {
  const rowsOf = (found: Record<string, unknown>) => (found["rows"] as { row: number }[]).map(({ row }) => row);
  const swedish = await result({ get: "rows", filters: [{ column: "Governing law", values: ["SWEDEN."] }], columns: ["Begins"] });
  expect([swedish["found"], rowsOf(swedish)]).toEqual([2, [4, 8]]);
  expect((swedish["rows"] as { cells: object }[])[0]!.cells).toEqual({
    Begins: { answer: "2004-03-01", state: "Found", cite: null },
  });
  expect(rowsOf(await result({ get: "rows", filters: [{ column: "Notice", states: ["not-present"] }] }))).toEqual([5, 10]);
  expect(rowsOf(await result({ get: "rows", words: "2003-03" }))).toEqual([3]);
  const latest = await result({ get: "rows", sort: { column: "Begins", descending: true }, limit: 3, from: 2 });
  expect([latest["found"], rowsOf(latest)]).toEqual([10, [9, 8, 7]]);
  expect(latest["next"]).toContain("from: 5");
});

test("the words of one row are given with what they are worth; wrong questions get a reason", async () => {
  const { cells, document } = (await result({ get: "passages", row: 1, columns: ["Governing law"] })) as {
    cells: object[];
    document: string;
  };
  expect(document).toBe("Agreement 01.txt");
  expect(cells[0]).toMatchObject({
    answer: "Germany",
    state: "Found",
    passages: [{ words: "governed by the law of Germany.", isInDocument: true, verdict: "verified" }],
  });
  expect(await result({ get: "passages", row: 99 })).toEqual({ error: "The table has no row 99. It has 10." });
  expect(await result({ get: "count", column: "Price" })).toEqual({ error: expect.stringContaining("“Governing law”") as string });
  const bounds = [{ column: "Governing law", from: "A" }];
  expect(await result({ get: "rows", filters: bounds })).toEqual({ error: expect.stringContaining("can't be compared") as string });
});

test("nothing but the table is offered, whatever the writer has switched on", async () => {
  const wide = { ...choices(), sources: ["SE"], searchProjectFiles: true, forceWebSearch: true, draftMode: true };
  const { given } = await askTable("Which law?", ["None."], { choices: wide });
  expect(given[0]!.tools).toEqual(["readReview"]);
});

test("a chat outside the review's project gets nothing of the table, and neither has a stranger's", async () => {
  const { id: elsewhere } = await asking(me)<{ id: string }>("/api/projects", { name: "Elsewhere" });
  const other = await askTable("Which law?", ["Germany."], { projectId: elsewhere });
  expect(other.finish?.messageMetadata.status).toBe("failed");
  expect(other.given).toEqual([]);
  const stranger = await app.person();
  const { id: own } = await asking(stranger)<{ id: string }>("/api/projects", { name: "Own" });
  sent = [];
  const read = await askChat(app, stranger, question("Which law?", { projectId: own, choices: choices() }));
  expect(read.finish?.messageMetadata.status).toBe("failed");
  expect(sent).toEqual([]);
});

test("a person's word is what the table says", async () => {
  const [row] = await readRows(asking(me), table.id);
  const { columns } = await readReview(asking(me), table.id);
  const changes = [{ documentId: row!.id, columnId: columns[1]!.id, is: { answer: "Norway" } }];
  await asking(me)(`/api/reviews/${table.id}/cells`, { operationId: crypto.randomUUID(), changes }, "PUT");
  const { given } = await askTable("Which law?", ["Norway [[2]]."]);
  expect(given[0]!.content).toContain("Governing law: Norway (Corrected) [[2]]");
});

test("with no model the built-in editor counts the column that is named, lists its rows, and composes nothing", async () => {
  const builtIn = { choices: choices("stet-builtin") };
  const { content } = await askTable("Which have Sweden as governing law?", [], builtIn);
  expect(content).toContain("**Governing law** in 10 documents:");
  expect(content).toContain("Sweden 2");
  expect(content).toMatch(/- Agreement 04\.txt: Sweden \(Found\) \[\[1\]\]\n- Agreement 08\.txt: Sweden \(Found\) \[\[2\]\]/);
  expect(content).not.toContain("Agreement 02.txt");
  const { content: none } = await askTable("What is the price?", [], builtIn);
  expect(none).toContain("“Begins”, “Governing law”, “Notice”");
  expect(sent).toEqual([]);
});

test("of a review that was deleted, the chat says so", async () => {
  await asking(me)(`/api/reviews/${table.id}`, { isRemoved: true }, "PATCH");
  const { finish, given } = await askTable("Which law?", ["Germany."]);
  expect(finish?.messageMetadata).toMatchObject({ status: "failed" });
  expect(JSON.stringify(finish)).toContain("was deleted");
  expect(given).toEqual([]);
});
