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
  if (/^(https?:\/\/|mailto:|tel:|#)/i.test(bare)) return trimmed.replace(controls, "");
  return null;
}
