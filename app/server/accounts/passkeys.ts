/*
 * Passkeys by the book (WebAuthn level 3): this side makes challenges and checks
 * what the device made of them. The device must have asked its owner for a
 * finger, a face or a PIN, so a passkey is two steps in one: what one has, and
 * what one is or knows. That is why no code is asked for after it.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { mostPasskeys } from "#core/account/passkey.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { addPasskey, findPasskey, listPasskeys, makeChallenge, takeChallenge, usePasskey } from "../data/accounts/passkeys.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";

/** Loaded when the first passkey is used: it brings much along. */
const webauthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256: what devices know today. */
const supportedAlgorithmIDs = [-8, -7, -257];

type Site = Pick<Env, "url">;

/** Passkeys belong to a host name; an address of numbers has none. */
export function isPasskeyHost(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^[\d.]+$|^\[/.test(hostname);
}

/** What the device needs to make a new key. Null when there are as many as one may have. */
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

/** False for whatever is not this person's answer to a challenge made for them a short while ago. */
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

/** What the device needs to show who it is. Nobody is named: the device knows its keys for this site. */
export async function askForPasskey(db: Db, site: Site) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: new URL(site.url).hostname, userVerification: "required" });
  return { id: await makeChallenge(theServer, db, { challenge: options.challenge, userId: null }), options };
}

/** Whose passkey answered the challenge, or null. */
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
