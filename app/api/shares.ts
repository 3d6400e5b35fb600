/* Project sharing: the list for its owner, and the specification's function that changes it. */
import { Hono } from "hono";
import { membershipOf, theServer, type Person } from "#core/workspace/policy.ts";
import { workspacePath } from "#core/workspace/place.ts";
import { shareProjectSchema } from "#core/workspace/project.ts";
import { mayWriteTo } from "#server/data/accounts/notifications.ts";
import { findProvenPeople, listShares, shareProject, type Shared } from "#server/data/organizations/project-shares.ts";
import { listProjectReaders } from "#server/data/organizations/project-readers.ts";
import { projectOffered, projectShared } from "#server/email/sharing-emails.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";
import { idOf } from "./runs.ts";

const hour = 3600;

export function shares(stet: Stet) {
  const { db } = stet;
  const perPerson = createLimiter(db, { name: "shares", points: 100, seconds: hour });
  const perRecipient = createLimiter(db, { name: "share-letters", points: 3, seconds: hour });

  /** Repeated sharing and unsharing must not flood a mailbox: the fourth email within an hour is skipped. */
  async function isLetterDue(me: Person, email: string): Promise<boolean> {
    try {
      await consume(perRecipient, `${me.userId} ${email}`);
      return true;
    } catch (error) {
      if (error instanceof Response) return false;
      throw error;
    }
  }

  async function writeLetters(me: Person, { project, added, changed, role }: Shared): Promise<void> {
    const recipients = [...added, ...changed];
    const people = await findProvenPeople(theServer, db, recipients);
    const slug = membershipOf(me, project.organizationId)?.slug ?? null;
    const url = `${stet.env.url}${workspacePath(slug, `/vault/projects/${project.id}`)}`;
    for (const email of recipients) {
      if (!(await mayWriteTo(theServer, db, email, "project-shared")) || !(await isLetterDue(me, email))) continue;
      const letter = people.has(email)
        ? projectShared({ sharedBy: me.name, project: project.name, url, role, isChange: changed.includes(email) })
        : projectOffered({ sharedBy: me.email, url });
      await stet.mail.post(email, letter, "project-shared");
    }
  }

  return new Hono<ApiEnv>()
    .get("/api/projects/:id/shares", async (c) => {
      const me = personOf(c);
      return c.json({ shares: await listShares(me, db, idOf(c)), ownEmail: me.email });
    })
    .post("/api/functions/shareProject", async (c) => {
      const me = personOf(c);
      const { projectId, emails, removeUsers, role } = await bodyOf(c, shareProjectSchema);
      for (const _ of emails) await consume(perPerson, me.userId);
      const before = (await listProjectReaders(theServer, db, [projectId])).get(projectId) ?? [];
      const shared = await shareProject(me, db, { projectId, emails, removeUsers, role });
      const { name } = shared.project;
      for (const email of [...shared.added, ...shared.changed])
        await audit(stet, c, {
          kind: "project-shared",
          subject: `${name}: ${email}${shared.role === "viewer" ? "" : ` (${shared.role})`}`,
        });
      for (const email of shared.removed) await audit(stet, c, { kind: "project-unshared", subject: `${name}: ${email}` });
      const after = (await listProjectReaders(theServer, db, [projectId])).get(projectId) ?? [];
      const gone = before.filter((userId) => !after.includes(userId));
      // Also notify those who just lost access.
      for (const userId of [me.userId, ...gone]) stet.updates.publish(userId, { kind: "project", projectId });
      await writeLetters(me, shared);
      return c.json({ success: true, shares: await listShares(me, db, projectId) });
    });
}
