/*
 * Addresses allowed in a draft's links: web, mail, telephone, or an anchor on
 * the same page. Anything else could execute code or reach into the reader's
 * machine, and is refused.
 */
const controls = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** The address without characters that browsers ignore, or null. */
export function safeHref(address: string): string | null {
  const trimmed = address.trim();
  const bare = trimmed.replace(controls, "");
  if (bare === "" || bare.length > 2000) return null;
  if (!/^(https?:\/\/|mailto:|tel:|#)/i.test(bare) || namesUser(bare)) return null;
  return bare;
}

/** "https://bank.example@evil.example" leads to evil.example: the part before the @ is meant to be mistaken for the host. */
export function namesUser(address: string): boolean {
  // Browsers treat a backslash as a slash.
  const authority = /^(?:https?:[/\\]*|[/\\]{2,})([^/\\?#]*)/i.exec(address)?.[1];
  return authority?.includes("@") === true;
}
