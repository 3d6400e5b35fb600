/*
 * A person's tool servers. `tools` is what they have accepted; what a server says now waits in `offered` until they have
 * read it. Keys are sealed before they come here.
 */
import { createHash } from "node:crypto";
import { canonical, slugFor, toolServerLimits, type ServerTool } from "#core/tool-servers/tool-server.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

export type StoredToolServer = {
  id: string;
  name: string;
  slug: string;
  url: string | null;
  program: string | null;
  sealedKey: string | null;
  lastFour: string;
  tools: ServerTool[];
  offered: ServerTool[] | null;
};

/** What a sealed key is bound to. */
export function rowOfToolServer(id: string): string {
  return `tool_servers ${id}`;
}

/** Names what a person has read, so that they cannot accept what came after. */
export function versionOf(tools: readonly ServerTool[]): string {
  return createHash("sha256").update(canonical(tools)).digest("hex").slice(0, 32);
}

export function fingerprintOf(tool: ServerTool): string {
  return versionOf([tool]);
}

const columns = [
  "id",
  "name",
  "slug",
  "url",
  "program",
  "sealed_key as sealedKey",
  "last_four as lastFour",
  "tools",
  "offered",
] as const;

export async function listToolServers(me: Person, db: Db, ids?: readonly string[]): Promise<StoredToolServer[]> {
  db = actAs(me, db);
  if (ids?.length === 0) return [];
  return db
    .selectFrom("tool_servers")
    .select(columns)
    .where("user_id", "=", me.userId)
    .$if(ids !== undefined, (query) => query.where("id", "in", [...ids!]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function getToolServer(me: Person, db: Db, id: string): Promise<StoredToolServer> {
  db = actAs(me, db);
  const [server] = await listToolServers(me, db, [id]);
  if (server === undefined) throw problem("not-found");
  return server;
}

type NewServer = {
  id: string;
  name: string;
  url: string | null;
  program: string | null;
  sealedKey: string | null;
  lastFour: string;
  /** Null if they can be read only when the person has signed in. */
  offered: readonly ServerTool[] | null;
};

export async function addToolServer(me: Person, db: Db, given: NewServer): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom("tool_servers")
      .select(["slug", "url", "program"])
      .where("user_id", "=", me.userId)
      .forUpdate()
      .execute();
    if (known.length >= toolServerLimits.servers)
      throw problem("tool-server-refused", `You can connect at most ${toolServerLimits.servers}. Remove one first.`);
    if (known.some(({ url, program }) => url === given.url && program === given.program))
      throw problem("tool-server-refused", "You have connected it already.");
    const { id, name, url, program, sealedKey, lastFour, offered } = given;
    const slug = slugFor(
      name,
      known.map((one) => one.slug),
    );
    await trx
      .insertInto("tool_servers")
      .values({
        id,
        user_id: me.userId,
        name,
        slug,
        url,
        program,
        sealed_key: sealedKey,
        last_four: lastFour,
        tools: "[]",
        offered: offered === null ? null : JSON.stringify(offered),
      })
      .execute();
  });
}

/** What the server says now: null if that is what the person has accepted. */
export async function setOffered(me: Person, db: Db, id: string, offered: readonly ServerTool[] | null): Promise<void> {
  db = actAs(me, db);
  await db
    .updateTable("tool_servers")
    .set({ offered: offered === null ? null : JSON.stringify(offered), updated_at: new Date() })
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .execute();
}

/** Accepts what the person has read, and nothing else. Consent to what has changed ends with it. */
export async function acceptTools(me: Person, db: Db, id: string, version: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const server = await trx
      .selectFrom("tool_servers")
      .select("offered")
      .where("id", "=", id)
      .where("user_id", "=", me.userId)
      .forUpdate()
      .executeTakeFirst();
    if (server === undefined) throw problem("not-found");
    if (server.offered === null || versionOf(server.offered) !== version)
      throw problem("tool-server-refused", "Its tools have changed since you read them. Read them again.");
    await trx
      .updateTable("tool_servers")
      .set({ tools: JSON.stringify(server.offered), offered: null, updated_at: new Date() })
      .where("id", "=", id)
      .execute();
  });
}

/** From now on, every call is asked about again. */
export async function forgetConsents(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await db
    .deleteFrom("tool_consents")
    .where("server_id", "=", id)
    .where("user_id", "=", me.userId)
    .where("decision", "is not", null)
    .execute();
}

/** Its consents go with it. */
export async function removeToolServer(me: Person, db: Db, id: string): Promise<string> {
  db = actAs(me, db);
  const removed = await db
    .deleteFrom("tool_servers")
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .returning("name")
    .executeTakeFirst();
  if (removed === undefined) throw problem("not-found");
  return removed.name;
}
