/* Deletes organizations whose grace period is over, hourly, and emails their members. */
import { theServer } from "#core/workspace/policy.ts";
import { deleteNextOrganization } from "../data/organizations/organizations.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../email/email-queue.ts";
import { organizationMail } from "./organization-notices.ts";

type SweepParts = { env: Env; db: Db; log: Log; mail: Mail };

/** Returns a function that stops the sweep. */
export function sweepOrganizations(parts: SweepParts): () => void {
  const sweep = () =>
    void deleteDueOrganizations(parts).catch((error: unknown) =>
      parts.log.warn({ err: error }, "organizations could not be swept"),
    );
  sweep();
  const timer = setInterval(sweep, 60 * 60_000);
  timer.unref();
  return () => clearInterval(timer);
}

export async function deleteDueOrganizations({ env, db, mail }: Omit<SweepParts, "log">): Promise<void> {
  for (;;) {
    const deleted = await deleteNextOrganization(theServer, db, async (trx, organization) => {
      const letters = organizationMail(env, mail.within(trx));
      for (const email of organization.emails) await letters.deleted(email, organization);
    });
    if (deleted === undefined) return;
    mail.wake();
  }
}
