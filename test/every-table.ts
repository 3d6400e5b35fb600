/* One owner's row in every table that belongs to people, whichever tables exist, and people who may and may not see
   it. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { BoundDb } from "#server/db/database.ts";
import { joinOrganization, newOrganization, newPerson } from "./people.ts";

export type Table = { name: string; isSecured: boolean; policies: number };

export async function tablesOf(db: BoundDb): Promise<Table[]> {
  const { rows } = await sql<Table>`select relname::text collate "C" as name, relrowsecurity as "isSecured",
      (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  return rows;
}

export async function securedTables(db: BoundDb): Promise<string[]> {
  return (await tablesOf(db)).filter(({ isSecured }) => isSecured).map(({ name }) => name);
}

/** Columns left empty: a value would hide the row, or refer back to it. */
const leftEmpty = new Set([
  "activeOrganizationId",
  "former_owner_id",
  "heir_id",
  "merged_into",
  "successor_id",
  "parent_id",
  "removed_by",
  "removed_at",
  "thread_id",
  "archived_at",
  "invited_by",
  "reject_reason",
  "chat_summaries.problem",
  // Not in any list of files.
  "files.chat_id",
  // Anyone is asked.
  "workflow_steps.waits_for",
  "workflow_steps.answered_by",
  // Set, an organization's list is one person's.
  "pseudonym_lists.user_id",
]);

/** Values that cannot be derived from a column's type. */
const values: Record<string, string> = {
  "operations.kind": "edit",
  "messages.role": "user",
  "runs.status": "done",
  "imports.status": "done",
  "jobs.state": "queued",
  "files.status": "ready",
  "draft_versions.kind": "created",
  "proposed_changes.state": "applied",
  "removed_members.role": "member",
  "security_events.result": "done",
  "model_connections.provider": "compatible",
  "subscriptions.plan": "starter",
  "subscriptions.status": "active",
  "review_cells.state": "found",
  "review_changes.what": "answer",
  "research_runs.kind": "answer",
  "research_searches.searched": "law",
  "research_sources.source": '{"id":"a source of a research","type":"file","name":"a source of a research"}',
  "contact_relations.relation": "counsel",
  "workflow_triggers.kind": "schedule",
  "workflow_triggers.schedule": '{"every":"day","hour":8}',
  "workflow_triggers.time_zone": "UTC",
  "workflow_triggers.state": "active",
  "workflow_runs.state": "waiting",
  "workflow_steps.state": "waiting",
  "workflow_steps.question": '{"ask":"approve","text":"Agreed?","choices":[],"proposal":"","isInstead":false}',
  "tool_consents.decision": "once",
  "tool_sign_ins.state": "done",
  "webhooks.paused_because": "asked",
  "webhook_deliveries.state": "waiting",
  "discovery_produced_documents.fields":
    '{"custodian":"","from":"","to":"","cc":"","subject":"","date":"","type":"","name":"","sha256":""}',
  "contacts.fields":
    '{"kind":"company","name":"A","roles":[],"identifiers":[],"emails":[],"phones":[],"address":"","country":"","signatory":"","tags":[],"notes":""}',
};

/** Tables in which one of two columns is set: a row for each. */
const either: Record<string, readonly [string, string]> = {
  billing_customers: ["organization_id", "user_id"],
  library_templates: ["organization_id", "user_id"],
  contacts: ["organization_id", "user_id"],
  conflict_checks: ["organization_id", "user_id"],
  tool_servers: ["program", "url"],
  writing_styles: ["organization_id", "user_id"],
  proposed_changes: ["chat_id", "draft_id"],
  pseudonym_lists: ["project_id", "organization_id"],
};

type Column = {
  table: string;
  name: string;
  type: string;
  hasDefault: boolean;
  refersTo: string | null;
  refersToColumn: string | null;
};
type Row = Record<string, unknown>;

export type World = {
  owner: Person;
  member: Person;
  viewer: Person;
  byAddress: Person;
  stranger: Person;
  key: Person;
  idOf(table: string): string;
  /** In tables that belong to one of two, a row for each. */
  rowsOf(table: string): readonly Readonly<Row>[];
};

/** The tables are those with row-level security, unless others are given. */
export async function newWorld(db: BoundDb, tables?: readonly string[]): Promise<World> {
  const membership = await newOrganization(db);
  const { organizationId } = membership;
  const inside = () => newPerson(db, { memberships: [membership], organizationId });
  const [owner, member, viewer, byAddress] = [await inside(), await inside(), await inside(), await inside()];
  for (const one of [owner, member, viewer, byAddress]) await joinOrganization(db, one.userId, organizationId);
  const rows = await fillAll(db, owner, new Set(tables ?? (await securedTables(db))));
  const rowsOf = (table: string) => rows.get(table) ?? [];
  const idOf = (table: string) => String(rowsOf(table).at(-1)!["id"] ?? rowsOf(table).at(-1)!["file_id"]);
  for (const [userId, email] of [
    [viewer.userId, viewer.email],
    [null, byAddress.email],
  ])
    await sql`insert into project_shares (id, project_id, email, user_id)
      values (${uuidv7()}, ${idOf("projects")}, ${email}, ${userId})`.execute(db);
  const key: Person = { ...owner, organizationId: null, memberships: [], scopes: [] };
  return { owner, member, viewer, byAddress, stranger: await newPerson(db), key, idOf, rowsOf };
}

async function fillAll(db: BoundDb, owner: Person, tables: ReadonlySet<string>): Promise<Map<string, Row[]>> {
  const columns = Map.groupBy(await columnsOf(db), ({ table }) => table);
  const rows = new Map<string, Row[]>();
  const begun = new Set<string>();
  const fill = async (table: string) => {
    if (begun.has(table)) return;
    begun.add(table);
    const own = columns.get(table)!.filter(({ name }) => !leftEmpty.has(name) && !leftEmpty.has(`${table}.${name}`));
    // Referenced tables come first.
    for (const { refersTo } of own) if (refersTo !== null && tables.has(refersTo)) await fill(refersTo);
    for (const empty of either[table] ?? [null]) {
      const row = rowFor(
        own.filter(({ name }) => name !== empty),
        owner,
        rows,
      );
      await insert(db, table, row);
      rows.set(table, [...(rows.get(table) ?? []), row]);
    }
  };
  for (const table of tables) await fill(table);
  return rows;
}

function rowFor(columns: readonly Column[], owner: Person, rows: ReadonlyMap<string, Row[]>): Row {
  const row: Row = {};
  for (const { table, name, type, hasDefault, refersTo, refersToColumn } of columns) {
    const value = values[`${table}.${name}`] ?? ofOwner(name, owner) ?? (refersTo && rows.get(refersTo)?.at(-1)?.[refersToColumn!]);
    if (value !== undefined && value !== null) row[name] = value;
    else if (!hasDefault) row[name] = anyOf(type);
  }
  return row;
}

function ofOwner(column: string, { userId, organizationId }: Person): string | null | undefined {
  if (column === "organization_id" || column === "organizationId") return organizationId;
  const people = [
    "inviterId",
    "owner_id",
    "userId",
    "user_id",
    "author_id",
    "made_by",
    "recipient_id",
    "created_by",
    "held_by",
    "assigned_to",
    "approved_by",
    "retired_by",
  ];
  return people.includes(column) ? userId : undefined;
}

async function insert(db: BoundDb, table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => sql`${row[name]}`))})`
    .execute(db)
    .catch((cause: Error) => {
      throw new Error(
        `No row could be made for the table ${table}: ${cause.message}. Add the value it needs to \`values\`, \`leftEmpty\` or \`either\` in test/every-table.ts.`,
        { cause },
      );
    });
}

async function columnsOf(db: BoundDb): Promise<Column[]> {
  const { rows } = await sql<Column>`select relname::text as "table", attname::text as name, typname::text as type,
      atthasdef or attidentity <> '' as "hasDefault",
      confrelid::regclass::text as "refersTo",
      (select attname::text from pg_attribute refers where refers.attrelid = confrelid and refers.attnum = confkey[1]) as "refersToColumn"
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    join pg_type on pg_type.oid = atttypid
    left join lateral (select confrelid, confkey from pg_constraint
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum] and confrelid <> conrelid limit 1) as reference on true
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by attrelid, attnum`.execute(db);
  return rows;
}

function anyOf(type: string): unknown {
  if (type === "uuid") return uuidv7();
  if (/^(int|float|numeric)/.test(type)) return 1;
  if (type.startsWith("json")) return "{}";
  if (type === "bytea") return Buffer.from([1]);
  if (/^(timestamp|date)/.test(type)) return new Date();
  if (type === "bool") return false;
  if (type.startsWith("_")) return [];
  return randomUUID();
}
