/* Where drafts are that have no project of their own yet: a project that is made when the first of them is. */
import { mayMake, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere } from "../visible.ts";

const unfiledName = "Drafts";

/** In the current workspace. Nobody else sees it: once it is shared, it is an ordinary project. */
export async function unfiledProject(me: Person, db: Db): Promise<string> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed", "Guests can see what is shared with them, but can’t create drafts here.");
  await db
    .insertInto("projects")
    .values({ id: uuidv7(), owner_id: me.userId, organization_id: me.organizationId, name: unfiledName, is_unfiled: true })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const { id } = await db
    .selectFrom("projects")
    .select("id")
    .where("owner_id", "=", me.userId)
    .where(isHere(me, "organization_id"))
    .where("is_unfiled", "=", true)
    .executeTakeFirstOrThrow();
  return id;
}
