/* Who belongs to the place where the request works, and as what. */
import { Hono } from "hono";
import { z } from "zod";
import { givenRoles } from "#core/organization.ts";
import { changeRole, leaveOrganization, listMembers, removeMember } from "#server/data/members.ts";
import { organizationMail } from "#server/organization-mail.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf, type ApiEnv } from "./edge.ts";
import { placeOf } from "./organizations.ts";
import { problem } from "#core/problem.ts";

const roleSchema = z.object({ role: z.enum(givenRoles) });

export function members(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const letters = organizationMail(stet.env, stet.mail);

  app.get("/api/members", async (c) => {
    const me = personOf(c);
    try {
      return c.json({ members: await listMembers(me, stet.db) });
    } catch (error) {
      stet.log.error({ err: error }, "members could not be read");
      throw problem("cannot-fetch-members");
    }
  });

  app.post("/api/members/leave", async (c) => {
    const { me, organization } = placeOf(c);
    await leaveOrganization(me, stet.db);
    await audit(stet, c, { kind: "member-left", organizationId: organization.organizationId });
    return c.json({ status: true });
  });

  app.patch("/api/members/:id", async (c) => {
    const { me, organization } = placeOf(c);
    const { role } = await bodyOf(c, roleSchema);
    const other = await changeRole(me, stet.db, c.req.param("id"), role);
    if (other.role === role) return c.json({ status: true });
    await audit(stet, c, { kind: "role-changed", subject: `${other.email}: ${other.role} → ${role}` });
    await letters.roleChanged(other.email, organization, role);
    return c.json({ status: true });
  });

  app.delete("/api/members/:id", async (c) => {
    const { me, organization } = placeOf(c);
    const other = await removeMember(me, stet.db, c.req.param("id"));
    await audit(stet, c, { kind: "member-removed", subject: other.email });
    await letters.removed(other.email, organization);
    return c.json({ status: true });
  });
  return app;
}
