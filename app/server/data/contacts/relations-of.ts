/* What contacts are to others, as it is read with them. */
import { sql } from "kysely";
import type { ContactRelation, RelationKind } from "#core/contacts/relation.ts";
import type { Person, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";

type Row = ContactRelation & { ofId: string };
type Stored = { id: string; ofId: string; relation: RelationKind; isFrom: boolean; otherId: string; otherName: string };

/** Of each of these contacts, and of those that were merged into it. For callers that have checked who sees them. */
export async function relationsOf(me: Person | Server, db: Db, ids: readonly string[]): Promise<Map<string, ContactRelation[]>> {
  const { rows } = await sql<Stored>`with these as (
      select id from contacts where id = any (${[...ids]}::uuid[]) or merged_into = any (${[...ids]}::uuid[])
    ), live as (
      select id, relation, from_id, to_id, created_at as made from contact_relations where removed_at is null
        and (from_id in (select id from these) or to_id in (select id from these))
    ), sides as (
      select id, relation, made, true as is_from, from_id as this_id, to_id as other_id from live
      union all select id, relation, made, false, to_id, from_id from live
    )
    select sides.id, relation, is_from as "isFrom", coalesce(this.merged_into, this.id) as "ofId",
      other.id as "otherId", other.name as "otherName"
    from sides join contacts this on this.id = this_id join contacts entered on entered.id = other_id
    join contacts other on other.id = coalesce(entered.merged_into, entered.id)
    where coalesce(this.merged_into, this.id) = any (${[...ids]}::uuid[]) and coalesce(this.merged_into, this.id) <> other.id
      and other.removed_at is null
    order by made, sides.id`.execute(actAs(me, db));
  return Map.groupBy(rows.map(relationOf), ({ ofId }) => ofId);
}

function relationOf({ id, ofId, relation: kind, isFrom, otherId, otherName }: Stored): Row {
  return { id, ofId, kind, isFrom, other: { id: otherId, name: otherName } };
}
