/*
 * What was sent to a model for an answer. Stored on the server and shown only to the chat's owner, not to others who
 * see the chat through its project.
 */
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { sql } from "kysely";
import { estimateTokens, type ProviderId } from "#core/models/models.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Sent, SentMessage, SentStep, SentTool } from "#core/chat/sent.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { ownChats } from "../visible.ts";

/** Pieces are named by their digest. */
export type SentOutline = {
  provider: ProviderId;
  model: string;
  steps: {
    instructions: string;
    tools: string;
    messages: string[];
    requiredTool?: string;
    usage?: { input: number; output: number; cached?: number };
  }[];
};

/** A piece arrives as JSON and is compressed here, unless the chat already has it. */
type Kept = { chatId: string; messageId: string; outline: SentOutline; pieces: ReadonlyMap<string, Uint8Array> };

/** The most stored per chat, compressed; anything beyond is dropped. */
const mostOfChat = 24_000_000;

export async function keepSent(me: Server, db: Db, { chatId, messageId, outline, pieces }: Kept): Promise<void> {
  db = actAs(me, db);
  const digests = [...pieces.keys()];
  const { rows: there } = await sql<{ digest: string | null; size: string }>`
    select digest, (select coalesce(sum(octet_length(body)), 0)::text from sent_pieces where chat_id = ${chatId}) as size
    from (select null as digest union all
      select digest from sent_pieces where chat_id = ${chatId} and digest = any(${digests}::text[])) as there`.execute(db);
  if (Number(there[0]!.size) > mostOfChat) return;
  const known = new Set(there.map(({ digest }) => digest));
  const fresh = [...pieces].filter(([digest]) => !known.has(digest));
  const bodies = await Promise.all(fresh.map(([, json]) => pack(json)));
  await sql`with pieces_in as (insert into sent_pieces (chat_id, digest, body)
      select ${chatId}::uuid, v.digest, v.body
      from unnest(${fresh.map(([digest]) => digest)}::text[], ${bodies}::bytea[]) as v (digest, body) on conflict do nothing)
    insert into sent_requests (message_id, chat_id, outline) values (${messageId}, ${chatId}, ${JSON.stringify(outline)}::jsonb)
    on conflict (message_id) do update set outline = excluded.outline`.execute(db);
}

export async function getSent(me: Actor, db: Db, messageId: string): Promise<Sent> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .leftJoin("sent_requests", "sent_requests.message_id", "messages.id")
    .select(["messages.chat_id", "sent_requests.outline", "sent_requests.created_at"])
    .where("messages.id", "=", messageId)
    .where("messages.role", "=", "assistant")
    .where(ownChats(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (row.outline === null || row.created_at === null) return { isKept: false, reason: notKept };
  const outline = row.outline as SentOutline;
  const steps = await stepsOf(db, row.chat_id, outline);
  return { isKept: true, model: outline.model, to: destinations[outline.provider], sentAt: row.created_at.toISOString(), steps };
}

const notKept =
  "What was sent for this answer wasn’t recorded: the answer is older than this feature, the chat has reached its limit, or the server stopped while it was being written.";

const destinations: Record<ProviderId, string | null> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  compatible: "this installation’s model server",
  builtin: null,
};

const pack = promisify<Uint8Array, Buffer>(deflateRaw);
const unpack = promisify<Uint8Array, Buffer>(inflateRaw);

async function stepsOf(db: BoundDb, chatId: string, { steps }: SentOutline): Promise<SentStep[]> {
  const digests = [...new Set(steps.flatMap(({ instructions, tools, messages }) => [instructions, tools, ...messages]))];
  const rows = await db
    .selectFrom("sent_pieces")
    .select(["digest", "body"])
    .where("chat_id", "=", chatId)
    .where("digest", "in", digests)
    .execute();
  const pieces = new Map<string, unknown>();
  for (const { digest, body } of rows) pieces.set(digest, JSON.parse((await unpack(body)).toString()));
  return steps.map(({ instructions, tools, messages, requiredTool, usage }): SentStep => {
    const given = {
      instructions: pieces.get(instructions) as string,
      tools: pieces.get(tools) as SentTool[],
      messages: messages.map((digest) => pieces.get(digest) as SentMessage),
    };
    return {
      ...given,
      ...(requiredTool !== undefined && { requiredTool }),
      tokens: usage
        ? { ...usage, isReported: true }
        : { input: estimateTokens(JSON.stringify(given)), output: 0, isReported: false },
    };
  });
}
