/* Who may make an account, for the installation's administrators. */
import { Hono } from "hono";
import { z } from "zod";
import { mostDomains, namedRules, readDomains, type SignUpRules, type SignUpSetup } from "#core/installation/sign-up.ts";
import { problem } from "#core/workspace/problem.ts";
import { signUpRules } from "#server/accounts/sign-up.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { setSignUp } from "#server/data/installation/sign-up.ts";
import { sendsEmail } from "#server/email/email-transport.ts";
import type { Stet } from "#server/stet.ts";
import { audit } from "./audit.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const rulesSchema = z.object({ who: z.enum(["anyone", "invited", "domains"]), domains: z.string().max(10_000).default("") });

export function signUpAdministration(stet: Stet) {
  const { db, env } = stet;
  return new Hono<ApiEnv>()
    .get("/api/admin/sign-up", async (c) => {
      administrator(personOf(c));
      const rules = await signUpRules(stet);
      return c.json({ rules, isLocked: env.SIGN_UP !== undefined, sendsEmail: sendsEmail(env) } satisfies SignUpSetup);
    })
    .put("/api/admin/sign-up", async (c) => {
      administrator(personOf(c));
      if (env.SIGN_UP !== undefined)
        throw problem("bad-request", "SIGN_UP is set in the environment. Change it there, and restart Stet.");
      const rules = rulesOf(await bodyOf(c, rulesSchema));
      await setSignUp(personOf(c), db, rules);
      await audit(stet, c, { kind: "sign-up-changed", subject: namedRules(rules) });
      return c.json({ rules });
    });
}

function rulesOf({ who, domains: text }: z.output<typeof rulesSchema>): SignUpRules {
  if (who !== "domains") return { who };
  const { domains, bad } = readDomains(text);
  if (bad.length > 0) throw problem("bad-request", `“${bad[0]!.slice(0, 100)}” isn’t a domain. Enter domains such as example.org.`);
  if (domains.length === 0) throw problem("bad-request", "Enter at least one domain, such as example.org.");
  if (domains.length > mostDomains) throw problem("bad-request", `Enter at most ${mostDomains} domains.`);
  return { who, domains };
}
