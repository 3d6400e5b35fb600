/*
 * npm run test-email -- person@example.org
 *
 * Sends an email with the settings of this environment, and prints what the mail server answered, as
 * "Send a test email" at /admin/email does.
 */
import { isEmailAddress } from "#core/account/email-address.ts";
import { sendTestEmail } from "#server/email/test-email.ts";
import { readEnv } from "#server/env.ts";

try {
  const env = readEnv(process.env);
  const [to = "", ...rest] = process.argv.slice(2);
  if (!isEmailAddress(to) || rest.length > 0) throw new Error("Say to whom: npm run test-email -- person@example.org");
  if (env.SMTP_URL === undefined) throw new Error("No mail server is set. Set SMTP_URL.");
  const refusal = await sendTestEmail(env, to);
  if (refusal !== null) throw new Error(refusal);
  console.log(`Sent to ${to}: the mail server took it.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
