/* Endpoints that sign in with one factor, after which two-factor authentication is required if it is enabled. */
const firstSteps = new Set(["/sign-in/email", "/callback/:id"]);

/** `path` is better-auth's own. */
export function awaitsSecondFactor({ path }: { path?: string }): boolean {
  return path !== undefined && firstSteps.has(path);
}
