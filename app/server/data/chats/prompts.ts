/* Prompts a person has saved in the current workspace, newest first. */
import { sql } from "kysely";
import { mayMake, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { mostPrompts, type Prompt } from "#core/chat/prompt.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere } from "../visible.ts";

export async function listPrompts(me: Person, db: Db): Promise<Prompt[]> {
  db = actAs(me, db);
  return db
    .selectFrom("prompts")
    .select(["id", "text"])
    .where("owner_id", "=", me.userId)
    .where(isHere(me, "prompts.organization_id"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostPrompts)
    .execute();
}

/** A prompt that already exists becomes the newest. */
export async function keepPrompt(me: Person, db: Db, text: string): Promise<void> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed");
  await db.transaction().execute(async (trx) => {
    await sql`insert into prompts (id, owner_id, organization_id, text)
      values (${uuidv7()}, ${me.userId}, ${me.organizationId}, ${text})
      on conflict (owner_id, coalesce(organization_id, ''), md5(text)) do update set created_at = now()`.execute(trx);
    const { count } = await trx
      .selectFrom("prompts")
      .select((query) => query.fn.countAll().as("count"))
      .where("owner_id", "=", me.userId)
      .where(isHere(me, "prompts.organization_id"))
      .executeTakeFirstOrThrow();
    if (Number(count) > mostPrompts) throw problem("bad-request", `You can save at most ${mostPrompts} prompts. Delete one first.`);
  });
}

export async function removePrompt(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  const { numDeletedRows } = await db
    .deleteFrom("prompts")
    .where("id", "=", id)
    .where("owner_id", "=", me.userId)
    .where(isHere(me, "prompts.organization_id"))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw problem("not-found");
}
