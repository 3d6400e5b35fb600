/*
 * Organizations: the user's list, creating one, and everything about the current one. What cannot be undone asks for
 * the password.
 */
import { Hono } from "hono";
import { z } from "zod";
import { nameRefusal, slugRefusal } from "#core/workspace/organization.ts";
import { mayDisposeOf, mayManage, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import {
  cancelDeletion,
  changeOrganization,
  createOrganization,
  listOrganizations,
  scheduleDeletion,
} from "#server/data/organizations/organizations.ts";
import { answerOffer, offerOwnership, withdrawOffer } from "#server/data/organizations/ownership.ts";
import { isPaying } from "#server/data/accounts/subscriptions.ts";
import type { Trx } from "#server/db/database.ts";
import { organizationMail } from "#server/organizations/organization-notices.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { createConfirmation } from "./confirmation.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";

const text = z.string().max(1000);
const newSchema = z.object({ name: text, slug: text });
const changeSchema = z.object({ name: text.optional(), slug: text.optional() });
const handOverSchema = z.object({ memberId: z.string().max(100), password: z.unknown().optional() });
const deleteSchema = z.object({ name: text, password: z.unknown().optional() });

export function organizations(stet: Stet) {
  const app = new Hono<ApiEnv>();
  const confirmed = createConfirmation(stet);
  const lettersIn = (trx: Trx) => organizationMail(stet.env, stet.mail.within(trx));
  const creations = createLimiter(stet.db, { name: "organizations", points: 10, seconds: 3600 });

  app.get("/api/organizations", async (c) => c.json({ organizations: await listOrganizations(personOf(c), stet.db) }));

  app.post("/api/organizations", async (c) => {
    const me = personOf(c);
    const given = await bodyOf(c, newSchema);
    const { slug } = given;
    refuseNames(given);
    await consume(creations, me.userId);
    const organizationId = await createOrganization(me, stet.db, given);
    await audit(stet, c, { kind: "organization-created", organizationId, subject: given.name.trim() });
    return c.json({ slug });
  });

  app.patch("/api/organization", async (c) => {
    const me = managerOf(c);
    const change = await bodyOf(c, changeSchema);
    refuseNames(change);
    const before = await changeOrganization(me, stet.db, definedIn(change));
    const { name, slug } = change;
    if (name !== undefined && name.trim() !== before.name)
      await audit(stet, c, { kind: "organization-renamed", subject: `${before.name} → ${name.trim()}` });
    if (slug !== undefined && slug !== before.slug)
      await audit(stet, c, { kind: "organization-moved", subject: `${before.slug} → ${slug}` });
    return c.json({ slug: slug ?? before.slug });
  });

  app.post("/api/organization/owner", async (c) => {
    const { memberId, ...proof } = await bodyOf(c, handOverSchema);
    const { me, organization } = placeOf(c);
    if (!mayDisposeOf(me, organization.organizationId)) throw problem("not-allowed");
    await confirmed(c, proof);
    const { email } = await offerOwnership(me, stet.db, memberId, (trx, next) =>
      lettersIn(trx).ownershipOffered(organization, me, next.email),
    );
    stet.mail.wake();
    await audit(stet, c, { kind: "ownership-offered", subject: email });
    return c.json({ success: true });
  });

  app.delete("/api/organization/owner", async (c) => {
    const withdrawn = await withdrawOffer(placeOf(c).me, stet.db);
    if (withdrawn !== null) await audit(stet, c, { kind: "ownership-offer-withdrawn", subject: withdrawn.email });
    return c.json({ success: true });
  });

  app.post("/api/organization/owner/accept", async (c) => {
    const { me, organization } = placeOf(c);
    const from = await answerOffer(me, stet.db, "accepted", (trx, former) =>
      lettersIn(trx).handedOver(organization, former, me.email),
    );
    stet.mail.wake();
    await audit(stet, c, { kind: "ownership-accepted", subject: `from ${from.email}` });
    return c.json({ success: true });
  });

  app.post("/api/organization/owner/decline", async (c) => {
    const { me, organization } = placeOf(c);
    const from = await answerOffer(me, stet.db, "declined", (trx, owner) =>
      lettersIn(trx).ownershipDeclined(owner.email, organization, me),
    );
    stet.mail.wake();
    await audit(stet, c, { kind: "ownership-declined", subject: `offered by ${from.email}` });
    return c.json({ success: true });
  });

  app.delete("/api/organization", async (c) => {
    const { name, ...proof } = await bodyOf(c, deleteSchema);
    const { me, organization } = placeOf(c);
    if (!mayDisposeOf(me, organization.organizationId)) throw problem("not-allowed");
    await confirmed(c, proof);
    if (await isPaying(me, stet.db)) throw problem("still-paying");
    const { at } = await scheduleDeletion(me, stet.db, name, async (trx, deletion) => {
      for (const email of deletion.emails) await lettersIn(trx).deletionScheduled(email, organization, deletion.at);
    });
    stet.mail.wake();
    await audit(stet, c, { kind: "organization-deletion-scheduled" });
    return c.json({ at: at.toISOString() });
  });

  app.post("/api/organization/keep", async (c) => {
    const { me, organization } = placeOf(c);
    const emails = await cancelDeletion(me, stet.db, async (trx, members) => {
      for (const email of members) await lettersIn(trx).deletionCancelled(email, organization);
    });
    stet.mail.wake();
    if (emails.length > 0) await audit(stet, c, { kind: "organization-deletion-cancelled" });
    return c.json({ success: true });
  });
  return app;
}

function refuseNames({ name, slug }: { name?: string | undefined; slug?: string | undefined }): void {
  const wrongName = name === undefined ? null : nameRefusal(name);
  if (wrongName !== null) throw problem("bad-request", wrongName);
  const wrongSlug = slug === undefined ? null : slugRefusal(slug);
  if (wrongSlug !== null) throw problem("slug-refused", wrongSlug);
}

function definedIn({ name, slug }: { name?: string | undefined; slug?: string | undefined }) {
  return { ...(name !== undefined && { name }), ...(slug !== undefined && { slug }) };
}

/** The requester and the request's organization, which a personal workspace does not have. */
export function placeOf(c: ApiContext) {
  const me = personOf(c);
  const organization = membershipOf(me, me.organizationId);
  if (organization === null) throw problem("not-found");
  return { me, organization };
}

/** The requester as a manager of the request's organization; other members are refused. */
export function managerOf(c: ApiContext) {
  const { me, organization } = placeOf(c);
  if (!mayManage(me, organization.organizationId)) throw problem("not-allowed");
  return me;
}
