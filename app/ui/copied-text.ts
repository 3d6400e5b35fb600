/*
 * The provenance of text copied and pasted within Stet: the clipboard carries a
 * token, and its meaning stays in this browser. So another site cannot pass text
 * off as ours, and no prompt leaves with the clipboard.
 */
import type { Authorship } from "#core/authorship/authorship.ts";
import { uuidv7 } from "#core/text/uuid.ts";

export type CopiedText =
  | { kind: "draft"; draftId: string; name: string; text: string; authorship: Authorship }
  | { kind: "source"; source: string; place?: string }
  | { kind: "answer"; model: string; prompt: string; messageId: string };

const storageKey = "stet.copied";
const keptMax = 8;
const largest = 200_000;
const sign = /\bdata-stet-copy="([0-9a-f-]{36})"/;

/** The HTML of a copy with its token; without one if it cannot be stored. */
export function signedCopy(html: string, copied: CopiedText): string {
  const id = uuidv7();
  const kept = [{ id, copied }, ...read()].slice(0, keptMax);
  const json = JSON.stringify(kept);
  try {
    if (json.length > largest) localStorage.setItem(storageKey, JSON.stringify([{ id, copied }]));
    else localStorage.setItem(storageKey, json);
  } catch {
    return html;
  }
  return /^\s*<\w/.test(html)
    ? html.replace(/^(\s*<\w+)/, `$1 data-stet-copy="${id}"`)
    : `<span data-stet-copy="${id}">${html}</span>`;
}

export function copiedIn(html: string): CopiedText | null {
  const id = sign.exec(html)?.[1];
  return read().find((one) => one.id === id)?.copied ?? null;
}

/** For an ordinary selection on the page, in `onCopy`. */
export function signSelection(event: { clipboardData: DataTransfer; preventDefault(): void }, copied: CopiedText): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return;
  const text = selection.toString();
  const holder = document.createElement("div");
  holder.append(selection.getRangeAt(0).cloneContents());
  const isPlain = holder.querySelector("p, li, h1, h2, h3, h4, td, pre") === null;
  event.clipboardData.setData("text/html", signedCopy(isPlain ? paragraphs(text) : `<div>${holder.innerHTML}</div>`, copied));
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();
}

function paragraphs(text: string): string {
  const escape = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
  const parts = text.split(/\n{2,}/);
  return parts.length === 1 ? `<span>${escape(text)}</span>` : parts.map((part) => `<p>${escape(part)}</p>`).join("");
}

function read(): { id: string; copied: CopiedText }[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? (kept as { id: string; copied: CopiedText }[]) : [];
  } catch {
    return [];
  }
}
