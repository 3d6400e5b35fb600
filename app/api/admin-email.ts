/* How email is sent, and a test email, for the installation's administrators. */
import { Hono } from "hono";
import { problem } from "#core/workspace/problem.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import { emailSetup, sendTestEmail, testEmail } from "#server/email/test-email.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function emailAdministration(stet: Stet) {
  const { env } = stet;
  return new Hono<ApiEnv>()
    .get("/api/admin/email", async (c) => c.json(await emailSetup(personOf(c), stet)))
    .post("/api/admin/email/test", async (c) => {
      const { email } = administrator(personOf(c));
      if (!sendsEmail(env)) {
        await stet.mail.post(email, testEmail(env));
        return c.json({ sentence: "No mail server is set up, so the email went to outbox/ in the data folder." });
      }
      const refusal = await sendTestEmail(env, email);
      await audit(stet, c, { kind: "test-email-sent", subject: email, result: refusal === null ? "done" : "refused" });
      if (refusal !== null) throw problem("email-not-sent", refusal);
      return c.json({ sentence: `Sent to ${email}: the mail server took it. If it doesn’t arrive, look in the spam folder.` });
    });
}
