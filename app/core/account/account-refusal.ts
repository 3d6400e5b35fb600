/*
 * Why a sign-in or sign-up was refused, as sentences. Refusals are the auth
 * library's error codes or our own problems; neither is shown. An unknown
 * address and a wrong password get the same sentence, so as not to reveal who
 * has an account.
 */
import { isEmailAddress } from "./email-address.ts";
import { isProblem, ownProblem } from "../workspace/own-problems.ts";

export type AccountField = "name" | "email" | "password" | "newPassword" | "newEmail" | "code" | "slug" | "organization" | "url";
export type AccountRefusal = { sentence: string; field?: AccountField };

export const minimumPasswordLength = 8;

const refusals: Record<string, AccountRefusal> = {
  INVALID_EMAIL_OR_PASSWORD: { sentence: "The email address or password is incorrect. Check both and try again." },
  INVALID_EMAIL: { sentence: "Enter a complete email address.", field: "email" },
  USER_ALREADY_EXISTS: { sentence: "This email address already has an account. Sign in instead.", field: "email" },
  PASSWORD_TOO_SHORT: { sentence: `Use at least ${minimumPasswordLength} characters.`, field: "password" },
  PASSWORD_TOO_LONG: { sentence: "Use at most 256 characters.", field: "password" },
  PASSWORD_COMMON: {
    sentence: "This password is too easy to guess. Choose another, such as four unrelated words.",
    field: "password",
  },
  INVALID_CODE: {
    sentence: "That code isn’t right. Codes change every 30 seconds and work once, so enter the one shown now.",
    field: "code",
  },
  INVALID_BACKUP_CODE: { sentence: "That isn’t one of your recovery codes, or it has already been used.", field: "code" },
  INVALID_TWO_FACTOR_COOKIE: { sentence: "This took too long, or there were too many attempts. Sign in with your password again." },
  ACCOUNT_TEMPORARILY_LOCKED: { sentence: "Too many wrong codes. Wait 15 minutes, then sign in again." },
  ACCOUNT_SUSPENDED: { sentence: ownProblem("account-suspended").title },
  INVALID_TOKEN: { sentence: "This link is invalid or has already been used. Request a new one." },
  "not-confirmed": { sentence: "That password isn’t right.", field: "password" },
  "code-wrong": {
    sentence: "That code isn’t right. Codes change every 30 seconds and work once, so enter the one shown now.",
    field: "code",
  },
  "too-many-requests": { sentence: "Too many attempts." },
  "no-connection": { sentence: "Stet could not be reached. Check your connection and try again." },
};
const sameAs: Record<string, string> = {
  INVALID_PASSWORD: "INVALID_EMAIL_OR_PASSWORD",
  USER_NOT_FOUND: "INVALID_EMAIL_OR_PASSWORD",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "INVALID_EMAIL_OR_PASSWORD",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "INVALID_TWO_FACTOR_COOKIE",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "USER_ALREADY_EXISTS",
};
const unexpected: AccountRefusal = { sentence: "Something went wrong. Try again in a moment." };

/** `body` is the refusal's JSON, of any shape. */
export function accountRefusal(body: unknown): AccountRefusal {
  const { code, detail } = fieldsOf(body);
  const refusal = Object.hasOwn(refusals, known(code)) ? refusals[known(code)] : undefined;
  if (refusal === undefined) return isProblem(body) ? { sentence: detail || body.title } : unexpected;
  const wait = code === "too-many-requests" ? ` ${detail || "Wait a moment and try again."}` : "";
  return { ...refusal, sentence: refusal.sentence + wait };
}

function fieldsOf(body: unknown): { code: string; detail: string } {
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return {
    code: typeof fields.code === "string" ? fields.code : "",
    detail: typeof fields.detail === "string" ? fields.detail : "",
  };
}

/** Client-side validation of a form; undefined if it can be sent. */
export function accountFormRefusal(form: { name?: string; email: string; password: string }): AccountRefusal | null {
  if (form.name !== undefined && form.name.trim() === "") return { sentence: "Enter your name.", field: "name" };
  if (!isEmailAddress(form.email.trim())) return refusals.INVALID_EMAIL!;
  if (form.password === "") return { sentence: "Enter your password.", field: "password" };
  // Only new passwords have a minimum length; an existing one is simply right or wrong.
  if (form.name !== undefined && form.password.length < minimumPasswordLength) return refusals.PASSWORD_TOO_SHORT!;
  return null;
}

function known(code: string): string {
  return Object.hasOwn(sameAs, code) ? sameAs[code]! : code;
}

/** The same for an email address alone. */
export function addressRefusal(email: string): AccountRefusal | null {
  return isEmailAddress(email.trim()) ? null : refusals.INVALID_EMAIL!;
}

/** The same for a new password alone. */
export function newPasswordRefusal(password: string, field: AccountField = "newPassword"): AccountRefusal | null {
  return password.length < minimumPasswordLength ? { ...refusals.PASSWORD_TOO_SHORT!, field } : null;
}
