/*
 * The only places where a string of ours becomes HTML. The policy of every page (server/pages/security-headers.ts)
 * makes the browser refuse any other `innerHTML = text` and the like; what libraries assign, library-settings.ts
 * allows.
 */
import { policies } from "./library-settings.ts";

const policy = policies?.createPolicy("stet", { createHTML: (html) => html });

/** HTML written by our own writers, which build it from elements they know. Never for HTML from elsewhere. */
export function ownHtml(html: string): string | TrustedHTML {
  return policy?.createHTML(html) ?? html;
}

/** HTML from elsewhere, as a document that runs nothing and loads nothing. */
export function inertDocument(html: string): Document {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? html) as string, "text/html");
}
