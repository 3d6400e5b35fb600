/*
 * Whether a text is one plain email address. Deliberately stricter than the
 * standard: a comma, bracket or quotation mark could turn one recipient into
 * two, so they are rejected.
 */
const local = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const name = text.slice(0, at);
  const labels = text.slice(at + 1).split(".");
  if (at < 1 || name.startsWith(".") || name.endsWith(".") || name.includes("..")) return false;
  return local.test(name) && labels.length >= 2 && labels.every((part) => label.test(part));
}
