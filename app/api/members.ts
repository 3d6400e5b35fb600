/* The members of the request's workspace and their roles. */
import { Hono } from "hono";
import { z } from "zod";
import { givenRoles } from "#core/workspace/organization.ts";
import { changeRole, leaveOrganization, listMembers, removeMember } from "#server/data/organizations/members.ts";
import { listRemovedMembers, restoreMember } from "#server/data/organizations/removed-members.ts";
import type { Trx } from "#server/db/database.ts";
import { organizationMail } from "#server/organizations/organization-notices.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { managerOf, placeOf } from "./organizations.ts";
import { problem } from "#core/workspace/problem.ts";

/** `heirId` takes over the projects; if omitted, the owner does. */
const removalSchema = z.object({ heirId: z.string().max(100).optional() });
const roleSchema = z.object({ role: z.enum(givenRoles) });

export function members(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const lettersIn = (trx: Trx) => organizationMail(stet.env, stet.mail.within(trx));

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
    return c.json({ success: true });
  });

  app.patch("/api/members/:id", async (c) => {
    const { me, organization } = placeOf(c);
    const { role } = await bodyOf(c, roleSchema);
    const other = await changeRole(me, stet.db, c.req.param("id"), role, async (trx, before) => {
      if (before.role !== role) await lettersIn(trx).roleChanged(before.email, organization, role);
    });
    if (other.role === role) return c.json({ success: true });
    stet.mail.wake();
    await audit(stet, c, { kind: "role-changed", subject: `${other.email}: ${other.role} → ${role}` });
    return c.json({ success: true });
  });

  app.delete("/api/members/:id", async (c) => {
    const { me, organization } = placeOf(c);
    const { heirId } = await bodyOf(c, removalSchema);
    const { member, heir, projects } = await removeMember(me, stet.db, c.req.param("id"), heirId, (trx, removal) =>
      lettersIn(trx).removed(removal.member.email, organization, removal.heir),
    );
    stet.mail.wake();
    const went = projects === 0 ? "" : `; ${projects} ${projects === 1 ? "project" : "projects"} to ${heir.email}`;
    await audit(stet, c, { kind: "member-removed", subject: `${member.email}${went}` });
    return c.json({ success: true, projects, heir: heir.name });
  });

  app.get("/api/members/removed", async (c) => c.json({ members: await listRemovedMembers(managerOf(c), stet.db) }));

  app.post("/api/members/removed/:id/restore", async (c) => {
    const { me, organization } = placeOf(c);
    const { email } = await restoreMember(me, stet.db, c.req.param("id"), (trx, restored) =>
      lettersIn(trx).restored(restored.email, organization),
    );
    stet.mail.wake();
    await audit(stet, c, { kind: "member-restored", subject: email });
    return c.json({ success: true });
  });
  return app;
}
