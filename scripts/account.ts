/*
 * npm run account -- suspend|restore|sign-out|reset-two-factor person@example.org
 *
 * What administrators do at /admin/people, for when none of them can sign in. Works whether or not Stet is running.
 */
import { accountActions, accountOrderSchema } from "#server/accounts/account-order.ts";
import { administer } from "#server/process/administration.ts";
import { readEnv } from "#server/env.ts";

try {
  const [action, email, ...rest] = process.argv.slice(2);
  const order = accountOrderSchema.safeParse({ action, email });
  if (!order.success || rest.length > 0)
    throw new Error(`Say what, and who: npm run account -- ${accountActions.join("|")} person@example.org`);
  console.log(await administer(readEnv(process.env), "/account", order.data));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
