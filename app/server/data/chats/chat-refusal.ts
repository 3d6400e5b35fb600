/* The error for a chat that cannot be changed: read-only through its project, or not visible at all. */
import type { Actor } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { seenChats } from "../visible.ts";

export async function chatRefusal(me: Actor, db: Db, chatId: string): Promise<Response> {
  db = actAs(me, db);
  const seen = await db.selectFrom("chats").select("id").where("id", "=", chatId).where(seenChats(me)).executeTakeFirst();
  return seen === undefined ? problem("not-found") : problem("not-allowed", "Only its owner can change this chat.");
}
