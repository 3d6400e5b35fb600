/*
 * npm run administrator -- person@example.org
 *
 * Makes a person an administrator of the installation, effective from their next request. Works whether or not Stet is
 * running. It is the way back when no administrator is left; administrators themselves add others at
 * /admin/administrators.
 */
import { administer } from "#server/process/administration.ts";
import { readEnv } from "#server/env.ts";

try {
  const [email, ...rest] = process.argv.slice(2);
  if (email === undefined || rest.length > 0 || email.startsWith("-"))
    throw new Error("Say who: npm run administrator -- person@example.org");
  console.log(await administer(readEnv(process.env), "/administrator", { email }));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
