/*
 * Invitations: sent by an organization's managers, answered by their recipients. Anyone may request a new one, and
 * the answer is always the same.
 */
import { Hono } from "hono";
import { z } from "zod";
import { isEmailAddress } from "#core/account/email-address.ts";
import { givenRoles } from "#core/workspace/organization.ts";
import { theServer } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  acceptInvitation,
  declineInvitation,
  invite,
  invitersOf,
  listInvitations,
  listOffered,
  resendInvitation,
  revokeInvitation,
} from "#server/data/organizations/invitations.ts";
import { organizationMail } from "#server/organizations/organization-notices.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { notBefore } from "./auth.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume, limitEmails } from "./email-limit.ts";
import { managerOf, placeOf } from "./organizations.ts";

const inviteSchema = z.object({ email: z.string().trim().max(320), role: z.enum(givenRoles) });
const askSchema = z.object({ email: z.string().trim().max(320) });

export function invitations(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const letters = organizationMail(stet.env, stet.mail);
  const perOrganization = createLimiter(stet.db, { name: "invitations", points: 100, seconds: 3600 });
  const perRecipient = createLimiter(stet.db, { name: "invitation-to", points: 4, seconds: 3600 });

  /**
   * An invitation emails someone who did not ask for it, so the sender needs a verified address and is rate-limited.
   */
  async function sender(c: ApiContext, recipient: string) {
    const me = managerOf(c);
    if (!me.isVerified) throw problem("not-verified");
    const { organization } = placeOf(c);
    await consume(perOrganization, organization.organizationId);
    await consume(perRecipient, `${organization.organizationId} ${recipient.toLowerCase()}`);
    return { me, organization };
  }

  app.get("/api/invitations", async (c) => c.json({ invitations: await listInvitations(managerOf(c), stet.db) }));

  app.post("/api/invitations", async (c) => {
    const given = await bodyOf(c, inviteSchema);
    if (!isEmailAddress(given.email)) throw problem("bad-request", "Enter a complete email address.");
    const { me, organization } = await sender(c, given.email);
    const posted = await invite(me, stet.db, given);
    await audit(stet, c, { kind: "member-invited", subject: `${posted.email} as ${posted.role}` });
    await letters.invited(organization, me, posted);
    return c.json({ id: posted.id });
  });

  app.post("/api/invitations/:id/resend", async (c) => {
    const { me, organization } = await sender(c, c.req.param("id"));
    const posted = await resendInvitation(me, stet.db, c.req.param("id"));
    await audit(stet, c, { kind: "invitation-resent", subject: posted.email });
    await letters.invited(organization, me, posted);
    return c.json({ success: true });
  });

  app.delete("/api/invitations/:id", async (c) => {
    const { email } = await revokeInvitation(managerOf(c), stet.db, c.req.param("id"));
    await audit(stet, c, { kind: "invitation-revoked", subject: email });
    return c.json({ success: true });
  });

  app.get("/api/invitations/mine", async (c) => c.json({ invitations: await listOffered(personOf(c), stet.db) }));

  app.post("/api/invitations/:id/accept", async (c) => {
    const me = personOf(c);
    const { organizationId, slug, role } = await acceptInvitation(me, stet.db, c.req.param("id"), async (trx, accepted) => {
      if (accepted.inviter === null) return;
      await organizationMail(stet.env, stet.mail.within(trx)).accepted(accepted.inviter, accepted, me, accepted.role);
    });
    stet.mail.wake();
    await audit(stet, c, { kind: "invitation-accepted", organizationId, subject: `as ${role}` });
    return c.json({ slug });
  });

  app.post("/api/invitations/:id/decline", async (c) => {
    const { organizationId } = await declineInvitation(personOf(c), stet.db, c.req.param("id"));
    await audit(stet, c, { kind: "invitation-declined", organizationId });
    return c.json({ success: true });
  });

  app.post("/api/invitations/request", limitEmails(stet), notBefore(250), async (c) => {
    const { email } = await bodyOf(c, askSchema);
    if (!isEmailAddress(email)) throw problem("bad-request", "Enter a complete email address.");
    for (const { email: to, organization, slug } of await invitersOf(theServer, stet.db, email))
      await letters.asked(to, { name: organization, slug }, email.toLowerCase());
    return c.json({ success: true });
  });
  return app;
}
