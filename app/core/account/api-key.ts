/*
 * An API key for an organization's workspace. It acts for its creator, within
 * its scopes and never beyond a member's permissions, and is shown once: only
 * its hash is stored.
 */
export const scopes = [
  "chat",
  "models:read",
  "law:read",
  "projects:read",
  "projects:write",
  "drafts:read",
  "drafts:propose",
  "drafts:write",
  "files:read",
  "files:write",
  "reviews:read",
  "reviews:write",
  "research:read",
  "research:write",
  "workflows:read",
  "workflows:write",
  "contacts:read",
  "contacts:write",
] as const;
export type Scope = (typeof scopes)[number];

/** What each scope allows, for the people who choose. */
export const scopeTitles: Record<Scope, string> = {
  chat: "Use models",
  "models:read": "List models",
  "law:read": "Search law",
  "projects:read": "Read projects",
  "projects:write": "Create projects",
  "drafts:read": "Read drafts",
  "drafts:propose": "Propose changes to drafts",
  "drafts:write": "Create and change drafts",
  "files:read": "Read files",
  "files:write": "Upload files",
  "reviews:read": "Read reviews",
  "reviews:write": "Create and run reviews",
  "research:read": "Read research",
  "research:write": "Create and run research",
  "workflows:read": "Read workflows and their runs",
  "workflows:write": "Run workflows",
  "contacts:read": "Read contacts",
  "contacts:write": "Create and change contacts",
};

/** Each includes those before it. */
const rights: readonly (string | undefined)[] = ["read", "propose", "write"];

export function hasScope(held: readonly Scope[], wanted: Scope): boolean {
  const [area, right] = wanted.split(":");
  return held.some((scope) => {
    const [of, has] = scope.split(":");
    return of === area && rights.indexOf(has) >= rights.indexOf(right);
  });
}

/** As shown to an organization's admins. */
export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** Empty if their account was deleted. */
  createdBy: string;
  /** Whether the creator is still a member: a key acts on their behalf and stops working when they leave. */
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

/** In days; null is a key that doesn't expire. */
export const apiKeyLives = [7, 30, 90, 365, null] as const;

/** The most active keys per organization, neither revoked nor expired. */
export const maxLiveApiKeys = 50;

/** The prefix of every key, so that leaked keys are recognized in a URL or a repository. */
export const apiKeyStart = "stet_";
const randomLength = 40;
export const apiKeyPattern = new RegExp(`^${apiKeyStart}[A-Za-z0-9]{${randomLength}}$`);
export const apiKeyPrefixLength = apiKeyStart.length + 6;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Makes a key from random bytes: 40 characters of an alphabet of 62, about 238
 * bits. Undefined if there weren't enough bytes; 80 nearly always are.
 */
export function apiKeyFrom(bytes: Uint8Array): string | undefined {
  // Rejection sampling: bytes at or above the largest multiple of 62 would favor the first characters.
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
