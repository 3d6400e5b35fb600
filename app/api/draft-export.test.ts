/* A draft leaves in every form, for those who may read it, with what is proposed as tracked changes in Word's. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { extractText } from "unpdf";
import { openArchive } from "#server/files/zip.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let me: TestPerson;
let draftId: string;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
  const made = async (path: string, body: object) =>
    ((await (await app.request(path, { as: me, body })).json()) as { id: string }).id;
  const projectId = await made("/api/projects", { name: "Leases" });
  draftId = await made("/api/drafts", {
    projectId,
    name: "Lease: å",
    content: "# Lease\n\n1) The rent is **1,450** euros.\n2) Law",
  });
});
afterAll(() => app.close());

const exported = (body: object, as = me) => app.request(`/api/drafts/${draftId}/export`, { as, body });

test.each([
  ["markdown", "text/markdown; charset=utf-8", /^# Lease\n\n1\) The rent is \*\*1,450\*\* euros\./],
  ["text", "text/plain; charset=utf-8", /^Lease\n\n1\. The rent is 1,450 euros\./],
  [
    "html",
    "text/html; charset=utf-8",
    /<h1>Lease<\/h1><ol data-clauses=""><li data-clause="">1\. <p>The rent is <strong>1,450<\/strong>/,
  ],
])("as %s", async (format, type, expected) => {
  const answer = await exported({ format });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="Lease _\.\w+"; filename\*=UTF-8''Lease%20%C3%A5\.\w+$/,
  );
  expect(await answer.text()).toMatch(expected);
});

test("as PDF", async () => {
  const answer = await exported({ format: "pdf" });
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true });
  expect(text.replaceAll(/\s+/g, " ")).toContain("Lease 1. The rent is 1,450 euros. 2. Law");
});

test("as a Word file with what is proposed as tracked changes", async () => {
  const change = { original: "1,450 euros", replacement: "1,500 euros", summary: "", author: "Stet", date: "2026-11-20T10:00:00Z" };
  const answer = await exported({ format: "docx", changes: [change] });
  const { changes } = await readWordDocument(await openArchive(Buffer.from(await answer.arrayBuffer())));
  expect(changes).toEqual([
    expect.objectContaining({ original: "1,450", replacement: "1,500", author: "Stet", date: change.date }),
  ]);
});

test("not for others, and not in a form that there is not", async () => {
  expect((await exported({ format: "pdf" }, await app.person())).status).toBe(404);
  expect((await app.request(`/api/drafts/${draftId}/export`, { body: { format: "pdf" } })).status).toBe(401);
  expect((await exported({ format: "exe" })).status).toBe(400);
});
