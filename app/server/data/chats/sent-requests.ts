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
import type { Sent, SentMessage, SentPurpose, SentStep, SentTool } from "#core/chat/sent.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import { pseudonymsIn } from "../pseudonyms/stand-ins.ts";
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
    purpose?: SentPurpose;
    usage?: { input: number; output: number; cached?: number };
  }[];
};

/** A piece arrives as JSON and is compressed here, unless the chat already has it. */
export type KeptRequest = { chatId: string; messageId: string; outline: SentOutline; pieces: ReadonlyMap<string, Uint8Array> };

/** The most stored per chat, compressed; anything beyond is dropped. */
const mostOfChat = 24_000_000;

/** Two statements, however many there are. Returns nothing for each. */
export async function keepSent(me: Server, db: Db, kept: readonly KeptRequest[]): Promise<undefined[]> {
  db = actAs(me, db);
  const there = await storedPieces(db, kept);
  const within = kept.filter(({ chatId }) => there.get(chatId)!.size <= mostOfChat);
  const fresh = new Map<string, { chat: string; digest: string; json: Uint8Array }>();
  for (const { chatId: chat, pieces } of within)
    for (const [digest, json] of pieces)
      if (!there.get(chat)!.digests.has(digest)) fresh.set(`${chat} ${digest}`, { chat, digest, json });
  const rows = [...fresh.values()];
  const bodies = await Promise.all(rows.map(({ json }) => pack(json)));
  const column = (key: "chatId" | "messageId") => within.map((one) => one[key]);
  await sql`with pieces_in as (insert into sent_pieces (chat_id, digest, body)
      select v.chat, v.digest, v.body
      from unnest(${rows.map(({ chat }) => chat)}::uuid[], ${rows.map(({ digest }) => digest)}::text[], ${bodies}::bytea[])
        as v (chat, digest, body) join chats on chats.id = v.chat
      on conflict do nothing)
    insert into sent_requests (message_id, chat_id, outline)
    select v.message, v.chat, v.outline
    from unnest(${column("messageId")}::uuid[], ${column("chatId")}::uuid[], ${within.map(({ outline }) => JSON.stringify(outline))}::jsonb[])
      as v (message, chat, outline) join messages on messages.id = v.message
    on conflict (message_id) do update set outline = excluded.outline ${prepared}`.execute(db);
  return kept.map(() => undefined);
}

type StoredPieces = { digests: Set<string>; size: number };

async function storedPieces(db: BoundDb, kept: readonly KeptRequest[]): Promise<Map<string, StoredPieces>> {
  const asked = kept.flatMap(({ chatId: chat, pieces }) => [...pieces.keys()].map((digest) => ({ chat, digest })));
  const { rows } = await sql<{ chat: string; size: string; digests: string[] | null }>`
    select asked.chat, (select coalesce(sum(octet_length(body)), 0)::text from sent_pieces where chat_id = asked.chat) as size,
      (select array_agg(digest) from sent_pieces where chat_id = asked.chat and digest = any(asked.digests)) as digests
    from (select chat, array_agg(digest) as digests
      from unnest(${asked.map(({ chat }) => chat)}::uuid[], ${asked.map(({ digest }) => digest)}::text[]) as v (chat, digest)
      group by chat) as asked ${prepared}`.execute(db);
  const stored = new Map(rows.map(({ chat, size, digests }) => [chat, { digests: new Set(digests), size: Number(size) }]));
  for (const { chatId } of kept) if (!stored.has(chatId)) stored.set(chatId, { digests: new Set(), size: 0 });
  return stored;
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
  const sentAt = row.created_at.toISOString();
  const pseudonyms = await pseudonymsIn(me, db, messageId, JSON.stringify(steps));
  return { isKept: true, model: outline.model, to: destinations[outline.provider], sentAt, steps, pseudonyms };
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
  return steps.map(({ instructions, tools, messages, requiredTool, purpose, usage }): SentStep => {
    const given = {
      instructions: pieces.get(instructions) as string,
      tools: pieces.get(tools) as SentTool[],
      messages: messages.map((digest) => pieces.get(digest) as SentMessage),
    };
    return {
      ...given,
      ...(purpose !== undefined && { purpose }),
      ...(requiredTool !== undefined && { requiredTool }),
      tokens: usage
        ? { ...usage, isReported: true }
        : { input: estimateTokens(JSON.stringify(given)), output: 0, isReported: false },
    };
  });
}
