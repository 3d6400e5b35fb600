/* An organization's API key, for tests of the public API, and the official client that uses it. */
import OpenAI from "openai";
import { scopes, type Scope } from "#core/account/api-key.ts";
import { withWorkspace, type Membership, type Person, type Role } from "#core/workspace/policy.ts";
import { createApiKey } from "#server/data/accounts/api-keys.ts";
import type { TestApp } from "./app.ts";
import { joinOrganization, newOrganization, newPerson } from "./people.ts";

export type KeyHolder = { secret: string; keyId: string; me: Person; organization: Membership };

/** A new organization with an owner (or the one given) and their key. */
export async function newKey(app: TestApp, held: readonly Scope[] = scopes, organization?: Membership): Promise<KeyHolder> {
  const there = organization ?? (await newOrganization(app.stet.database.db));
  const me = await newMember(app, there, "owner");
  const wish = { name: "Test", scopes: [...held], expiresInDays: 1 };
  const { secret, id } = await createApiKey(me, app.stet.database.db, wish);
  return { secret, keyId: id, me, organization: there };
}

async function newMember(
  {
    stet: {
      database: { db },
    },
  }: TestApp,
  organization: Membership,
  role: Role,
): Promise<Person> {
  const person = await newPerson(db, { memberships: [{ ...organization, role }] });
  await joinOrganization(db, person.userId, organization.organizationId, role);
  return withWorkspace(person, organization.slug)!;
}

/** Never retries, so that refusals are visible. */
export function clientOf(app: TestApp, apiKey: string): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: `${app.stet.env.url}/v1`,
    maxRetries: 0,
    fetch: (url, init) => app.fetch(new Request(url as string, init as RequestInit)),
  });
}
