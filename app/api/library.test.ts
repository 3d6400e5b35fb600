/* The library over its API: found, made from a draft, imported, refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LibraryPage, SimilarClause, TemplateSummary } from "#core/templates/library.ts";
import { readClause, writeClause, type LibraryClause } from "#core/templates/clause-file.ts";
import { readClauseTable } from "#core/templates/clause-table.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { upload } from "#test/upload.ts";
import { controlOf, t, wordFileOf } from "#test/word-xml.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Answer = { status: number; body: Record<string, unknown> };
async function ask(as: TestPerson, path: string, options: { method?: string; body?: unknown } = {}): Promise<Answer> {
  const answer = await app.request(path, { as, ...options });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test("a shelf has what comes with Stet and one's own", async () => {
  const me = await app.person();
  await ask(me, "/api/library/templates", { body: { source: "---\nname: Lease of a harbour\njurisdiction: GB\n---\n\nWords" } });
  const { body } = await ask(me, "/api/library/templates?jurisdiction=GB");
  const { templates, builtIn } = body as LibraryPage & { builtIn: TemplateSummary[] };
  expect(templates.map(({ name }) => name)).toEqual(["Lease of a harbour"]);
  expect(builtIn.map(({ id }) => id)).toContain("commercial-lease");
  expect((await ask(me, "/api/library/templates/commercial-lease")).body["source"]).toContain("name: Commercial Lease");
  expect((await ask(me, "/api/library/templates/no-such")).status).toBe(404);
  // What cannot be understood in an address is left out.
  expect((await ask(me, "/api/library/templates?jurisdiction=XX&before=1")).status).toBe(200);
});

test("a bad file gets a sentence and is not stored", async () => {
  const me = await app.person();
  const refused = await ask(me, "/api/library/templates", { body: { source: "---\nname: x\n---\n\n{{rent}}" } });
  expect(refused).toMatchObject({
    status: 400,
    body: { detail: "Line 1 of the text: There is no field “rent” in the head of the file." },
  });
  expect((await ask(me, "/api/library/templates")).body["templates"]).toEqual([]);
});

test("what comes with Stet can be neither changed nor deleted", async () => {
  const me = await app.person();
  const source = "---\nname: x\n---\n\nWords";
  expect((await ask(me, "/api/library/templates/commercial-lease", { method: "PUT", body: { source, version: 1 } })).status).toBe(
    404,
  );
  expect((await ask(me, "/api/library/templates/commercial-lease", { method: "DELETE" })).status).toBe(404);
});

test("a draft of one's own becomes a template; another person's is not found", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const project = await ask(me, "/api/projects", { body: { name: "A matter" } });
  const content = "# Lease\n\n1) The rent is [rent].";
  const draft = await ask(me, "/api/drafts", { body: { projectId: project.body["id"], name: "Lease of a boat", content } });
  const made = await ask(me, "/api/library/templates", { body: { draftId: draft.body["id"] } });
  expect(made.status).toBe(201);
  const { body } = await ask(me, `/api/library/templates/${String(made.body["id"])}`);
  expect(body["source"]).toContain("name: Lease of a boat");
  expect(body["source"]).toContain("rent: { type: text, label: rent }");
  expect(body["source"]).toContain("1) The rent is {{rent}}.");
  expect((await ask(other, "/api/library/templates", { body: { draftId: draft.body["id"] } })).status).toBe(404);
  expect((await ask(other, `/api/library/templates/${String(made.body["id"])}`)).status).toBe(404);
});

test("a Word file’s form becomes a template; another person’s is not found, and what is no document is refused", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const client = controlOf('<w:alias w:val="Client"/><w:text/>', `<w:r>${t("Someone else")}</w:r>`);
  const fileId = await upload(app, me, "Engagement.docx", wordFileOf(`<w:p><w:r>${t("We act for ")}</w:r>${client}</w:p>`));
  const made = await ask(me, "/api/library/templates", { body: { fileId } });
  expect(made).toMatchObject({ status: 201, body: { notices: [] } });
  const { body } = await ask(me, `/api/library/templates/${String(made.body["id"])}`);
  expect(body["source"]).toContain("name: Engagement\n");
  expect(body["source"]).toContain("client: { type: text, label: Client }");
  expect(body["source"]).toContain("We act for {{client}}");
  expect(body["source"]).not.toContain("Someone else");
  expect((await ask(other, "/api/library/templates", { body: { fileId } })).status).toBe(404);
  const table = await upload(app, me, "table.csv", " ");
  expect((await ask(me, "/api/library/templates", { body: { fileId: table } })).body["detail"]).toBe(
    "No words were found in this file that a template could hold.",
  );
});

const clause = (name: string, text: string): LibraryClause => ({
  name,
  jurisdiction: "any",
  language: "en",
  summary: "",
  guidance: "When it is needed",
  variants: [
    { name: "Short", text },
    { name: "Long", text: `${text}\n\n“At length”, it says; "so"` },
  ],
});

test("clauses go out as a table and come in again as they were, without those that are retired or another’s", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const clauses = Array.from({ length: 120 }, (_, at) => clause(`Clause ${at}`, at === 7 ? "=1+1; -2" : `Words ${at}`));
  for (let from = 0; from < clauses.length; from += 100) {
    const sources = clauses.slice(from, from + 100).map(writeClause);
    expect((await ask(me, "/api/library/templates", { body: { sources } })).status).toBe(201);
  }
  const made = await ask(me, "/api/library/templates", { body: { source: writeClause(clause("Retired", "Old")) } });
  const retirement = { isRetired: true, successorId: null };
  await ask(me, `/api/library/templates/${String(made.body["id"])}/retirement`, { method: "PUT", body: retirement });
  const answer = await app.request("/api/library/clauses.csv", { as: me });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="clauses.csv"');
  const table = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(table).toMatch(/^\ufeffName,Variant,/);
  expect(table).toContain(",'=1+1; -2\r\n");
  expect(readClauseTable(table)).toEqual({ clauses, refused: [] });
  expect(await (await app.request("/api/library/clauses.csv", { as: other })).text()).not.toContain("Clause 7");
});

test("of several files with one that is refused none is stored", async () => {
  const me = await app.person();
  const sources = [writeClause(clause("Good", "Words")), "no head"];
  expect((await ask(me, "/api/library/templates", { body: { sources } })).status).toBe(400);
  expect((await ask(me, "/api/library/templates?shelf=clauses")).body["templates"]).toEqual([]);
  expect(readClause(sources[0]!)).toMatchObject({ clause: { name: "Good" } });
});

test("clauses like a text are found among one’s own and Stet’s, without those that are retired or another’s", async () => {
  const [me, other] = [await app.person(), await app.person()];
  const text = "The Carrier shall return pallets to the depot in Gothenburg within nine days.";
  const add = async (name: string) =>
    String((await ask(me, "/api/library/templates", { body: { source: writeClause(clause(name, text)) } })).body["id"]);
  const id = await add("Return of pallets");
  const retirement = { isRetired: true, successorId: null };
  await ask(me, `/api/library/templates/${await add("Old pallets")}/retirement`, { method: "PUT", body: retirement });
  const similar = async (as: TestPerson, body: object) => (await ask(as, "/api/library/similar", { body })).body["found"];
  const asked = { text: "Carrier returns the pallets to a depot within days" };
  expect(await similar(me, asked)).toMatchObject([
    { id, name: "Return of pallets", kind: "clause", status: "draft", variant: "Short", excerpt: text },
  ]);
  expect(await similar(other, asked)).toEqual([]);
  expect(await similar(me, { ...asked, language: "de" })).toEqual([]);
  expect(await similar(me, { ...asked, jurisdiction: "SE" })).toEqual([]);
  const assigned = { text: "Neither party may assign rights without the other’s written consent." };
  const [first] = (await similar(other, assigned)) as SimilarClause[];
  expect(first).toMatchObject({ id: "assignment", variant: "With consent" });
  expect(first).not.toHaveProperty("status");
  expect((await ask(me, "/api/library/similar", { body: { text: "x".repeat(4_001) } })).status).toBe(400);
});
