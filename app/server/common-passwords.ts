/*
 * Passwords that anybody would try first, from the list of those most often
 * found in leaks. It is read when the first password is chosen, not at the start.
 */
const list = loadOnce();

export async function isCommonPassword(password: string): Promise<boolean> {
  return (await list()).has(password.normalize("NFKC").toLowerCase());
}

function loadOnce(): () => Promise<ReadonlySet<string>> {
  let loaded: Promise<ReadonlySet<string>> | undefined;
  return () => (loaded ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"])));
}
