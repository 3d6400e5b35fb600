/* Deletes organizations whose grace period is over, and emails their members. */
import { theServer } from "#core/workspace/policy.ts";
import { deleteNextOrganization } from "../data/organizations/organizations.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import type { Mail } from "../email/email-queue.ts";
import { organizationMail } from "./organization-notices.ts";

type Parts = { env: Env; db: Db; mail: Mail };

export async function deleteDueOrganizations({ env, db, mail }: Parts): Promise<void> {
  for (;;) {
    const deleted = await deleteNextOrganization(theServer, db, async (trx, organization) => {
      const letters = organizationMail(env, mail.within(trx));
      for (const email of organization.emails) await letters.deleted(email, organization);
    });
    if (deleted === undefined) return;
    mail.wake();
  }
}
