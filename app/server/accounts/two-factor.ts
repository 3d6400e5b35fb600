/* Where somebody comes in by one step alone, and is asked for the second one if they have set it up. */
const firstSteps = new Set(["/sign-in/email", "/callback/:id"]);

/** `path` is the accounts library's own. */
export function awaitsSecondFactor({ path }: { path?: string }): boolean {
  return path !== undefined && firstSteps.has(path);
}
