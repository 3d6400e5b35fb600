/* Organization forms: which field an error belongs to. */
import type { AccountField, AccountRefusal } from "#core/account/account-refusal.ts";
import type { ApiAnswer } from "../pages/ask-api.ts";

const fields: Record<string, AccountField> = {
  "slug-refused": "slug",
  "slug-taken": "slug",
  "already-member": "email",
  "name-not-confirmed": "organization",
};

/** A page's response to a form; the refusal is null on success. */
export type Answered = { intent: string; refusal: AccountRefusal | null };

export function refusalIn(answer: ApiAnswer): AccountRefusal | null {
  if (answer.ok) return null;
  const field = fields[answer.code];
  return field === undefined ? answer.refusal : { ...answer.refusal, field };
}
