/* Draft export in every format, for those who may read it, with proposals as tracked changes in Word files. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { extractText } from "unpdf";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { openArchive } from "#server/files/zip.ts";
import { readWordDocument } from "#server/files/readers/word-document.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

let app: TestApp;
let me: TestPerson;
let draftId: string;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
  const made = async (path: string, body: object) =>
    ((await (await app.request(path, { as: me, body })).json()) as { id: string }).id;
  projectId = await made("/api/projects", { name: "Leases" });
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

test("references and footnotes in every form", async () => {
  const body = {
    projectId,
    name: "Notes",
    content: 'Under clause [?](#at-x1).[^1]\n\n1) Price\n   1) <a id="at-x1"></a>Due\n\n[^1]: See the law.',
  };
  const { id } = (await (await app.request("/api/drafts", { as: me, body })).json()) as { id: string };
  const as = (format: string) => app.request(`/api/drafts/${id}/export`, { as: me, body: { format } });
  expect(await (await as("text")).text()).toBe("Under clause 1.1.[^1]\n\n1. Price\n    1.1 Due\n\n[^1]: See the law.\n");
  const html = await (await as("html")).text();
  expect(html).toContain('clause <a data-ref="x1" href="#at-x1" class="reference">1.1</a>');
  expect(html).toContain('<li id="note-1"><p>See the law.');
  const pdf = new Uint8Array(await (await as("pdf")).arrayBuffer());
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text.replaceAll(/\s+/g, " ")).toMatch(/Under clause 1\.1\. ?1 1\. Price 1\.1 Due 1 See the law\. Notes 1 \/ 1/);
});

test("as PDF with whose the words are on a page of its own, and that page alone; on the draft's paper", async () => {
  const read = async (answer: Response) => {
    const { totalPages, text } = await extractText(new Uint8Array(await answer.clone().arrayBuffer()));
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
      Buffer.from(await answer.arrayBuffer()).toString("latin1"),
    )!;
    return {
      totalPages,
      text: text.map((page) => page.replaceAll(/\s+/g, " ")),
      size: [Number(width), Number(height)].map(Math.round),
    };
  };
  const withPage = await read(await exported({ format: "pdf", withAuthorship: true, timeZone: "Europe/Stockholm" }));
  expect([withPage.totalPages, withPage.size]).toEqual([2, [595, 842]]);
  expect(withPage.text[1]).toMatch(
    /Authorship of Lease: å Leases · version 1 · 7 words · \d+ \w{3} \d{4}, \d\d:\d\d \(Europe\/Stockholm\)/,
  );
  expect(withPage.text[1]).toContain("Unknown 7 100 %");
  await app.request(`/api/drafts/${draftId}`, { as: me, method: "PATCH", body: { paper: "letter" } });
  const alone = await read(await app.request(`/api/drafts/${draftId}/authorship`, { as: me, body: {} }));
  expect([alone.totalPages, alone.size]).toEqual([1, [612, 792]]);
  const word = await openArchive(Buffer.from(await (await exported({ format: "docx" })).arrayBuffer()));
  expect((await word.head("word/document.xml", 10_000_000))?.toString()).toContain('<w:pgSz w:w="12240" w:h="15840"');
  expect((await exported({ format: "pdf", timeZone: "Nowhere/Else" })).status).toBe(400);
});

test("as a Word file with what is proposed as tracked changes", async () => {
  const change = { original: "1,450 euros", replacement: "1,500 euros", summary: "", author: "Stet", date: "2026-11-20T10:00:00Z" };
  const answer = await exported({ format: "docx", changes: [change] });
  const { changes } = await readWordDocument(await openArchive(Buffer.from(await answer.arrayBuffer())));
  expect(changes).toEqual([
    expect.objectContaining({ original: "1,450", replacement: "1,500", author: "Stet", date: change.date }),
  ]);
});

test("looks that are proposed go out as changes of formatting, by who proposes them", async () => {
  const change = {
    original: "Law",
    replacement: "Law",
    summary: "",
    author: "Grace",
    date: "2026-11-20T10:00:00Z",
    look: { on: ["bold"], off: [] },
  };
  const answer = await exported({ format: "docx", changes: [change] });
  const { changes } = await readWordDocument(await openArchive(Buffer.from(await answer.arrayBuffer())));
  expect(changes).toMatchObject([{ ...change, summary: "Bold, Grace, 2026-11-20" }]);
  expect((await exported({ format: "docx", changes: [{ ...change, look: { level: 9 } }] })).status).toBe(400);
});

test("a Word file that would hold fewer changes than are proposed is refused, and says how many", async () => {
  const proposed = (original: string) => ({ original, replacement: "Statute" });
  const refused = await exported({ format: "docx", changes: [proposed("Law"), proposed("No such words are in it")] });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { detail: string }).detail).toContain("1 of 2 proposed changes");
  expect((await exported({ format: "pdf", changes: [proposed("No such words are in it")] })).status).toBe(200);
});

test("of two changes of the same words one is tracked, and the other is a comment by who proposes it", async () => {
  const date = "2026-11-20T10:00:00Z";
  const changes = [
    { original: "1,450 euros", replacement: "1,500 euros", author: "Grace", date },
    { original: "is 1,450", replacement: "is not 1,450", author: "Ada", date },
    { original: "euros", replacement: "euros", author: "Eve", date, look: { on: ["bold"], off: [] } },
  ];
  const answer = await exported({ format: "docx", changes });
  expect(answer.status).toBe(200);
  expect(decodeURIComponent(answer.headers.get("x-stet-notice")!)).toBe(
    "1 change is in this file as a comment, because another change is about the same words.",
  );
  const read = await readWordDocument(await openArchive(Buffer.from(await answer.arrayBuffer())));
  expect(read.changes.map(({ author }) => author).toSorted()).toEqual(["Eve", "Grace"]);
  expect(read.comments).toMatchObject([
    {
      anchor: { quote: expect.stringContaining("is 1,450") as string },
      comments: [{ author: "Ada", text: "Proposed instead: “is not 1,450”" }],
    },
  ]);
});

test("a draft of an answer, from its text", async () => {
  const asked = (format: string, as?: TestPerson) =>
    app.request("/api/text-files", {
      ...(as && { as }),
      body: { format, name: "A letter", text: "# Letter\n\nDear **reader**\n" },
    });
  const word = await readWordDocument(await openArchive(Buffer.from(await (await asked("docx", me)).arrayBuffer())));
  expect(JSON.stringify(word)).toContain("Dear");
  const pdf = await asked("pdf", me);
  expect(pdf.headers.get("content-disposition")).toContain('filename="A letter.pdf"');
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true });
  expect(text.replaceAll(/\s+/g, " ")).toContain("Letter Dear reader");
  expect((await asked("exe", me)).status).toBe(400);
  expect((await asked("pdf")).status).toBe(401);
});

test("not for others, and not in a form that there is not", async () => {
  expect((await exported({ format: "pdf" }, await app.person())).status).toBe(404);
  expect((await app.request(`/api/drafts/${draftId}/export`, { body: { format: "pdf" } })).status).toBe(401);
  expect((await exported({ format: "exe" })).status).toBe(400);
});

test("with everything since a version tracked, its comments, and a note on the timeline of what was sent", async () => {
  const path = `/api/drafts/${draftId}`;
  const json = async <T>(at: string) => (await (await app.request(at, { as: me })).json()) as T;
  type Version = { id: string; name: string | null; sentAt: string | null };
  const versions = async () => (await json<{ versions: Version[] }>(`${path}/versions`)).versions;
  const since = (await versions()).at(-1)!.id;
  const { version } = await json<{ version: number }>(path);
  const document = jsonOf(markdownToDocument("# Lease\n\n1) The rent is **1,450** euros a month.\n2) Law"));
  await app.request(path, { method: "PATCH", as: me, body: { version, document, kind: "typed" } });
  const anchor = { quote: "euros", before: "", after: "", start: 24 };
  await app.request(`${path}/comments`, { as: me, body: { id: uuidv7(), text: "Sure?", anchor } });

  const read = async (body: object) =>
    readWordDocument(await openArchive(Buffer.from(await (await exported({ format: "docx", ...body })).arrayBuffer())));
  const sent = await read({ since, sentAs: "Sent to Grace" });
  expect(sent.changes).toMatchObject([{ replacement: expect.stringContaining("a month"), author: me.name }]);
  expect(sent.comments).toMatchObject([{ anchor: { about: "euros" }, comments: [{ text: "Sure?", author: me.name }] }]);
  expect((await versions())[0]).toMatchObject({ name: "Sent to Grace", sentAt: expect.any(String) });
  expect((await read({ comments: false })).comments).toEqual([]);
  // A version of another draft is not found here.
  expect((await exported({ format: "docx", since: uuidv7() })).status).toBe(404);
});

test("a viewer's download is no note on the owner's timeline", async () => {
  const viewer = await app.person();
  await app.request("/api/functions/shareProject", { as: me, body: { projectId, emails: [viewer.email] } });
  const sent = async () => {
    const answer = await app.request(`/api/drafts/${draftId}/versions`, { as: me });
    const { versions } = (await answer.json()) as { versions: { name: string | null; sentAt: string | null }[] };
    return versions.filter(({ sentAt }) => sentAt !== null).map(({ name }) => name);
  };
  const path = `/api/drafts/${draftId}`;
  const { version } = (await (await app.request(path, { as: me })).json()) as { version: number };
  const document = jsonOf(markdownToDocument("# Lease\n\nAnother text."));
  await app.request(path, { method: "PATCH", as: me, body: { version, document, kind: "typed" } });
  const before = await sent();
  expect((await exported({ format: "docx", sentAs: "Sent by a viewer" }, viewer)).status).toBe(200);
  expect(await sent()).toEqual(before);
  expect((await exported({ format: "docx", sentAs: "Sent by me" })).status).toBe(200);
  expect(await sent()).toContain("Sent by me");
});
