/*
 * Passkeys (WebAuthn Level 3): creates challenges and verifies responses. User verification (biometrics or PIN) is
 * required, so a passkey counts as two factors and no code is asked for after it.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { mostPasskeys } from "#core/account/passkey.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { addPasskey, findPasskey, listPasskeys, makeChallenge, takeChallenge, usePasskey } from "../data/accounts/passkeys.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";

/** Loaded on first use because it is large. */
const webauthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256: what authenticators support today. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Site = Pick<Env, "url">;

/** Passkeys are bound to a host name; an IP address has none. */
export function isPasskeyHost(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^[\d.]+$|^\[/.test(hostname);
}

/** Registration options for a new passkey; null if the account has reached the limit. */
export async function beginPasskey(me: Person, db: Db, site: Site) {
  const known = await listPasskeys(me, db);
  if (known.length >= mostPasskeys) return null;
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: "Stet",
    rpID: new URL(site.url).hostname,
    userID: new TextEncoder().encode(me.userId),
    userName: me.email,
    userDisplayName: me.name,
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { id: await makeChallenge(theServer, db, { challenge: options.challenge, userId: me.userId }), options };
}

/** False unless this answers a recent challenge created for this person. */
export async function finishPasskey(
  me: Person,
  db: Db,
  site: Site,
  answer: { id: string; name: string; response: unknown },
): Promise<boolean> {
  const challenge = await takeChallenge(theServer, db, answer.id);
  if (challenge === null || challenge.userId !== me.userId) return false;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: answer.response as RegistrationResponseJSON,
    expectedChallenge: challenge.challenge,
    expectedOrigin: site.url,
    expectedRPID: new URL(site.url).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (!verified?.verified) return false;
  const { credential, credentialDeviceType } = verified.registrationInfo;
  return addPasskey(me, db, {
    id: credential.id,
    name: answer.name,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialDeviceType === "multiDevice",
  });
}

/** Authentication options without a user: the device offers its passkeys for this site. */
export async function askForPasskey(db: Db, site: Site) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: new URL(site.url).hostname, userVerification: "required" });
  return { id: await makeChallenge(theServer, db, { challenge: options.challenge, userId: null }), options };
}

/** The owner of the passkey that answered the challenge, or null. */
export async function personOfPasskey(db: Db, site: Site, answer: { id: string; response: unknown }): Promise<string | null> {
  const challenge = await takeChallenge(theServer, db, answer.id);
  const response = answer.response as AuthenticationResponseJSON;
  const key = typeof response?.id === "string" ? await findPasskey(theServer, db, response.id) : undefined;
  if (challenge === null || challenge.userId !== null || key === undefined) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge.challenge,
    expectedOrigin: site.url,
    expectedRPID: new URL(site.url).hostname,
    credential: { id: key.id, publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")), counter: key.counter },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified || !(await usePasskey(theServer, db, key.id, verified.authenticationInfo.newCounter))) return null;
  return key.userId;
}
