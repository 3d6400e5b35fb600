/* A counterpart's Word file becomes a draft; their changes wait for a decision, in every workspace. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Draft, DraftVersion } from "#core/document/draft.ts";
import type { ImportedChange } from "#core/changes/imported-change.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { theServer } from "#core/workspace/policy.ts";
import { getDraftPackage } from "#server/data/drafts/draft-packages.ts";
import { sweepRemovedFiles, unknownKeys } from "#server/data/files/files.ts";
import { renderDocx } from "#server/export/docx.ts";
import { keepPackage } from "#server/files/keep-bytes.ts";
import { zipOf } from "#test/documents.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { differing } from "#test/word-packages.ts";
import { upload as uploadAs } from "#test/upload.ts";
import { unzip } from "#test/zip.ts";

let app: TestApp;
let me: TestPerson;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
  projectId = ((await (await app.request("/api/projects", { as: me, body: { name: "Leases" } })).json()) as { id: string }).id;
});
afterAll(() => app.close());

const upload = (name: string, bytes: Uint8Array | string, as = me) => uploadAs(app, as, name, bytes);
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
  const decide = (decision: string | null, as = me) => {
    const body = { decisions: [{ changeId: one!.id, decision }] };
    return app.request(`/api/drafts/${id}/changes`, { method: "PATCH", as, body });
  };
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

test("the Word file belongs to the draft: kept without the upload, exported with it, and gone with it", async () => {
  const { db } = app.stet.database;
  const bytes = Buffer.from(await renderDocx(markdownToDocument("# Lease\n\nThe rent is due."), { title: "x" }));
  const fileId = await upload("Counterpart.docx", bytes);
  const { id } = (await (await imported(fileId)).json()) as { id: string };
  const kept = await db.selectFrom("draft_packages").selectAll().where("draft_id", "=", id).executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ name: "Counterpart.docx", size: bytes.length, anchors: { blocks: [[0], [1]], changes: [] } });

  const uploaded = await db.selectFrom("files").select("key").where("id", "=", fileId).executeTakeFirstOrThrow();
  await db
    .updateTable("files")
    .set({ removed_at: new Date("2020-01-01") })
    .where("id", "=", fileId)
    .execute();
  expect(await sweepRemovedFiles(theServer, db, 30)).toContain(uploaded.key);
  expect(await unknownKeys(theServer, db, [kept.key, uploaded.key])).toEqual([uploaded.key]);
  expect(await app.stet.fileStore.read(kept.key)).toEqual(bytes);

  const actorOf = ({ cookie }: TestPerson) => app.stet.actorOf(new Headers({ cookie }));
  expect(await getDraftPackage(await actorOf(me), db, id)).toMatchObject({ key: kept.key });
  expect(await getDraftPackage(await actorOf(await app.person()), db, id)).toBeNull();

  const ticket = await app.request("/api/account/export", { as: me, body: { password: me.password } });
  const archive = await app.request(((await ticket.json()) as { url: string }).url, { as: me });
  const entries = await unzip(Buffer.from(await archive.arrayBuffer()));
  const name = [...entries.keys()].find((one) => /^own\/drafts\/Counterpart \w{6}\.docx$/.test(one))!;
  expect(entries.get(name)).toBe(bytes.toString());
  expect([...entries.values()].some((one) => one.includes(kept.key))).toBe(false);

  await db.deleteFrom("drafts").where("id", "=", id).execute();
  expect(await unknownKeys(theServer, db, [kept.key])).toEqual([kept.key]);
});

test("sent back untouched it is the same file; a typed word is all that differs, and the rest of the archive is as it was", async () => {
  const change = { original: "1,450", replacement: "1,500", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" };
  const written = await renderDocx(markdownToDocument("# Lease\n\nThe rent is 1,450 euros.\n\nIt is due."), {
    title: "x",
    changes: [change],
  });
  const bytes = Buffer.from(written);
  const { id } = (await (await imported(await upload("Back.docx", bytes))).json()) as { id: string };
  const { changes: came } = await json<{ changes: ImportedChange[] }>(`/api/drafts/${id}/changes`);
  const exported = async (rest: object = {}) => {
    const answer = await app.request(`/api/drafts/${id}/export`, {
      as: me,
      body: { format: "docx", changes: came.map(({ patch }) => patch), ...rest },
    });
    expect([answer.status, answer.headers.get("x-stet-notice")]).toEqual([200, null]);
    return Buffer.from(await answer.arrayBuffer());
  };
  expect((await exported()).equals(bytes)).toBe(true);

  const draft = await json<Draft>(`/api/drafts/${id}`);
  const document = JSON.parse(JSON.stringify(draft.document).replace("It is due.", "It is payable.")) as unknown;
  const body = { version: 1, document, kind: "typed", summary: "" };
  expect((await app.request(`/api/drafts/${id}`, { method: "PATCH", as: me, body })).status).toBe(200);
  const sent = await exported();
  expect(differing(bytes, sent)).toEqual(["word/document.xml"]);
  const xml = (await unzip(sent)).get("word/document.xml")!;
  expect(xml).toContain("It is payable.");
  expect(xml.match(/<w:(?:ins|del) /g)).toHaveLength(2);
  const { versions } = await json<{ versions: DraftVersion[] }>(`/api/drafts/${id}/versions`);
  const tracked = (await unzip(await exported({ since: versions.at(-1)!.id }))).get("word/document.xml")!;
  expect(tracked.match(/<w:(?:ins|del) /g)).toHaveLength(4);

  const comment = { id: uuidv7(), text: "Why?", anchor: { quote: "payable", before: "", after: "", start: 0 } };
  expect((await app.request(`/api/drafts/${id}/comments`, { as: me, body: comment })).status).toBe(200);
  const commented = await exported();
  expect(differing(bytes, commented).toSorted()).toEqual(differing(sent, commented).toSorted());
  expect((await unzip(commented)).get("word/comments.xml")).toContain("Why?");
  const longer = { type: "doc", content: [...(document as { content: unknown[] }).content, { type: "horizontalRule" }] };
  const saved = await app.request(`/api/drafts/${id}`, {
    method: "PATCH",
    as: me,
    body: { ...body, version: 2, document: longer },
  });
  expect(saved.status).toBe(200);
  const inOwnStyles = await app.request(`/api/drafts/${id}/export`, { as: me, body: { format: "docx" } });
  expect(decodeURIComponent(inOwnStyles.headers.get("x-stet-notice")!)).toMatch(
    /^This Word file is in Stet’s own styles, because one of the changes .*: a new horizontal line\.$/,
  );
  expect((await unzip(Buffer.from(await inOwnStyles.arrayBuffer()))).get("word/document.xml")).toContain("<w:pBdr>");
  expect((await unzip(commented)).get("word/document.xml")).toMatch(/<w:commentRangeStart w:id="\d+"\/><w:r>.*payable/);
});

test("who may only view the draft gets what it shows, and an unreadable file gives way to the draft's text; both are said", async () => {
  const plain = await unzip(Buffer.from(await renderDocx(markdownToDocument("The rent is due."), { title: "x" })));
  const parts = [...plain].map(([name, data]) => ({ name, data }));
  const bytes = zipOf([...parts, { name: "customXml/item1.xml", data: "<offer>lowest</offer>" }]);
  const { id } = (await (await imported(await upload("Data.docx", bytes))).json()) as { id: string };
  const viewer = await app.person();
  const shared = { projectId, emails: [viewer.email], removeUsers: [] };
  expect((await app.request("/api/functions/shareProject", { as: me, body: shared })).status).toBe(200);
  const exported = async (as: TestPerson) => {
    const answer = await app.request(`/api/drafts/${id}/export`, { as, body: { format: "docx" } });
    expect(answer.status).toBe(200);
    const notice = decodeURIComponent(answer.headers.get("x-stet-notice") ?? "");
    const made = await unzip(Buffer.from(await answer.arrayBuffer()));
    return { notice, text: made.get("word/document.xml")!, data: made.get("customXml/item1.xml") };
  };
  const mine = await exported(me);
  expect([mine.notice, mine.data]).toEqual(["", "<offer>lowest</offer>"]);
  const theirs = await exported(viewer);
  expect(theirs.text).toContain("The rent is due.");
  expect(theirs.data).toBeUndefined();
  expect(theirs.notice).toMatch(/Only the owner of the draft/);

  const { db } = app.stet.database;
  const broken = { name: "Data.docx", bytes: Buffer.from("no archive"), anchors: { blocks: [], changes: [] } };
  const { key } = await keepPackage(app.stet.fileStore, broken);
  await db.updateTable("draft_packages").set({ key }).where("draft_id", "=", id).execute();
  const unread = await exported(me);
  expect(unread.text).toContain("The rent is due.");
  expect(unread.notice).toMatch(/couldn’t be read/);
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

test("a counterpart's change whose words are gone is not found in a clause like its own, and one taken back is where it was", async () => {
  const clause = (n: number) => `The Customer pays fee ${n} within thirty days after it is due.`;
  const passages = [1, 2, 3].map(clause);
  const change = { original: "thirty", replacement: "sixty", summary: "", before: "fee 2 within ", author: "Grace" };
  const bytes = await renderDocx(markdownToDocument(passages.join("\n\n")), { title: "x", changes: [change] });
  const { id } = (await (await imported(await upload("Fees.docx", bytes))).json()) as { id: string };
  const read = async () => (await json<{ changes: ImportedChange[] }>(`/api/drafts/${id}/changes`)).changes[0]!;
  let version = 1;
  const save = async (...lines: string[]) => {
    const document = markdownToDocument(lines.join("\n\n")).toJSON() as unknown;
    const body = { version: version++, document, kind: "typed", summary: "" };
    expect((await app.request(`/api/drafts/${id}`, { method: "PATCH", as: me, body })).status).toBe(200);
  };
  const decide = async (decision: string | null, anchor?: object) => {
    const body = { decisions: [{ changeId: (await read()).id, decision, ...(anchor && { anchor }) }] };
    expect((await app.request(`/api/drafts/${id}/changes`, { method: "PATCH", as: me, body })).status).toBe(200);
  };
  const text = passages.join("\n\n");
  const start = text.indexOf("thirty", clause(1).length + 2);
  const place = { start, end: start + 6 };
  expect((await read()).patch.place).toEqual(place);
  const anchor = { quote: "thirty", start, before: text.slice(start - 60, start), after: text.slice(start + 6, start + 66) };
  const accepted = [clause(1), clause(2).replace("thirty", "sixty"), clause(3)];
  // The editor sends a decision before the text.
  for (const isSavedFirst of [false, true]) {
    if (!isSavedFirst) await decide("accepted");
    await save(...accepted);
    if (isSavedFirst) await decide("accepted");
    await save("First.", ...accepted);
    await save(...accepted);
    if (!isSavedFirst) await decide(null, anchor);
    await save(...passages);
    if (isSavedFirst) await decide(null, anchor);
    expect(await read()).toMatchObject({ decision: null, patch: { place } });
  }
  await save(clause(1), clause(3));
  for (const line of ["One more.", "Two more."]) await save(clause(1), clause(3), line);
  expect((await read()).patch.place).toBeNull();
});
