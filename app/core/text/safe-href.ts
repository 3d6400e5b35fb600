/*
 * An address that a link in a draft may have: the web, mail, telephone, or a
 * place in the same page. Everything else could run something or reach into
 * the reader's machine, and is refused.
 */
const controls = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** The address without what a browser would ignore, or null. */
export function safeHref(address: string): string | null {
  const trimmed = address.trim();
  const bare = trimmed.replace(controls, "");
  if (bare === "" || bare.length > 2000) return null;
  if (!/^(https?:\/\/|mailto:|tel:|#)/i.test(bare) || namesUser(bare)) return null;
  return bare;
}

/** "https://bank.example@evil.example" leads to evil.example: what stands before the @ is there to be mistaken for the host. */
export function namesUser(address: string): boolean {
  // A browser takes a backslash for a slash.
  const authority = /^(?:https?:[/\\]*|[/\\]{2,})([^/\\?#]*)/i.exec(address)?.[1];
  return authority?.includes("@") === true;
}
