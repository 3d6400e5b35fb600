/* What is recorded of an answer when its words go into a draft: the model, the question and the sources it had. */
import { promptExcerpt } from "#core/authorship/prompt-excerpt.ts";
import type { Source } from "#core/sources/source.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenChats } from "../visible.ts";

/** `model` is its id. */
export type AnswerFacts = { content: string; model: string; prompt: string; sources: readonly Source[] };

/** Null if there is no such answer, or this reader may not see it. */
export async function findAnswerFacts(me: Actor, db: Db, messageId: string): Promise<AnswerFacts | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .leftJoin("runs", "runs.message_id", "messages.id")
    .leftJoin("messages as questions", "questions.id", "messages.parent_id")
    .select(["messages.content", "messages.sources", "runs.model", "questions.content as question"])
    .where("messages.id", "=", messageId)
    .where("messages.role", "=", "assistant")
    .where(seenChats(me))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { content, model, question, sources } = row;
  return { content, model: model ?? "", prompt: promptExcerpt(question ?? ""), sources: (sources ?? []) as Source[] };
}
