/*
 * Suggestions use only the end of the editor's text, once there is enough of
 * it: the next step depends on what was written last.
 */
import { isLowSurrogate } from "../law/quotation.ts";

export type Suggestion = { title: string; description: string; prompt: string; icon: string };

export const suggestionThreshold = 100;
export const suggestionWindow = 1800;

export function canSuggest(editorText: string): boolean {
  return editorText.trim().length >= suggestionThreshold;
}

/** The last 1800 characters, never splitting a surrogate pair. */
export function suggestionContext(editorText: string): string {
  const start = Math.max(0, editorText.length - suggestionWindow);
  return editorText.slice(isLowSurrogate(editorText, start) ? start + 1 : start);
}
