/* How much of what is known of the made documents was found. */
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../app/server/db/database.ts";
import type { Made } from "./made-documents.ts";

type Row = { id: string; number: number; threadId: string | null; nearId: string | null };
export type Truth = { threads: number; precision: number; recall: number };

/** Of the documents of a collection, whose server has ended. */
export async function foundTruth(data: string, collectionId: string, made: readonly Made[]): Promise<Truth> {
  const database = await openDatabase({ folder: join(data, "database") });
  const { rows } = await sql<Row>`select coalesce(split_part(message_id, '@', 1), name) as id, number, thread_id as "threadId",
      near_id as "nearId" from discovery_documents where collection_id = ${collectionId} order by number`.execute(database.db);
  await database.close();
  const found = new Map(rows.map((row) => [row.id, row]));
  return { threads: rightThreads(rows, found, made), ...nearPairs(found, made) };
}

function rightThreads(rows: readonly Row[], found: ReadonlyMap<string, Row>, made: readonly Made[]): number {
  const sizes = new Map<string | null, number>();
  for (const { threadId } of rows) sizes.set(threadId, (sizes.get(threadId) ?? 0) + 1);
  const known = Map.groupBy(
    made.filter(({ thread }) => thread !== null),
    ({ thread }) => thread,
  );
  const right = [...known.values()].filter((own) => {
    const keys = new Set(own.map(({ id }) => found.get(id)?.threadId));
    const [key = null] = keys;
    return keys.size === 1 && (own.length === 1 ? key === null : key !== null && sizes.get(key) === own.length);
  });
  return right.length / known.size;
}

/** Those that differ from one text resemble each other too. */
function nearPairs(found: ReadonlyMap<string, Row>, made: readonly Made[]): { precision: number; recall: number } {
  const known = pairsOf(made, ({ near }) => (near === null ? null : String(near)));
  const grouped = pairsOf(made, ({ id }) => found.get(id)?.nearId ?? null);
  const both = [...grouped].filter((pair) => known.has(pair)).length;
  return { precision: both / grouped.size, recall: both / known.size };
}

function pairsOf(made: readonly Made[], groupOf: (one: Made) => string | null): Set<string> {
  const groups = Map.groupBy(made, groupOf);
  groups.delete(null);
  const pairs = new Set<string>();
  for (const own of groups.values())
    own.forEach(({ id }, at) => {
      for (const other of own.slice(at + 1)) pairs.add(`${id} ${other.id}`);
    });
  return pairs;
}

export type Stored = { documents: number; lost: number; twice: number; gaps: number };

/** What of the made documents is not in the collection, or there more than once, and numbers that no document has. */
export async function storedOf(data: string, collectionId: string, made: readonly Made[]): Promise<Stored> {
  const database = await openDatabase({ folder: join(data, "database") });
  const { rows } = await sql<{ id: string; number: number }>`select coalesce(split_part(message_id, '@', 1), name) as id, number
    from discovery_documents where collection_id = ${collectionId} order by number`.execute(database.db);
  await database.close();
  const counts = new Map<string, number>();
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1);
  const ids = made.flatMap(({ id, attachments }) => (attachments > 0 ? [id, `${id}.txt`] : [id]));
  return {
    documents: rows.length,
    lost: ids.filter((id) => !counts.has(id)).length,
    twice: [...counts.values()].filter((count) => count > 1).length + Math.max(0, rows.length - ids.length),
    gaps: rows.filter(({ number }, at) => number !== at + 1).length,
  };
}
