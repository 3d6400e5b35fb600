/*
 * The cost of row-level security, on the embedded engine and, if DATABASE_URL names an empty database, on PostgreSQL:
 * the same functions of server/data with policies off and on, alternating, and a person's statement against one of
 * Stet itself. Medians, in milliseconds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { listChats } from "#server/data/chats/chats.ts";
import { searchChats } from "#server/data/chats/search-chats.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { getThread } from "#server/data/chats/messages.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { actAs, type BoundDb } from "#server/db/acting.ts";
import { openDatabase } from "#server/db/database.ts";
import { newPerson, newProject } from "#test/people.ts";

const people = 200;
const chatsEach = 50;
const messagesEach = 20;
const rounds = 60;

type World = { me: Person; viewer: Person; projectId: string; chatId: string };

async function fill(db: BoundDb): Promise<World> {
  const [me, viewer] = [await newPerson(db), await newPerson(db)];
  const projectId = await newProject(db, me, { sharedWith: viewer });
  for (let i = 0; i < 30; i++) await newProject(db, me);
  await sql`insert into drafts (id, project_id, owner_id, name, document, content)
    select gen_random_uuid(), ${projectId}, ${me.userId}, 'Draft', '{}', repeat('word ', 200) from generate_series(1, 50)`.execute(
    db,
  );
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    select 'person-' || n, 'Person', n || '@bench.test', true, now(), now() from generate_series(1, ${people}) n`.execute(db);
  const chats = (owner: string, project: string | null) =>
    sql`insert into chats (id, owner_id, project_id, title)
    select gen_random_uuid(), ${owner}, ${project}, 'A chat about notice' from generate_series(1, ${chatsEach})`.execute(db);
  // One owner a statement: all rows in one would take longer than a statement may.
  const messages = (owner: string) =>
    sql`insert into messages (id, chat_id, seq, role, content, parts)
    select gen_random_uuid(), chats.id, n, 'user', repeat('some words about a lease ', 20), '[]'
    from chats, generate_series(1, ${messagesEach}) n where owner_id = ${owner}`.execute(db);
  for (let n = 1; n <= people; n++) {
    await chats(`person-${n}`, null);
    await messages(`person-${n}`);
  }
  await chats(me.userId, null);
  await chats(me.userId, projectId);
  await messages(me.userId);
  const chatId = uuidv7();
  await sql`insert into chats (id, owner_id, project_id, title) values (${chatId}, ${me.userId}, ${projectId}, 'Long')`.execute(db);
  await sql`insert into messages (id, chat_id, seq, role, content, parts)
    select gen_random_uuid(), ${chatId}, n, 'user', repeat('some words about a lease ', 20), '[]' from generate_series(1, 200) n`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  return { me, viewer, projectId, chatId };
}

async function setPolicies(db: BoundDb, isOn: boolean): Promise<void> {
  for (const table of ["projects", "project_shares", "drafts", "chats", "messages", "operations", "runs", "files"])
    await sql.raw(`alter table ${table} ${isOn ? "enable" : "disable"} row level security`).execute(db);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

const print = (engine: string, what: string, values: object) =>
  console.log(JSON.stringify({ bench: "second-wall", what: `${what}, ${engine}`, ...values, unit: "ms" }));

const round = (value: number) => Number(value.toFixed(3));

async function measure(engine: string, db: BoundDb): Promise<void> {
  const { me, viewer, projectId, chatId } = await fill(db);
  const works: Record<string, () => Promise<unknown>> = {
    "the newest 30 chats": () => listChats(me, db, { limit: 30 }),
    "search in 100 chats": () => searchChats(me, db, "lease nothing", { limit: 30 }),
    "31 projects with their counts": () => listProjects(me, db),
    "50 drafts, by a viewer": () => listDrafts(viewer, db, projectId),
    "a thread of 50 messages": () => getThread(me, db, chatId, { limit: 50 }),
    "a thread of 50 messages, by a viewer": () => getThread(viewer, db, chatId, { limit: 50 }),
    "all messages, without a condition": () => sql`select id from messages`.execute(actAs(me, db)),
  };
  for (const [what, work] of Object.entries(works)) {
    const times: Record<"off" | "on", number[]> = { off: [], on: [] };
    for (let turn = 0; turn < 3; turn++) {
      for (const state of ["off", "on"] as const) {
        await setPolicies(db, state === "on");
        await work();
        times[state].push(await timed(work));
      }
    }
    const [off, on] = [median(times.off), median(times.on)];
    print(engine, what, { off: round(off), value: round(on), times: round(on / off) });
  }
  const one = (who: BoundDb) => timed(() => sql`select title from chats where id = ${chatId}`.execute(who));
  const [service, person] = [await one(actAs(theServer, db)), await one(actAs(me, db))];
  print(engine, "one row, Stet itself and a person", { off: round(service), value: round(person), times: round(person / service) });
}

const folder = mkdtempSync(join(tmpdir(), "stet-wall-"));
const url = process.env["DATABASE_URL"];
for (const place of url === undefined ? [{ folder }] : [{ folder }, { url }]) {
  const { db, engine, close } = await openDatabase({ ...place, statementLimitMs: 120_000 });
  await measure(engine, db);
  await close();
}
rmSync(folder, { recursive: true, force: true });
