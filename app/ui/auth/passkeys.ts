/*
 * The browser's half of passkeys. Only one question may be open at a time: the
 * quiet one, which offers passkeys among what a field can be filled in with, is
 * withdrawn when a button asks aloud.
 */
import { ask } from "../ask.ts";

type Asked<T> = { id: string; options: T };

/** Not at an address of numbers, and not in browsers that cannot read options as JSON. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function" &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

let quiet: AbortController | null = null;

/** The signed-in address; null when the person chose none. Throws what `ask` throws when the server refuses. */
export async function signInWithPasskey(mediation: CredentialMediationRequirement = "optional"): Promise<string | null> {
  quiet?.abort();
  const mine = new AbortController();
  quiet = mediation === "conditional" ? mine : null;
  const { id, options } = await ask<Asked<PublicKeyCredentialRequestOptionsJSON>>("/api/auth/passkey/begin", { body: {} });
  if (mine.signal.aborted) return null;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal: mine.signal }).catch(refusedByPerson);
  if (credential === null) return null;
  const body = { id, response: (credential as PublicKeyCredential).toJSON() as object };
  return (await ask<{ user: { email: string } }>("/api/auth/passkey/sign-in", { body })).user.email;
}

/** Offers passkeys in the field for the address, where the browser can; resolves when one was chosen there. */
export async function offerPasskeys(): Promise<string | null> {
  if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
  return signInWithPasskey("conditional");
}

export function withdrawOffer(): void {
  quiet?.abort();
}

/** False when the person changed their mind, or this device holds one already. */
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

/** Cancelled, too late, or known already: the browser has said so itself, and tells us no more. */
function refusedByPerson(error: unknown): null {
  if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name)) return null;
  throw error;
}
