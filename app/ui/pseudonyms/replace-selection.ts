/* Adds selected words to a project's pseudonyms. */
import { formSchema } from "#core/pseudonyms/entry.ts";
import { findPatterns } from "#core/pseudonyms/find-patterns.ts";
import type { ShownList } from "#core/pseudonyms/list-change.ts";
import { partyOf } from "#core/pseudonyms/suggest-names.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

export async function replaceSelection(projectId: string, selected: string): Promise<void> {
  const form = formSchema.safeParse(selected.replaceAll(/\s+/g, " "));
  if (!form.success) {
    showToast({ kind: "info", text: "Select a name or a number first." });
    return;
  }
  const words = form.data;
  try {
    const body = { add: { kind: kindOf(words), forms: [words] } };
    const { isOn, isOnAbove } = await ask<ShownList>(`/api/projects/${projectId}/pseudonyms`, { body });
    const added = `“${words}” is replaced in what is sent from now on.`;
    showToast({ kind: "success", text: isOn || isOnAbove ? added : "Added, but pseudonyms are off in this project." });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}

/** Words that begin with capitals are a name; anything else counts as a whole. */
function kindOf(words: string) {
  const [pattern] = findPatterns(words);
  if (pattern !== undefined && pattern.end - pattern.start === words.length) return pattern.kind;
  const isName = /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|&|von|van|de|der|af)){0,5}$/u.test(words);
  return isName || partyOf(words).kind === "organization" ? partyOf(words).kind : "other";
}
