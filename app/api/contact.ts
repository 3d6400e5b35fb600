/*
 * POST /api/contact: a visitor's message becomes a letter to CONTACT_EMAIL.
 * Without an address and a mail server there is no such endpoint, so nothing is
 * taken that would not arrive. `website` is a trap: people do not see it, so
 * what fills it in is no person, and its letter is not written.
 */
import { Hono } from "hono";
import { z } from "zod";
import { contactMessageMax, contactRefusal } from "#core/account/contact.ts";
import { problem } from "#core/workspace/problem.ts";
import { contactEmail } from "#server/email/contact-email.ts";
import { createLimiter } from "#server/db/limiter.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, clientAddress, type ApiEnv } from "./edge.ts";
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
