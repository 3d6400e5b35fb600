/* The organization of a page, with the person and their role in it. */
import { mayManage, membershipOf, type Actor, type Membership, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";

export type OrganizationWorkspace = { me: Person; organization: Membership; isManager: boolean };

export function organizationWorkspace(me: Actor): OrganizationWorkspace {
  const organization = me.kind === "person" ? membershipOf(me, me.organizationId) : null;
  if (me.kind !== "person" || organization === null) throw problem("not-found");
  return { me, organization, isManager: mayManage(me, organization.organizationId) };
}

/** For pages restricted to those who manage the organization. */
export function managedPlace(me: Actor): OrganizationWorkspace {
  const place = organizationWorkspace(me);
  if (!place.isManager) throw problem("not-allowed", "Only the owner and administrators can see this page.");
  return place;
}
