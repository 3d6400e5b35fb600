/*
 * A person's consent to calls of tool servers. A question is a row that the waiting answer reads, in whichever process;
 * a decision that lasts is the same row, found again by the tool's fingerprint.
 */
import type { ConsentDecision, PendingConsent } from "#core/tool-servers/tool-server.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

type Call = { serverId: string; chatId: string; tool: string; fingerprint: string };

/** Whether the person has allowed this tool, as it is, in this chat or from now on. */
export async function isAllowed(me: Person, db: Db, { serverId, chatId, tool, fingerprint }: Call): Promise<boolean> {
  db = actAs(me, db);
  const found = await db
    .selectFrom("tool_consents")
    .select("id")
    .where("user_id", "=", me.userId)
    .where("server_id", "=", serverId)
    .where("tool", "=", tool)
    .where("fingerprint", "=", fingerprint)
    .where("may_last", "=", true)
    .where((is) => is.or([is("decision", "=", "always"), is.and([is("decision", "=", "chat"), is("chat_id", "=", chatId)])]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Asked = Call & { id: string; callId: string; input: unknown; mayLast: boolean; reveals: boolean };

const keptDays = 30;

export async function askConsent(me: Person, db: Db, asked: Asked): Promise<void> {
  db = actAs(me, db);
  const old = new Date(Date.now() - keptDays * 86_400_000);
  await db
    .deleteFrom("tool_consents")
    .where("user_id", "=", me.userId)
    .where("created_at", "<", old)
    .where((is) => is.or([is("decision", "is", null), is("decision", "in", ["once", "refused"])]))
    .execute();
  const { id, serverId, chatId, callId, tool, fingerprint, input, mayLast, reveals } = asked;
  await db
    .insertInto("tool_consents")
    .values({
      id,
      user_id: me.userId,
      server_id: serverId,
      chat_id: chatId,
      call_id: callId,
      tool,
      fingerprint,
      input: JSON.stringify(input ?? {}),
      may_last: mayLast,
      reveals,
    })
    .execute();
}

/** Null while it is open; refused if it is gone, with its chat or its server. */
export async function decisionOn(me: Person, db: Db, id: string): Promise<ConsentDecision | null> {
  db = actAs(me, db);
  const row = await db.selectFrom("tool_consents").select("decision").where("id", "=", id).executeTakeFirst();
  return row === undefined ? "refused" : row.decision;
}

/** It is no longer awaited. */
export async function withdrawConsent(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await db
    .deleteFrom("tool_consents")
    .where("id", "=", id)
    .where("user_id", "=", me.userId)
    .where("decision", "is", null)
    .execute();
}

export async function listPendingConsents(me: Person, db: Db, chatId: string): Promise<PendingConsent[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("tool_consents")
    .innerJoin("tool_servers", "tool_servers.id", "tool_consents.server_id")
    .select([
      "tool_consents.id",
      "call_id as callId",
      "tool_servers.name as server",
      "tool",
      "tools",
      "input",
      "may_last as mayLast",
      "reveals",
    ])
    .where("tool_consents.user_id", "=", me.userId)
    .where("chat_id", "=", chatId)
    .where("decision", "is", null)
    .orderBy("tool_consents.created_at")
    .execute();
  return rows.map(({ tools, ...row }) => {
    const known = tools.find(({ name }) => name === row.tool);
    return Object.assign(row, { title: known?.title ?? row.tool, description: known?.description ?? "" });
  });
}

/** Decided once; returns the chat it was asked in. */
export async function decideConsent(me: Person, db: Db, id: string, decision: ConsentDecision): Promise<{ chatId: string | null }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("tool_consents")
      .select(["chat_id as chatId", "decision", "may_last as mayLast"])
      .where("id", "=", id)
      .where("user_id", "=", me.userId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw problem("not-found");
    if (row.decision !== null) throw problem("tool-server-refused", "This has been decided already.");
    if (!row.mayLast && (decision === "chat" || decision === "always"))
      throw problem("tool-server-refused", "This tool is asked about at every call.");
    await trx
      .updateTable("tool_consents")
      .set({ decision, decided_at: new Date(), ...(decision === "always" && { chat_id: null }) })
      .where("id", "=", id)
      .execute();
    return { chatId: row.chatId };
  });
}
