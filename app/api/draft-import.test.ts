/* A counterpart's Word file becomes a draft; their changes wait for a decision, in every workspace. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Draft, DraftVersion } from "#core/document/draft.ts";
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { renderDocx } from "#server/export/docx.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let me: TestPerson;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
  projectId = ((await (await app.request("/api/projects", { as: me, body: { name: "Leases" } })).json()) as { id: string }).id;
});
afterAll(() => app.close());

async function upload(name: string, bytes: Uint8Array | string, as = me): Promise<string> {
  const form = new FormData();
  form.append("file", new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name));
  const whole = new Response(form);
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: as.cookie, "content-type": whole.headers.get("content-type")! };
  const answer = await app.fetch(
    new Request(new URL("/api/upload", url), { method: "POST", headers, body: await whole.arrayBuffer() }),
  );
  expect(answer.status).toBe(200);
  const { files } = (await answer.json()) as { files: { id: string }[] };
  return files[0]!.id;
}
const imported = (fileId: string, as = me) => app.request("/api/drafts/import", { as, body: { projectId, fileId } });
const json = async <T>(path: string, as = me) => (await (await app.request(path, { as })).json()) as T;

test("a Word file keeps its structure, and its tracked changes can be decided", async () => {
  const change = { original: "1,450", replacement: "1,500", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" };
  const bytes = await renderDocx(markdownToDocument("# Lease\n\n1) The rent is 1,450 euros.\n2) Law"), {
    title: "x",
    changes: [change],
  });
  const answer = await imported(await upload("Lease v2.docx", bytes));
  expect(answer.status).toBe(200);
  const { id, ...rest } = (await answer.json()) as { id: string };
  expect(rest).toEqual({ changes: 1, comments: 0, notices: [] });

  const draft = await json<Draft>(`/api/drafts/${id}`);
  expect(draft).toMatchObject({ name: "Lease v2", projectId });
  expect(JSON.stringify(draft.document)).toContain("clauseList");
  const { versions } = await json<{ versions: DraftVersion[] }>(`/api/drafts/${id}/versions`);
  expect(versions).toEqual([expect.objectContaining({ kind: "import", summary: "Lease v2.docx" })]);

  const changes = async () => (await json<{ changes: ImportedChange[] }>(`/api/drafts/${id}/changes`)).changes;
  const [one] = await changes();
  expect(one).toMatchObject({
    decision: null,
    patch: { original: "1,450", replacement: "1,500", author: "Grace", summary: "Grace, 2026-11-03" },
  });
  const path = `/api/drafts/${id}/changes/${one!.id}`;
  const decide = (decision: string | null, as = me) => app.request(path, { method: "PATCH", as, body: { decision } });
  for (const decision of ["accepted", null, "rejected"] as const) {
    expect((await decide(decision)).status).toBe(200);
    expect((await changes())[0]!.decision).toBe(decision);
  }
  const other = await app.person();
  expect((await decide("accepted", other)).status).toBe(404);
  expect(await json(`/api/drafts/${id}/changes`, other)).toEqual({ changes: [] });
  expect((await decide("maybe")).status).toBe(400);
  expect((await changes())[0]!.decision).toBe("rejected");
});

test("a counterpart's change stays at its place through saves, and is nowhere once its words are gone", async () => {
  const passages = "As to the landlord: three months.\n\nAs to the tenant: three months.";
  const change = { original: "three", replacement: "four", summary: "", before: "landlord: ", author: "Grace" };
  const bytes = await renderDocx(markdownToDocument(passages), { title: "x", changes: [change] });
  const { id } = (await (await imported(await upload("Notice.docx", bytes))).json()) as { id: string };
  const place = async () => (await json<{ changes: ImportedChange[] }>(`/api/drafts/${id}/changes`)).changes[0]!.patch.place;
  const save = async (version: number, markdown: string) => {
    const body = { version, document: markdownToDocument(markdown).toJSON() as unknown, kind: "typed", summary: "" };
    expect((await app.request(`/api/drafts/${id}`, { method: "PATCH", as: me, body })).status).toBe(200);
  };
  expect(await place()).toEqual({ start: 20, end: 25 });
  await save(1, `Before it.\n\n${passages}`);
  expect(await place()).toEqual({ start: 32, end: 37 });
  await save(2, "Before it.\n\nAs to the tenant: three months.");
  expect(await place()).toBeNull();
});

test("any other file gives its text, with its headings", async () => {
  const answer = await imported(await upload("notes.md", "# Notes\n\n- one\n- *two*"));
  const { id } = (await answer.json()) as { id: string };
  const { document } = await json<Draft>(`/api/drafts/${id}`);
  expect(JSON.stringify(document)).toMatch(/heading.*bulletList.*italic/);
});

test("only your own files, into your own projects", async () => {
  const other = await app.person();
  expect((await imported(await upload("theirs.txt", "Theirs.", other))).status).toBe(404);
  expect((await imported(await upload("mine.txt", "Mine.", other), other)).status).toBe(404);
});

test.each([
  [
    "page.html",
    "<h1>Notes</h1><ul><li>one<ul><li>inner</li></ul></li></ul><table><tr><td colspan=2>x</td></tr></table>",
    /heading.*bulletList.*bulletList.*colspan":2/,
  ],
  ["letter.rtf", String.raw`{\rtf1\ansi\pard Plain {\b bold}.\par}`, /Plain .*bold/],
])("%s keeps its structure, in the child that reads it", async (name, content, expected) => {
  const answer = await imported(await upload(name, content));
  expect(answer.status).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  const { document } = await json<Draft>(`/api/drafts/${id}`);
  expect(JSON.stringify(document)).toMatch(expected);
});
