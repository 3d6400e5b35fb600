/* What a person writes, from a page's form. */
import type { Writes } from "#core/account/profile.ts";

/** Validated by the API. */
export function writesIn(form: FormData): Record<keyof Writes, unknown> {
  return { types: form.getAll("types"), language: form.get("language") ?? undefined };
}
