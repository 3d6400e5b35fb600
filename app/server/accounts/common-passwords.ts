/*
 * Rejects common passwords, using a list of those most often found in leaks. The list is loaded on first use, not at
 * startup.
 */
const list = loadOnce();

export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.normalize("NFKC").toLowerCase();
  return isPattern(plain) || (await list()).has(plain);
}

/** A repeated group (aaaaaaaa, 12121212, abcabcabc) or a sequence (abcdefgh, 87654321). */
function isPattern(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  if (new Set(codes).size < 4) return true;
  const steps = new Set(codes.slice(1).map((code, index) => code - codes[index]!));
  if (steps.size === 1) return true;
  const half = Math.floor(codes.length / 2);
  return [1, 2, 3, 4].some((period) => period <= half && codes.every((code, index) => code === codes[index % period]));
}

function loadOnce(): () => Promise<ReadonlySet<string>> {
  let loaded: Promise<ReadonlySet<string>> | undefined;
  return () => (loaded ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"])));
}
