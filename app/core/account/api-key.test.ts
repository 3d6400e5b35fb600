import { assert, property, uint8Array } from "fast-check";
import { describe, expect, test } from "vitest";
import { apiKeyFrom, apiKeyPattern, hasScope, scopes, stateOfApiKey } from "./api-key.ts";
import { newApiKeySchema } from "./new-api-key.ts";

describe("a key", () => {
  test("has one form, whatever the bytes", () => {
    assert(
      property(uint8Array({ minLength: 80, maxLength: 80 }), (bytes) => {
        const key = apiKeyFrom(bytes);
        expect(key === undefined || apiKeyPattern.test(key)).toBe(true);
      }),
    );
  });
  test("is not made from too few bytes", () => {
    expect(apiKeyFrom(new Uint8Array(80).fill(255))).toBeUndefined();
    expect(apiKeyFrom(new Uint8Array(39))).toBeUndefined();
  });
});

test("writing includes reading, of the same thing only", () => {
  expect(hasScope(["projects:write"], "projects:read")).toBe(true);
  expect(hasScope(["projects:read"], "projects:write")).toBe(false);
  expect(hasScope(["projects:write"], "drafts:read")).toBe(false);
  expect(hasScope(["models:read"], "chat")).toBe(false);
  for (const scope of scopes) expect(hasScope([scope], scope)).toBe(true);
});

test.each([
  [{ expiresAt: null, revokedAt: null, hasMaker: true }, "live"],
  [{ expiresAt: null, revokedAt: null, hasMaker: false }, "orphaned"],
  [{ expiresAt: "2026-12-01T00:00:00.000Z", revokedAt: null, hasMaker: true }, "live"],
  [{ expiresAt: "2026-11-20T12:00:00.000Z", revokedAt: null, hasMaker: false }, "expired"],
  [{ expiresAt: null, revokedAt: "2026-11-19T00:00:00.000Z", hasMaker: true }, "revoked"],
] as const)("%j is %s", (key, state) => {
  expect(stateOfApiKey(key, "2026-11-20T12:00:00.000Z")).toBe(state);
});

test("a wish for a key is checked, and its scopes stand in their order, once", () => {
  const asked = { name: " Si\u200bte\u202e ", scopes: ["drafts:read", "chat", "chat"], expiresInDays: 30 };
  expect(newApiKeySchema.parse(asked)).toEqual({ name: "Site", scopes: ["chat", "drafts:read"], expiresInDays: 30 });
  for (const wrong of [{ name: " " }, { scopes: [] }, { scopes: ["keys"] }, { expiresInDays: 0 }, { expiresInDays: 3650 }])
    expect(newApiKeySchema.safeParse({ ...asked, ...wrong }).success).toBe(false);
});
