/*
 * npm run rotate-secret
 * AUTH_SECRET=<present> NEW_AUTH_SECRET=<new> npm run rotate-secret
 *
 * Replaces the installation's secret, for example after someone has seen it: the keys of model providers and people's
 * two-factor authentication are encrypted with the new one, and everyone signs in again. Stop Stet first.
 */
import { rotateSecret } from "#server/accounts/rotate-secret.ts";
import { readEnv } from "#server/env.ts";

try {
  console.log(await rotateSecret(readEnv(process.env), process.env["NEW_AUTH_SECRET"]));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
