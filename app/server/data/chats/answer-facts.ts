/* What is recorded of an answer when its text goes into a draft: the model, the question and the answer's text. */
import { promptExcerpt } from "#core/authorship/prompt-excerpt.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenChats } from "../visible.ts";

export type AnswerFacts = { content: string; model: string; prompt: string };

/** Null if there is no such answer, or this reader may not see it. */
export async function findAnswerFacts(me: Actor, db: Db, messageId: string): Promise<AnswerFacts | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("messages")
    .innerJoin("chats", "chats.id", "messages.chat_id")
    .leftJoin("runs", "runs.message_id", "messages.id")
    .leftJoin("messages as questions", "questions.id", "messages.parent_id")
    .select(["messages.content", "runs.model", "questions.content as question"])
    .where("messages.id", "=", messageId)
    .where("messages.role", "=", "assistant")
    .where(seenChats(me))
    .executeTakeFirst();
  return row === undefined ? null : { content: row.content, model: row.model ?? "", prompt: promptExcerpt(row.question ?? "") };
}
