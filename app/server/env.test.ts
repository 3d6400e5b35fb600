import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("nothing set is a working set of settings", () => {
  const env = readEnv({});
  expect(env).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", PUBLIC_API_URL: "#", url: "http://localhost:3000", isHttps: false });
  expect(env.DATABASE_URL).toBeUndefined();
});

test("an empty value counts as not set", () => {
  expect(readEnv({ DATABASE_URL: "", PORT: "" }).PORT).toBe(3000);
});

test.each([
  ["PORT", "eighty", "a port number"],
  ["DASHBOARD_URL", "stet.example", "a valid http or https address"],
  ["MARKETING_URL", "javascript:alert(1)", "a valid http or https address"],
  ["PUBLIC_API_URL", "here", "or # for none"],
  ["DATABASE_URL", "mysql://x", "postgres://"],
  ["AUTH_SECRET", "short", "32 random characters"],
  ["LOG_LEVEL", "loud", "debug, info"],
])("%s=%s names itself, its form and the fix", (name, value, form) => {
  expect(() => readEnv({ [name]: value })).toThrow(form);
  expect(() => readEnv({ [name]: value })).toThrow(`unset ${name}`);
});

test("half of a provider's settings names the other half", () => {
  expect(() => readEnv({ GOOGLE_CLIENT_ID: "id" })).toThrow("GOOGLE_CLIENT_SECRET must be set together with GOOGLE_CLIENT_ID");
  expect(() => readEnv({ OIDC_ISSUER: "https://login.example" })).toThrow("OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set");
  expect(readEnv({ GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" }).GITHUB_CLIENT_ID).toBe("id");
});

test("a direct way to PostgreSQL says nothing without a pooler before it", () => {
  const DATABASE_DIRECT_URL = "postgres://me@x/y";
  expect(() => readEnv({ DATABASE_DIRECT_URL })).toThrow("DATABASE_URL must be set together with DATABASE_DIRECT_URL");
  expect(readEnv({ DATABASE_DIRECT_URL, DATABASE_URL: "postgres://me@x/y" }).DATABASE_DIRECT_URL).toBe(DATABASE_DIRECT_URL);
});

test("a secret is never repeated in the message", () => {
  expect(() => readEnv({ AUTH_SECRET: "hunter2" })).not.toThrow("hunter2");
  expect(() => readEnv({ DATABASE_URL: "mysql://me:hunter2@x/y" })).not.toThrow("hunter2");
  expect(() => readEnv({ DATABASE_DIRECT_URL: "mysql://me:hunter2@x/y" })).not.toThrow("hunter2");
});
