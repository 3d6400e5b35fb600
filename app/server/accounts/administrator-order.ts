/* What the administrator command accepts: one schema for the command line and a running server's socket. */
import { z } from "zod";
import { theServer } from "#core/workspace/policy.ts";
import { storable } from "#core/text/storable.ts";
import { appointAdministrator } from "../data/upkeep/granted-administration.ts";
import type { Db } from "../db/database.ts";

export const administratorOrderSchema = z.object({ email: z.string().trim().toLowerCase().min(1).max(320).transform(storable) });
export type AdministratorOrder = z.input<typeof administratorOrderSchema>;

/** Returns a sentence describing what was done. Throws one describing why it was not. */
export async function makeAdministrator(order: AdministratorOrder, db: Db): Promise<string> {
  const { email } = administratorOrderSchema.parse(order);
  switch (await appointAdministrator(theServer, db, email)) {
    case "appointed":
      return `${email} is now an administrator.`;
    case "already":
      return `${email} is an administrator already.`;
    case "suspended":
      throw new Error(`The account of ${email} is suspended. Restore it first: npm run account -- restore ${email}`);
    case "no-account":
      throw new Error(`No account uses the address ${email}. Sign up with it first.`);
  }
}
