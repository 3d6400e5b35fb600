/*
 * The token of a letter that verifies an address, bound to the account that it
 * was written for. The accounts library's own names the address alone: given
 * up by one account and taken by another, it would verify the other.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export function boundToken(token: string, userId: string, secret: string): string {
  return `${token}.${markOf(token, userId, secret)}`;
}

/** The library's token and the address that it names, or null where it has not the form of one. */
export function readBoundToken(
  bound: string,
): { token: string; email: string; isFor(userId: string, secret: string): boolean } | null {
  const cut = bound.lastIndexOf(".");
  const [token, given] = [bound.slice(0, Math.max(cut, 0)), Buffer.from(bound.slice(cut + 1))];
  const email = emailIn(token);
  if (email === null) return null;
  const isFor = (userId: string, secret: string) => {
    const mark = Buffer.from(markOf(token, userId, secret));
    return mark.length === given.length && timingSafeEqual(mark, given);
  };
  return { token, email, isFor };
}

function markOf(token: string, userId: string, secret: string): string {
  return createHmac("sha256", secret).update(`verify ${userId} ${token}`).digest("base64url");
}

/** Read, not trusted: the library holds the signature. */
function emailIn(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const email = typeof payload === "object" && payload !== null && "email" in payload ? payload.email : null;
    return typeof email === "string" ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}
