/*
 * The browser side of passkeys. Only one request may be pending at a time: the
 * autofill request is aborted when a button starts an explicit one.
 */
import { ask } from "../ask.ts";

type Asked<T> = { id: string; options: T };

/** Not on an IP address, and not in browsers that cannot parse options from JSON. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

let quiet: AbortController | null = null;

/** The signed-in email address; null if the user chose none. Throws what `ask` throws when the server refuses. */
export async function signInWithPasskey(mediation: CredentialMediationRequirement = "optional"): Promise<string | null> {
  quiet?.abort();
  const mine = new AbortController();
  const isOffer = mediation === "conditional";
  quiet = isOffer ? mine : null;
  // An offer wasn't asked for, so its failure isn't reported: some browsers claim to support it and don't.
  const failed = isOffer ? () => null : refusedByPerson;
  const begin = ask<Asked<PublicKeyCredentialRequestOptionsJSON>>("/api/auth/passkey/begin", { body: {} });
  const begun = await begin.catch(failed);
  if (!begun || mine.signal.aborted) return null;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(begun.options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal: mine.signal }).catch(failed);
  if (!credential) return null;
  const body = { id: begun.id, response: (credential as PublicKeyCredential).toJSON() as object };
  return (await ask<{ user: { email: string } }>("/api/auth/passkey/sign-in", { body })).user.email;
}

/** Offers passkeys in the email field's autofill where supported; resolves when one was chosen there. */
export async function offerPasskeys(): Promise<string | null> {
  if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
  return signInWithPasskey("conditional");
}

export function withdrawOffer(): void {
  quiet?.abort();
}

/** False if the user canceled, or this device already has one. */
export async function makePasskey(name: string, password: string): Promise<boolean> {
  const begin = ask<Asked<PublicKeyCredentialCreationOptionsJSON>>("/api/account/passkeys/begin", { body: { password } });
  const { id, options } = await begin;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey }).catch(refusedByPerson);
  if (credential === null) return false;
  const response = (credential as PublicKeyCredential).toJSON() as object;
  await ask("/api/account/passkeys", { body: { id, name, response } });
  return true;
}

/** Canceled, timed out, or already registered: the browser has shown why, and tells us no more. */
function refusedByPerson(error: unknown): null {
  if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name)) return null;
  throw error;
}
