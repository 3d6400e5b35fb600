/* What the codes in a record of what was sent stand for. */
import { sql } from "kysely";
import type { StandIn } from "#core/chat/sent.ts";
import { codeLikeIn } from "#core/pseudonyms/code-words.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

/** Also once the lists are off. Of a chat that one may not see, none are shown. */
export async function pseudonymsIn(me: Actor, db: Db, messageId: string, text: string): Promise<StandIn[]> {
  db = actAs(me, db);
  const there = codeLikeIn([text]);
  if (there.size === 0) return [];
  const rows = await db
    .selectFrom("pseudonym_lists")
    .select("codes")
    .where(
      sql<boolean>`exists (select 1 from messages join chats on chats.id = messages.chat_id where messages.id = ${messageId}
        and (pseudonym_lists.project_id = chats.project_id or pseudonym_lists.organization_id = chats.organization_id))`,
    )
    .execute();
  return rows.flatMap(({ codes }) =>
    codes.filter(({ code }) => there.has(code)).map(({ code, forms }) => ({ code, standsFor: forms[0]! })),
  );
}
