/*
 * Who is admitted to an organization: its members, and if it requires two-factor authentication, only those who use it.
 * Everything that finds out who asks, or for whom work continues, asks here.
 */
import { sql, type RawBuilder } from "kysely";

/** Whether the organization is closed to the person, on the tables `organization` and `"user" person`. */
export const lacksTwoFactor = sql<boolean>`(organization.require_two_factor and person."twoFactorEnabled" is not true)`;

/** `OrganizationPolicies` as JSON, on the table `organization`. */
export const policiesOf = sql`json_build_object('twoFactor', organization.require_two_factor,
  'models', organization.allowed_models, 'webSearch', organization.allow_web_search)`;

/** The addresses that it had before, as JSON, on the table `organization`. */
export const formerSlugsOf = sql`coalesce((select json_agg(former_slugs.slug) from former_slugs
  where former_slugs.organization_id = organization.id), '[]')`;

/** A person's memberships as JSON, on the table `"user" person`: the rows of `MembershipRow`. */
export const membershipsOf = sql`coalesce((select json_agg(json_build_object('organizationId', member."organizationId",
      'slug', organization.slug, 'name', organization.name, 'role', member.role, 'plan', organization.plan,
      'lacksTwoFactor', ${lacksTwoFactor}, 'policies', ${policiesOf}, 'formerSlugs', ${formerSlugsOf}))
    from member join organization on organization.id = member."organizationId" where member."userId" = person.id), '[]')`;

/** Given as columns, for statements of Stet itself. */
export function isAdmitted(who: RawBuilder<unknown>, organizationId: RawBuilder<unknown>) {
  return sql<boolean>`exists (select 1 from member join organization on organization.id = member."organizationId"
    join "user" person on person.id = member."userId"
    where member."userId" = ${who} and member."organizationId" = ${organizationId} and not ${lacksTwoFactor})`;
}
