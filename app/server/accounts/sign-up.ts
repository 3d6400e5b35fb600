/*
 * Who may make an account. Asked by the accounts library wherever it makes one, by whichever way in, and before that by
 * the sign-up form, so that a refusal is the same whether or not the address has an account.
 */
import { z } from "zod";
import { letsIn, namedRules, readSignUpRules, signUpRefusal, type SignUpRules } from "#core/installation/sign-up.ts";
import { theServer } from "#core/workspace/policy.ts";
import { recordEvent } from "../data/accounts/security-events.ts";
import { hasAdministrator, isInvited, setSignUp, storedSignUp } from "../data/installation/sign-up.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";

/** The code of a refusal, in the library's answers and at /auth/error. */
export const signUpRefused = "SIGN_UP_REFUSED";

export type SignUpParts = { env: Pick<Env, "SIGN_UP">; db: Db };

/** The rules in force. Until the installation has an administrator, anyone may be the first. */
export async function signUpRules({ env, db }: SignUpParts): Promise<SignUpRules> {
  const rules = env.SIGN_UP ?? (await storedSignUp(theServer, db));
  return rules.who === "anyone" || (await hasAdministrator(theServer, db)) ? rules : { who: "anyone" };
}

/** Why this address may not make an account, as a sentence; null if it may. */
export async function refusedSignUp(parts: SignUpParts, email: string): Promise<string | null> {
  const rules = await signUpRules(parts);
  return letsIn(rules, email) || (await isInvited(theServer, parts.db, email)) ? null : signUpRefusal(rules);
}

export const signUpOrderSchema = z.object({ who: z.string().max(10_000) });

/** What the command does. Returns a sentence describing what was done; throws one describing why it was not. */
export async function orderSignUp(order: z.input<typeof signUpOrderSchema>, db: Db): Promise<string> {
  const rules = readSignUpRules(signUpOrderSchema.parse(order).who);
  if (rules === null) throw new Error("Say who: npm run sign-up -- anyone, invitation, or domains such as example.org");
  await setSignUp(theServer, db, rules);
  await recordEvent(theServer, db, { kind: "sign-up-changed", subject: namedRules(rules), address: "" });
  return `Who can create an account: ${namedRules(rules)}. Those who have one keep it.`;
}
