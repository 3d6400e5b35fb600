/*
 * The actor for an API key: the person who created it, limited to the key's organization, the member role and the key's
 * scopes. Read on every request, so revocation takes effect immediately.
 */
import { theServer, type Person, type Plan } from "#core/workspace/policy.ts";
import { apiKeyPattern } from "#core/account/api-key.ts";
import { planOf } from "./actor.ts";
import { hashOfApiKey } from "./api-key-secret.ts";
import { findApiKey, type FoundApiKey } from "../data/accounts/api-keys.ts";
import type { Db } from "../db/database.ts";

export type KeyReading = { me: Person; keyId: string } | { refusal: string };

/** `newPlan`: the plan of organizations that have none set. */
export async function readApiKey(db: Db, secret: string, newPlan: Plan): Promise<KeyReading> {
  const key = apiKeyPattern.test(secret) ? await findApiKey(theServer, db, hashOfApiKey(secret)) : undefined;
  if (key === undefined) return { refusal: "This key doesn’t exist." };
  if (key.isRevoked) return { refusal: "This key was revoked." };
  if (key.isExpired) return { refusal: "This key has expired." };
  if (key.isSuspended) return { refusal: "The account of the person who created this key is suspended." };
  if (key.role === null || key.role === "guest") return { refusal: "The person who created this key has left the organization." };
  if (key.lacksTwoFactor)
    return { refusal: "The organization requires two-factor authentication, and the person who created this key doesn’t use it." };
  return { me: personOf(key, newPlan), keyId: key.id };
}

function personOf(key: FoundApiKey, newPlan: Plan): Person {
  const { userId, name, email, isVerified, organizationId, slug, organizationName, scopes, keyName, policies, formerSlugs } = key;
  const plan = key.plan === null ? newPlan : planOf(key.plan);
  return {
    kind: "person",
    userId,
    name,
    email,
    isVerified,
    plan,
    ownPlan: plan,
    organizationId,
    memberships: [{ organizationId, slug, name: organizationName, role: "member", plan, policies, formerSlugs }],
    scopes,
    keyName,
  };
}
