/*
 * An email verification token bound to the account it was issued for. better-auth's own token names only the address:
 * if one account gave it up and another took it, the old link would verify the other account.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export function boundToken(token: string, userId: string, secret: string): string {
  return `${token}.${markOf(token, userId, secret)}`;
}

/** better-auth's token and the address it names, or null if it is malformed. */
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

/** Decoded, not verified: better-auth checks the signature. */
function emailIn(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const email = typeof payload === "object" && payload !== null && "email" in payload ? payload.email : null;
    return typeof email === "string" ? email.toLowerCase() : null;
  } catch {
    return null;
  }
}
