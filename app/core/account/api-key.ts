/*
 * A key with which a program uses the API in an organization's place. It acts
 * in the name of the person who made it, can do what its scopes say and never
 * more than a member may, and is shown once: only its hash is kept.
 */
export const scopes = [
  "chat",
  "models:read",
  "projects:read",
  "projects:write",
  "drafts:read",
  "drafts:write",
  "files:read",
  "files:write",
] as const;
export type Scope = (typeof scopes)[number];

/** What each opens, for the people who choose. */
export const scopeTitles: Record<Scope, string> = {
  chat: "Ask models",
  "models:read": "List models",
  "projects:read": "Read projects",
  "projects:write": "Create projects",
  "drafts:read": "Read drafts",
  "drafts:write": "Create and change drafts",
  "files:read": "Read files",
  "files:write": "Upload files",
};

/** Who may write a thing may read it. */
export function hasScope(held: readonly Scope[], wanted: Scope): boolean {
  return held.includes(wanted) || (wanted.endsWith(":read") && held.includes(wanted.replace(":read", ":write") as Scope));
}

/** As an organization's admins see it. */
export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** Empty when their account is gone. */
  createdBy: string;
  /** Whether they are still a member: a key acts in its maker's name, and is worth nothing without them. */
  hasMaker: boolean;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type ApiKeyState = "live" | "expired" | "revoked" | "orphaned";

/** `now` is an ISO time. */
export function stateOfApiKey(key: Pick<ApiKey, "expiresAt" | "revokedAt" | "hasMaker">, now: string): ApiKeyState {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= now) return "expired";
  return key.hasMaker ? "live" : "orphaned";
}

/** In days; null is a key that does not expire. */
export const apiKeyLives = [7, 30, 90, 365, null] as const;

/** An organization's keys that are neither revoked nor expired. */
export const maxLiveApiKeys = 50;

/** What every key begins with, so that it is recognized where it does not belong: in an address, in a repository. */
export const apiKeyStart = "stet_";
const randomLength = 40;
export const apiKeyPattern = new RegExp(`^${apiKeyStart}[A-Za-z0-9]{${randomLength}}$`);
export const apiKeyPrefixLength = apiKeyStart.length + 6;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A key out of random bytes: 40 signs of 62, about 238 bits. Undefined when the bytes did not suffice; 80 nearly always do. */
export function apiKeyFrom(bytes: Uint8Array): string | undefined {
  // A byte above the largest multiple of 62 would make the first signs more frequent than the last.
  const signs = Array.from(bytes).filter((byte) => byte < 248);
  if (signs.length < randomLength) return undefined;
  return (
    apiKeyStart +
    signs
      .slice(0, randomLength)
      .map((byte) => alphabet[byte % 62])
      .join("")
  );
}
