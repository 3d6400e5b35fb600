/* Forms about organizations: which line a refusal belongs to. */
import type { AccountField, AccountRefusal } from "#core/account/account-refusal.ts";
import type { ApiAnswer } from "../pages/ask-api.ts";

const fields: Record<string, AccountField> = {
  "slug-refused": "slug",
  "slug-taken": "slug",
  "already-member": "email",
  "name-not-confirmed": "organization",
};

/** What a page answers to a form: null as the refusal when it was done. */
export type Answered = { intent: string; refusal: AccountRefusal | null };

export function refusalIn(answer: ApiAnswer): AccountRefusal | null {
  if (answer.ok) return null;
  const field = fields[answer.code];
  return field === undefined ? answer.refusal : { ...answer.refusal, field };
}
