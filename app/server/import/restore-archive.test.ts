/*
 * An archive of an account in an empty installation: every table that the archive holds comes back row by row, or is
 * said here not to. Tables are those that exist, so a new one can't be forgotten.
 */
import { createHash } from "node:crypto";
import { createWriteStream, writeFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { unzipSync, strFromU8 } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonColumns } from "#core/archive/archived-json.ts";
import { rowEntry } from "#core/archive/things.ts";
import { emptyResult, type ImportResult } from "#core/import/import-state.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { docxOf } from "#test/documents.ts";
import { eachPreparedEngine, temporaryFolder } from "#test/databases.ts";
import { newWorld, tablesOf, type World } from "#test/every-table.ts";
import { zipOf } from "#test/exports.ts";
import { newPerson } from "#test/people.ts";
import { archiveTables } from "../data/archive/archive-tables.ts";
import { removeRestored } from "../data/archive/undo-restored.ts";
import { actAs } from "../db/acting.ts";
import { openDatabase } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import { ownArchive } from "../export/own-archive.ts";
import { zipStream } from "../export/zip.ts";
import { createExtraction } from "../files/extraction.ts";
import { createFileStore, type FileStore } from "../files/file-store.ts";
import { ExportReader } from "./export-reader.ts";
import { planArchive, restoreArchive } from "./restore-archive.ts";

const derived = "Made again from what comes back.";
const accesses = "It would give access here.";
const passing = "Stet’s own record of work in hand.";
const account = "The account here has its own.";
const installation = "It belongs to the installation.";
const counted = "Numbers of the other installation.";
const bought = "Of the payment service, for the other installation.";
const organization = "An archive of an account holds what is the person’s; it arrives in their personal workspace.";
const imports = "What was imported into the other installation; what it brought comes back.";

/** Tables that don't come back, each with the reason. */
const staysBehind: Record<string, string> = {
  account,
  administrators: installation,
  api_keys: accesses,
  api_usage: counted,
  api_usage_months: counted,
  billing_customers: bought,
  billing_events: bought,
  chat_documents: derived,
  chat_search: derived,
  chat_shares: accesses,
  chat_summaries: derived,
  chat_words: derived,
  comment_letters: passing,
  comment_notices: passing,
  discovery_words: derived,
  file_indexes: derived,
  file_pages: derived,
  file_postings: derived,
  file_texts: derived,
  file_vectors: derived,
  former_slugs: organization,
  imported_chats: imports,
  imported_drafts: imports,
  imported_files: imports,
  imported_projects: imports,
  imports,
  inherited_projects: organization,
  installation_settings: installation,
  invitation: organization,
  jobs: passing,
  known_devices: account,
  letters: passing,
  library_vectors: derived,
  limits_used: counted,
  member: organization,
  migrations: installation,
  model_connections: accesses,
  model_requests: passing,
  model_uses: counted,
  organization,
  ownership_offers: organization,
  passkeys: account,
  plan_tokens: counted,
  plan_tokens_months: counted,
  project_shares: accesses,
  removed_members: organization,
  restored_rows: imports,
  run_events: passing,
  security_events: "The log of the other installation, which the archive holds to be read.",
  sent_pieces: derived,
  sent_requests: derived,
  session: account,
  subscriptions: bought,
  suspensions: installation,
  tool_consents: accesses,
  tool_servers: accesses,
  tool_sign_ins: accesses,
  tried_codes: account,
  twoFactor: account,
  user: account,
  verification: account,
  webhook_deliveries: passing,
  webhooks: accesses,
};

/** What differs on purpose in what comes back. */
const arrivesAs: Record<string, (row: Row) => Row> = {
  "workflow-triggers": (row) => ({ ...row, state: row["state"] === "active" ? "paused" : row["state"] }),
};

type Row = Record<string, unknown>;
type Archive = { path: string; size: number; rows: Map<string, Row[]> };
type Installation = { database: Database; store: FileStore; folder: string };

/** No row of theirs is in an archive, though the table is: there is one of the organization alone. */
const ofOrganization = new Set(["contact_relations"]);
/** Made with the world's people, not row by row. */
const ofPeople = new Set(["user", "organization", "member", "migrations"]);
const isLaw = (table: string) => table.startsWith("law_");
const words = Buffer.from("The tenant pays the rent on the first day of each month.");

const extraction = createExtraction();
afterAll(() => extraction.close());

eachPreparedEngine((place) => {
  let [from, to]: Installation[] = [];
  let tables: string[];
  let first: Archive;
  let someone: Person;
  let brought: { importId: string; result: ImportResult };

  async function installed(): Promise<Installation> {
    const folder = temporaryFolder();
    return { database: await openDatabase(await place()), store: createFileStore(folder, () => {}), folder };
  }
  beforeAll(async () => {
    [from, to] = [await installed(), await installed()];
    const asStet = actAs(theServer, from.database.db);
    tables = (await tablesOf(asStet)).map(({ name }) => name).filter((name) => !isLaw(name));
    const world = await newWorld(
      asStet,
      tables.filter((name) => !ofPeople.has(name)),
    );
    await giveMeaning(from, world);
    first = await archiveOf(from, world.owner);
    someone = await newPerson(actAs(theServer, to.database.db));
    brought = await imported(to, someone, first);
  });
  afterAll(async () => {
    await from?.database.close();
    await to?.database.close();
  });

  /** The rows of the first archive as they arrive. */
  function arrived(name: string): Row[] {
    const change = arrivesAs[name] ?? ((row: Row) => row);
    return (first.rows.get(name) ?? []).map(({ of, row }) => ({ of, row: change(row as Row) }));
  }

  test("each table comes back, or has a reason", () => {
    const known = [...new Set(archiveTables.map(({ table }) => table)), ...Object.keys(staysBehind)];
    expect(
      tables.filter((name) => !known.includes(name)),
      "new tables: add them to archive-tables.ts, or say here why they don't come back",
    ).toEqual([]);
    expect(known.filter((name) => !tables.includes(name))).toEqual([]);
    expect(known).toHaveLength(new Set(known).size);
  });

  test("each JSON column that comes back has a form", async () => {
    const { rows } = await sql<{ column: string }>`select relname || '.' || attname as column from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and atttypid = 'jsonb'::regtype and relname = any (${archiveTables.map(({ table }) => table)}::text[])`.execute(
      actAs(theServer, to!.database.db),
    );
    const left = new Set(archiveTables.flatMap(({ table, leave = [] }) => leave.map((name) => `${table}.${name}`)));
    const columns = rows.map(({ column }) => column).filter((name) => !left.has(name));
    expect(columns.sort()).toEqual(Object.keys(jsonColumns).sort());
  });

  test("an archive holds a row of each table", () => {
    const empty = archiveTables.filter(
      ({ name, table }) => !ofOrganization.has(table) && (first.rows.get(name) ?? []).length === 0,
    );
    expect(empty.map(({ name }) => name)).toEqual([]);
  });

  test("in an empty installation every row comes back", async () => {
    expect(brought.result.leftOut).toEqual({ count: 0, listed: [] });
    const second = await archiveOf(to!, someone);
    expect(eachTable((name) => second.rows.get(name), inOrder)).toEqual(eachTable(arrived, inOrder));
  });

  test("its files come back byte by byte, and what is searched is searched", async () => {
    const db = actAs(theServer, to!.database.db);
    const [file] = (
      await sql<{ key: string; sha256: string; text: string }>`select key, sha256, file_texts.text from files
      join file_texts on file_id = files.id`.execute(db)
    ).rows;
    expect(await to!.store.read(file!.key)).toEqual(words);
    expect(file!.text).toContain("The tenant pays the rent");
    const { rows } =
      await sql`select 1 from discovery_words join discovery_documents on discovery_documents.id = document_id`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test("imported again it adds nothing", async () => {
    const before = await allRows(to!);
    const again = await imported(to!, someone, first);
    expect(again.result.things).toEqual({});
    expect(again.found.known).toBe(Object.values(again.found.things).reduce((sum, count) => sum + count, 0));
    expect(await allRows(to!)).toEqual(before);
  });

  test("a person of the installation it came from gets their own copy, and nothing of the others changes", async () => {
    const other = await newPerson(actAs(theServer, from!.database.db));
    const before = await allRows(from!);
    const { result } = await imported(from!, other, first);
    expect(result.leftOut).toEqual({ count: 0, listed: [] });
    const copy = await archiveOf(from!, other);
    expect(eachTable((name) => copy.rows.get(name), inOrderWithoutIds)).toEqual(eachTable(arrived, inOrderWithoutIds));
    const ids = new Set(first.rows.get("drafts")!.map(({ of }) => of));
    expect(copy.rows.get("drafts")!.filter(({ of }) => ids.has(of))).toEqual([]);
    const after = await allRows(from!);
    expect(missingIn(after, before)).toEqual([]);
  });

  test.each([1, 20, 40])("interrupted after %i of its entries, it continues where it was", async (stopsAfter) => {
    const other = await newPerson(actAs(theServer, to!.database.db));
    const { result } = await imported(to!, other, first, { stopsAfter });
    expect(result.leftOut).toEqual({ count: 0, listed: [] });
    const copy = await archiveOf(to!, other);
    expect(eachTable((name) => copy.rows.get(name), inOrderWithoutIds)).toEqual(eachTable(arrived, inOrderWithoutIds));
  });

  test("an archive that was tampered with reaches no one else, and only what fits comes", async () => {
    const asStet = actAs(theServer, to!.database.db);
    const victim = await newPerson(asStet);
    await imported(to!, victim, first);
    const theirs = (
      await sql<{ id: string; draft: string }>`select projects.id, drafts.id as draft from projects
      join drafts on project_id = projects.id where projects.owner_id = ${victim.userId}`.execute(asStet)
    ).rows[0]!;
    const before = await allRows(to!);
    const mallory = await newPerson(asStet);
    const { result } = await imported(to!, mallory, tampered(theirs.id, theirs.draft, victim.userId));
    const after = await allRows(to!);
    expect(missingIn(after, before)).toEqual([]);
    const { rows: made } = await sql<{
      what: string;
      owner: string;
    }>`select name as what, owner_id as owner from drafts where name like 'T %'
      union all select title, owner_id from chats where title like 'T %' order by 1`.execute(asStet);
    expect(made).toEqual([
      { what: "T chat", owner: mallory.userId },
      { what: "T draft", owner: mallory.userId },
    ]);
    expect(result.things).toEqual({ projects: 1, drafts: 1, chats: 1 });
    // A line that is no row isn't even planned.
    expect(result.leftOut.count).toBe(tamperedRows.length);
    const { rows: comments } = await sql`select 1 from comments where draft_id = ${theirs.draft} and text like 'T %'`.execute(
      asStet,
    );
    expect(comments).toEqual([]);
  });

  test("one undo takes it back, and it can be imported again", async () => {
    await undone(to!, someone, brought.importId);
    const empty = await archiveOf(to!, someone);
    expect([...empty.rows.keys()]).toEqual([]);
    const { result } = await imported(to!, someone, first);
    expect(result.leftOut).toEqual({ count: 0, listed: [] });
    const second = await archiveOf(to!, someone);
    expect(eachTable((name) => second.rows.get(name), inOrderWithoutIds)).toEqual(eachTable(arrived, inOrderWithoutIds));
  });
});

const inOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const inOrderWithoutIds = (rows: readonly Row[]) => rows.map(withoutIds).sort();
const eachTable = (rowsOf: (name: string) => readonly Row[] | undefined, said: (rows: readonly Row[]) => string[]) =>
  Object.fromEntries(archiveTables.map(({ name }) => [name, said(rowsOf(name) ?? [])]));
/** Rows that are gone or were changed. */
const missingIn = (after: ReadonlyMap<string, readonly string[]>, before: ReadonlyMap<string, readonly string[]>) =>
  [...before].flatMap(([table, rows]) => {
    const there = new Set(after.get(table));
    return rows.filter((row) => !there.has(row));
  });
const withoutIds = (line: Row) => JSON.stringify(line).replaceAll(ids, "id");

async function archiveOf({ database, store }: Installation, me: Person): Promise<Archive> {
  const path = join(temporaryFolder(), "archive.zip");
  const entries = ownArchive(me, { db: database.db, store, onGaps: async () => {} }, new Date());
  await pipeline(Readable.fromWeb(zipStream(entries) as never), createWriteStream(path));
  const rows = new Map<string, Row[]>();
  for (const [entry, bytes] of Object.entries(unzipSync(await readFile(path)))) {
    const name = rowEntry.exec(entry)?.[1];
    if (name === undefined) continue;
    const lines = strFromU8(bytes).trim().split("\n");
    // Where the content of a file is in the archive follows from its workspace.
    const read = lines.map((line) => {
      const { of, row } = JSON.parse(line) as Row;
      return { of, row };
    });
    rows.set(name, [...(rows.get(name) ?? []), ...read]);
  }
  return { path, size: (await stat(path)).size, rows };
}

/** `stopsAfter`: the process ends after so many entries, and another one continues. */
async function imported(
  { database, store }: Installation,
  me: Person,
  { path, size }: Pick<Archive, "path" | "size">,
  { stopsAfter }: { stopsAfter?: number } = {},
) {
  const { db } = database;
  const importId = uuidv7();
  await sql`insert into imports (id, owner_id, file_name, size, status) values (${importId}, ${me.userId}, 'a.zip', ${size}, 'importing')`.execute(
    actAs(theServer, db),
  );
  const services = { db, store, extraction, largestFile: 25_000_000 };
  const progress = async () => {};
  const attempt = async (entriesDone: number, most: number) => {
    const heads = await ExportReader.open({ path, size }, "heads");
    const { plan, found } = await planArchive(services, me, { importId, reader: heads, progress }).finally(() => heads.close());
    const result = emptyResult();
    const reader = await ExportReader.open({ path, size }, "items");
    let read = 0;
    const cut = { file: reader.file.bind(reader), nextRows: async () => (read++ < most ? reader.nextRows() : null) };
    const given = { importId, reader: cut, plan, entriesDone, result, progress };
    expect(await restoreArchive(services, me, given).finally(() => reader.close())).toBe(true);
    return { importId, result, found };
  };
  if (stopsAfter !== undefined) await attempt(0, stopsAfter);
  const made = await attempt(stopsAfter ?? 0, Infinity);
  await sql`update imports set status = 'done' where id = ${importId}`.execute(actAs(theServer, db));
  return made;
}

const tamperedRows = [
  "a draft in another person's project",
  "a draft that is no document",
  "a message whose attachment runs a program",
  "a message with the text of another type",
  "a comment in another person's draft",
  "a file without content",
] as const;

/** An archive that was not made by Stet. */
function tampered(theirProject: string, theirDraft: string, theirId: string): Pick<Archive, "path" | "size"> {
  const [projectId, draftId, chatId] = [uuidv7(), uuidv7(), uuidv7()];
  const document = { type: "doc", content: [{ type: "paragraph" }] };
  const line = (of: string, row: Row, entry?: string) => `${JSON.stringify({ of, entry, row: { id: of, ...row } })}\n`;
  const draft = { owner_id: theirId, document, content: "", name: "T stolen", project_id: theirProject };
  const [stolen, broken, file] = [uuidv7(), uuidv7(), uuidv7()];
  const message = { chat_id: chatId, role: "user", content: "T", parts: [] };
  const part = (of: string, row: Row) => `${JSON.stringify({ of, row: { id: uuidv7(), ...row } })}\n`;
  const bytes = zipOf({
    "README.md": "",
    "account.json": "{}",
    "left-out.json": "{}",
    "rows/about.json": JSON.stringify({ form: 1 }),
    "rows/000000 projects.jsonl": line(projectId, { owner_id: theirId, name: "T project", organization_id: "another" }),
    "rows/000001 drafts.jsonl":
      line(draftId, { ...draft, name: "T draft", project_id: projectId }) +
      line(stolen, draft) +
      line(broken, { ...draft, project_id: projectId, document: { type: "doc", content: [{ type: "script" }] } }),
    "rows/000002 chats.jsonl": line(chatId, { owner_id: "me", title: "T chat", share_state: "link" }),
    "rows/000003 files.jsonl": line(file, { owner_id: "me", original_name: "T.txt", key: "../../etc" }, "../../etc/passwd"),
    "rows/000004 messages.jsonl":
      part(chatId, { ...message, seq: 1, attachments: [{ name: "T", url: "java\nscript:alert(1)" }] }) +
      part(chatId, { ...message, seq: "one" }) +
      part(chatId, { ...message, seq: 2, removed_by: uuidv7() }),
    "rows/000005 comments.jsonl": part(draftId, { draft_id: theirDraft, text: "T comment", anchor: {}, author_id: theirId }),
    "rows/000006 no-such-table.jsonl": "",
    "rows/000007 api_keys.jsonl": "",
  });
  const path = join(temporaryFolder(), "tampered.zip");
  writeFileSync(path, bytes);
  return { path, size: bytes.length };
}

async function undone({ database: { db } }: Installation, me: Person, importId: string): Promise<void> {
  while ((await removeRestored(me, db, importId)) > 0);
}

/** Every row of every table that an archive holds. */
async function allRows({ database: { db } }: Installation): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const table of new Set(archiveTables.map((one) => one.table))) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(${sql.table(table)})::text as row from ${sql.table(table)}`.execute(
      actAs(theServer, db),
    );
    all.set(table, rows.map(({ row }) => row).sort());
  }
  return all;
}

const contact = {
  kind: "company",
  name: "A",
  roles: [],
  identifiers: [],
  emails: [],
  phones: [],
  address: "",
  country: "",
  signatory: "",
  tags: [],
  notes: "",
};
const source = { id: "a source of a research", type: "file", name: "a source of a research" };
const produced = { custodian: "", from: "", to: "", cc: "", subject: "", date: "", type: "", name: "", sha256: "" };
const samples: unknown[] = [
  {},
  [],
  { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "The tenant pays." }] }] },
  contact,
  source,
  { origins: [], runs: [] },
  { blocks: [], changes: [] },
  { messageId: uuidv7() },
  { model: "stet-builtin" },
  { references: [], people: [] },
  { spelling: null, terms: [], address: null, citations: "", rules: "" },
  produced,
];

/** Gives what only has the right type a meaning. */
async function giveMeaning({ database: { db }, store }: Installation, { owner }: World): Promise<void> {
  const asStet = actAs(theServer, db);
  for (const [name, form] of Object.entries(jsonColumns)) {
    const [table, column] = name.split(".") as [string, string];
    const sample = samples.find((one) => form.safeParse(one).success);
    if (sample === undefined) throw new Error(`No sample has the form of ${name}.`);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${JSON.stringify(sample)}::jsonb`.execute(asStet);
  }
  await sql`update library_templates set retired_at = null`.execute(asStet);
  await sql`update chats set temporary = false`.execute(asStet);
  await sql`update workflow_runs set is_test = false`.execute(asStet);
  await sql`update comments set deleted_at = null`.execute(asStet);
  await sql`update projects set is_unfiled = false`.execute(asStet);
  for (const table of ["contacts", "contact_relations"])
    await sql`update ${sql.table(table)} set removed_at = null`.execute(asStet);
  await sql`insert into library_template_versions (template_id, version, source) select id, 7, source from library_templates`.execute(
    asStet,
  );
  // A word of the dictionary beside what is ignored in a draft.
  await sql`insert into spelling_memory (owner_id, entry) values (${owner.userId}, 'lessee')`.execute(asStet);
  for (const [table, id] of [
    ["files", "id"],
    ["draft_packages", "draft_id"],
  ] as const) {
    const bytes = table === "files" ? words : docxOf(["The tenant pays."]);
    const key = store.newKey();
    const { stream, keep } = await store.begin(key);
    await pipeline(Readable.from([bytes]), stream);
    await keep();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await sql`update ${sql.table(table)} set key = ${key}, size = ${bytes.length}, sha256 = ${sha256} where ${sql.ref(id)} is not null`.execute(
      asStet,
    );
  }
  await sql`update files set original_name = 'Lease.txt', scanned_pages = null`.execute(asStet);
}
