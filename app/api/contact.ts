/*
 * POST /api/contact: emails a visitor's message to CONTACT_EMAIL. Without that address and a mail server the endpoint
 * does not exist, so no message is accepted that cannot be delivered. `website` is a honeypot: people do not see it,
 * and messages that fill it in are dropped.
 */
import { Hono } from "hono";
import { z } from "zod";
import { contactMessageMax, contactRefusal } from "#core/account/contact.ts";
import { problem } from "#core/workspace/problem.ts";
import { contactEmail } from "#server/email/contact-email.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, clientAddress } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { consume } from "./email-limit.ts";
import { network } from "./network.ts";

const contactSchema = z.object({
  email: z.string().max(254),
  message: z.string().max(contactMessageMax),
  website: z.string().max(500).default(""),
});

export function contact(stet: Stet) {
  const perClient = createLimiter(stet.db, { name: "contact", points: 5, seconds: 3600 });
  return new Hono<ApiEnv>().post("/api/contact", async (c) => {
    const { CONTACT_EMAIL, SMTP_URL, TRUSTED_PROXIES } = stet.env;
    if (CONTACT_EMAIL === undefined || SMTP_URL === undefined) throw problem("not-found");
    const { website, ...message } = await bodyOf(c, contactSchema);
    const refusal = contactRefusal(message);
    if (refusal !== null) throw problem("bad-request", refusal);
    await consume(perClient, network(clientAddress(c, TRUSTED_PROXIES)));
    if (website === "") await stet.mail.post(CONTACT_EMAIL, contactEmail(message));
    return c.json({ success: true });
  });
}
