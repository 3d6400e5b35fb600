/* What a person may see, as conditions for queries. Each says again a rule of core/policy.ts; a test holds the two together. */
import { sql } from "kysely";
import type { Actor } from "#core/policy.ts";
import { problem } from "#core/problem.ts";

/** `canSeeChat`, on the table `chats`. */
export function visibleTo(me: Actor) {
  if (me.kind !== "person") throw problem("not-signed-in");
  const organizations = JSON.stringify(me.memberships.map((membership) => membership.organizationId));
  return sql<boolean>`chats.owner_id = ${me.userId} and (chats.organization_id is null
    or chats.organization_id in (select json_array_elements_text(${organizations}::json)))`;
}
