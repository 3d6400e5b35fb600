/*
 * The text of a draft as HTML, for the server's rendering of its page. It is not among the page's data: the browser has
 * it in the page already, and a long text would travel twice.
 */
import type { DraftAsText } from "#core/document/draft.ts";

const texts = new WeakMap<DraftAsText, string>();

export function setTextOnServer(draft: DraftAsText, html: string): DraftAsText {
  texts.set(draft, html);
  return draft;
}

/** Empty in the browser, which keeps what is in the page until the editor draws. */
export function textOnServer(draft: DraftAsText): string {
  return texts.get(draft) ?? "";
}
