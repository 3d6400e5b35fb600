/* What an organization's managers decide for everyone in it, and how its members sign in. */
import { sql } from "kysely";
import { mayManage, theServer, type Actor, type OrganizationPolicies } from "#core/workspace/policy.ts";
import type { MemberSignIn } from "#core/workspace/organization.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { lacksTwoFactor, policiesOf } from "../admission.ts";
import { lockOrganization } from "./locked-organization.ts";

export type PolicyChange = {
  before: OrganizationPolicies;
  /** The members who can't enter from now on until they turn on two-factor authentication. */
  barred: string[];
};

/** Takes effect with everyone's next request. */
export async function changePolicies(
  me: Actor,
  db: Db,
  change: Partial<OrganizationPolicies>,
  alongside?: Alongside<PolicyChange>,
): Promise<PolicyChange> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role, userId } = await lockOrganization(me, trx);
    if (role !== "owner" && role !== "admin") throw problem("not-allowed");
    const before = await readPolicies(trx, organizationId);
    const next = { ...before, ...change };
    if (next.twoFactor && !before.twoFactor && !(await usesTwoFactor(trx, userId))) throw problem("two-factor-first");
    await trx.updateTable("organization").set(columnsOf(next)).where("id", "=", organizationId).execute();
    const barred = next.twoFactor && !before.twoFactor ? await listBarred(trx, organizationId) : [];
    await alongside?.(trx, { before, barred });
    return { before, barred };
  });
}

function columnsOf({ twoFactor, models, webSearch }: OrganizationPolicies) {
  return {
    require_two_factor: twoFactor,
    allowed_models: models === null ? null : models.toSorted(),
    allow_web_search: webSearch,
  };
}

async function readPolicies(trx: BoundDb, organizationId: string): Promise<OrganizationPolicies> {
  const { rows } = await sql<{ policies: OrganizationPolicies }>`select ${policiesOf} as policies from organization
    where id = ${organizationId}`.execute(trx);
  return rows[0]!.policies;
}

async function usesTwoFactor(trx: BoundDb, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where id = ${userId} and "twoFactorEnabled"`.execute(trx);
  return rows.length > 0;
}

async function listBarred(trx: BoundDb, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select person.email from member
    join organization on organization.id = member."organizationId" join "user" person on person.id = member."userId"
    where organization.id = ${organizationId} and ${lacksTwoFactor}`.execute(trx);
  return rows.map(({ email }) => email);
}

/** Of each member of the current organization, for its managers. As Stet itself: passkeys are their owners'. */
export async function listSignIns(me: Actor, db: Db): Promise<MemberSignIn[]> {
  const organizationId = me.kind === "person" ? me.organizationId : null;
  if (organizationId === null) throw problem("not-found");
  if (!mayManage(me, organizationId)) throw problem("not-allowed");
  db = actAs(theServer, db);
  const { rows } = await sql<MemberSignIn>`select person.id, coalesce(person."twoFactorEnabled", false) as "hasTwoFactor",
      (select count(*) from passkeys where passkeys.user_id = person.id)::int as passkeys
    from member join "user" person on person.id = member."userId"
    where member."organizationId" = ${organizationId} order by person.id`.execute(db);
  return rows;
}
