/*
 * npm run sign-up -- anyone | invitation | example.org example.com
 *
 * Who can create an account, as administrators set it at /admin/sign-up. Works whether or not Stet is running.
 */
import { administer } from "#server/process/administration.ts";
import { readEnv } from "#server/env.ts";

try {
  const env = readEnv(process.env);
  if (env.SIGN_UP !== undefined)
    throw new Error("SIGN_UP is set in the environment, which wins. Change it there, and restart Stet.");
  console.log(await administer(env, "/sign-up", { who: process.argv.slice(2).join(" ") }));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
