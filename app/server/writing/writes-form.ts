/* What somebody writes, as it comes from a page's form. */
import type { Writes } from "#core/account/profile.ts";

/** The API says whether it fits. */
export function writesIn(form: FormData): Record<keyof Writes, unknown> {
  return { types: form.getAll("types"), language: form.get("language") ?? undefined };
}
