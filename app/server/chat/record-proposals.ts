/* When an answer ends, each change it proposes becomes a row with its location (locate-proposals.ts). */
import type { ProposeResult } from "#core/agent/agent.ts";
import { agentBlock } from "#core/changes/change-blocks.ts";
import { draftsIn, keyedBlocks, type ChatMessage } from "#core/chat/chat-texts.ts";
import type { MessagePart } from "#core/chat/message.ts";
import type { Patch } from "#core/changes/patch.ts";
import type { Person } from "#core/workspace/policy.ts";
import { listChatTexts } from "../data/chats/chat-changes.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { listHistory } from "../data/chats/messages.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { keepProposed } from "../data/drafts/proposed-changes.ts";
import type { Db } from "../db/database.ts";
import { longWork } from "../long-work/long-work.ts";
import type { LocateGiven, Proposed } from "./locate-proposals.ts";

type Answered = { chatId: string; messageId: string; parts: readonly MessagePart[] };

/** Whose changes have to be reloaded, or null if nothing was proposed. */
export async function recordProposals(
  me: Person,
  db: Db,
  answered: Answered,
): Promise<{ draftId: string } | { chatId: string } | null> {
  const proposed = proposalsIn(answered);
  if (proposed.length === 0) return null;
  const { chatId, messageId } = answered;
  const rows = await listHistory(me, db, chatId, messageId);
  const draftId = rows.findLast(({ role }) => role === "user")?.draftContext?.draftId;
  const draft = draftId === undefined ? null : await draftOf(me, db, draftId);
  const source = draft ?? (await textsOf(me, db, answered, rows));
  const changes = await longWork(me, "locateProposals", { proposed, source });
  await keepProposed(me, db, draft === null ? { chat_id: chatId } : { draft_id: draftId! }, changes);
  return draft === null ? { chatId } : { draftId: draftId! };
}

/** An agent's changes form one list, kept under the answer in which its work began. */
function proposalsIn({ messageId, parts }: Answered): Proposed[] {
  const written: Proposed[] = [];
  let about: Patch[] = [];
  for (const { key, block } of keyedBlocks(parts)) {
    if (block.kind !== "patch") about = [];
    else if (block.reading) {
      const { patches } = block.reading;
      about.push(...patches);
      written.push({ messageId, block: key, patches, about });
    }
  }
  const results = parts.flatMap((part) =>
    part.type === "tool-invocation" && part.toolInvocation.toolName === "proposeChanges"
      ? [part.toolInvocation.result as Partial<ProposeResult> | undefined]
      : [],
  );
  const work = results.find((result) => result?.work !== undefined)?.work;
  const patches = results.flatMap((result) => result?.changes ?? []);
  if (work !== undefined) written.push({ messageId: work, block: agentBlock, patches, about: patches });
  return written.filter((list) => list.patches.length > 0);
}

/** Null if it is gone or the person may not change it. */
async function draftOf(me: Person, db: Db, draftId: string): Promise<LocateGiven["source"] | null> {
  try {
    const { canChange, document, version } = await getDraftAsText(me, db, draftId);
    return canChange ? { kind: "draft", document, version } : null;
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}

async function textsOf(
  me: Person,
  db: Db,
  { chatId, messageId, parts }: Answered,
  rows: readonly HistoryRow[],
): Promise<LocateGiven["source"]> {
  const texts = await listChatTexts(me, db, chatId);
  const messages = [...rows.map(messageOf), { id: messageId, role: "assistant" as const, drafts: draftsIn(parts) }];
  return { kind: "chat", messages, texts };
}

function messageOf({ id, role, content, attachments, parts }: HistoryRow): ChatMessage {
  return role === "assistant" ? { id, role, drafts: draftsIn(parts) } : { id, role: "user", content, attachments };
}
