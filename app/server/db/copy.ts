/*
 * Exports a whole database as JSON lines and imports it: between the embedded engine and a server, in either
 * direction, and across versions. Values keep PostgreSQL's text form, so nothing is rounded or reinterpreted.
 *
 *   {"export": 1, "migrations": ["2026-11-19-accounts.sql", …]}
 *   {"table": "chats", "columns": ["id", …]}
 *   ["0190…", "…", null]                              one line per row
 *   {"sequence": "jobs_id_seq", "value": "12"}
 *   {"rows": 4711}                                    end marker: without it the export is truncated
 */
import { sql, type Kysely } from "kysely";
import type { Engine } from "./engine.ts";

/** The tables the database has, not those this program is typed for. */
// oxlint-disable-next-line typescript/no-explicit-any -- tables and columns are read from the database
type AnyDb = Kysely<any>;
type Column = { name: string; type: string };
type Line =
  | { export: 1; migrations: string[] }
  | { table: string; columns: string[] }
  | (string | null)[]
  | Sequence
  | { rows: number };
type Sequence = { sequence: string; value: string };

const rowsAtOnce = 500;
/** Characters of row text after which a batch is written, however few rows it has. */
const charactersAtOnce = 4_000_000;

export type Exported = Pick<Engine, "db" | "unlimited">;

/** The migrations of the exported database, from the first line; no more is read. */
export async function headerOf(lines: AsyncIterable<string>): Promise<string[]> {
  for await (const text of lines) {
    const line = readLine(text);
    if (!Array.isArray(line) && "export" in line) return line.migrations;
    break;
  }
  throw new Error("This is not an export: its first line does not say which migrations it had.");
}

/** Passes every line to `write`, which may apply backpressure. Reads one snapshot. Returns the number of rows. */
export async function exportDatabase(engine: Exported, write: (line: string) => Promise<void> | void): Promise<number> {
  const say = (line: Line) => write(JSON.stringify(line));
  const transaction = engine.db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return engine.unlimited(() =>
    transaction.execute(async (trx) => {
      await takeYourTime(trx);
      let rows = 0;
      await say({ export: 1, migrations: await migrationsOf(trx) });
      for (const table of await tablesOf(trx)) rows += await exportTable(trx, table, say);
      for (const sequence of await sequencesOf(trx)) await say(sequence);
      await say({ rows });
      return rows;
    }),
  );
}

async function exportTable(db: AnyDb, table: string, say: (line: Line) => Promise<void> | void): Promise<number> {
  const columns = await columnsOf(db, table);
  await say({ table, columns: columns.map(({ name }) => name) });
  const values = columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  // Ordered by key, so that two exports of the same rows are identical.
  const order = (await keyOf(db, table)).map((name) => sql`${sql.ref(name)}::text collate "C"`);
  await sql`declare export_rows cursor for select array[${sql.join(values)}] as row from ${sql.table(table)}
    ${order.length > 0 ? sql`order by ${sql.join(order)}` : sql``}`.execute(db);
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ row: (string | null)[] }>`fetch ${sql.lit(rowsAtOnce)} from export_rows`.execute(db);
    if (rows.length === 0) break;
    for (const { row } of rows) await say(row);
    count += rows.length;
  }
  await sql`close export_rows`.execute(db);
  return count;
}

/**
 * Fills a database that has the same migrations and no rows. All or nothing; foreign keys are dropped meanwhile and
 * restored, which checks every row.
 */
export async function importDatabase(engine: Engine, lines: AsyncIterable<string>): Promise<number> {
  return engine.unlimited(() =>
    engine.db.transaction().execute(async (trx) => {
      await takeYourTime(trx);
      await refuseRows(trx);
      const putBack = await takeOffForeignKeys(trx);
      const { rows, sequences } = await importLines(trx, lines);
      await putBack();
      await sql`select note_all_searched()`.execute(trx);
      // Last, because setval is not rolled back.
      for (const { sequence, value } of sequences) await sql`select setval(${sequence}, ${value}::int8)`.execute(trx);
      return rows;
    }),
  );
}

async function importLines(db: AnyDb, lines: AsyncIterable<string>): Promise<{ rows: number; sequences: Sequence[] }> {
  const batch = new Batch(db);
  const sequences: Sequence[] = [];
  let promised: number | undefined;
  for await (const text of lines) {
    const line = readLine(text);
    if (Array.isArray(line)) await batch.add(line);
    else if ("export" in line) await refuseOtherMigrations(db, line.migrations);
    else if ("table" in line) await batch.begin(line.table, line.columns);
    else if ("sequence" in line) sequences.push(line);
    else promised = line.rows;
  }
  await batch.flush();
  if (promised === undefined) throw new Error("The export ends too early: its last line is missing. Nothing was imported.");
  if (promised !== batch.written)
    throw new Error(`The export says ${promised} rows and has ${batch.written}. Nothing was imported.`);
  return { rows: batch.written, sequences };
}

function readLine(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new Error(`This line of the export is not JSON: ${text.slice(0, 80)}`);
  }
}

/** Rows of one table to be inserted. */
class Batch {
  written = 0;
  readonly #db: AnyDb;
  #table = "";
  #columns: Column[] = [];
  #rows: (string | null)[][] = [];
  #characters = 0;

  constructor(db: AnyDb) {
    this.#db = db;
  }

  async begin(table: string, names: string[]) {
    await this.flush();
    const known = await columnsOf(this.#db, table);
    this.#table = table;
    this.#columns = names.map((name) => {
      const column = known.find((one) => one.name === name);
      if (!column) throw new Error(`The database has no column ${name} in ${table}. Nothing was imported.`);
      return column;
    });
  }

  async add(row: (string | null)[]) {
    this.#rows.push(row);
    for (const value of row) this.#characters += value?.length ?? 0;
    if (this.#rows.length >= rowsAtOnce || this.#characters >= charactersAtOnce) await this.flush();
  }

  async flush() {
    if (this.#rows.length === 0) return;
    const arrays = this.#columns.map((_, index) => sql`${this.#rows.map((row) => row[index] ?? null)}::text[]`);
    const places = this.#columns.map((_, index) => sql.ref(`v${index}`));
    const values = this.#columns.map(({ type }, index) => sql`${sql.ref(`v${index}`)}::${sql.raw(type)}`);
    await sql`insert into ${sql.table(this.#table)} (${sql.join(this.#columns.map(({ name }) => sql.ref(name)))})
      overriding system value
      select ${sql.join(values)} from unnest(${sql.join(arrays)}) as rows (${sql.join(places)})`.execute(this.#db);
    this.written += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
  }
}

/** Disables timeouts: each side may wait a long time for the other. */
async function takeYourTime(db: AnyDb) {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
}

async function refuseRows(db: AnyDb) {
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new Error(`The target already holds data (in ${table}). Import into a new database.`);
  }
}

async function refuseOtherMigrations(db: AnyDb, theirs: string[]) {
  const ours = await migrationsOf(db);
  const odd = [...theirs.filter((name) => !ours.includes(name)), ...ours.filter((name) => !theirs.includes(name))];
  if (odd.length === 0) return;
  throw new Error(
    `The export and this program differ in their migrations (${odd.join(", ")}). Open the source with this version first.`,
  );
}

async function takeOffForeignKeys(db: AnyDb): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`.execute(db);
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(db);
  return async () => {
    for (const { table, name, definition } of rows)
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(db);
  };
}

/** Not copied: each database has its own list of migrations, and the chat index is rebuilt from the texts. */
const notCopied = ["migrations", "chat_search", "chat_words"];

async function tablesOf(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in (${sql.join(notCopied)}) order by relname collate "C"`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(db: AnyDb, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = (select oid from pg_class where relname = ${table} and relnamespace = 'public'::regnamespace)
      and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(db);
  return rows;
}

async function keyOf(db: AnyDb, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any (indkey)
    where indisprimary and indrelid = (select oid from pg_class where relname = ${table} and relnamespace = 'public'::regnamespace)
    order by array_position(indkey::int2[], attnum)`.execute(db);
  return rows.map(({ name }) => name);
}

async function sequencesOf(db: AnyDb): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`select quote_ident(sequencename) as sequence, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename collate "C"`.execute(db);
  return rows;
}

async function migrationsOf(db: AnyDb): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}
